import { type Composition, compose } from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import type { ComposeRequest } from './compose-request.ts'
import { type GatheredInputs, gatherInputs } from './gather.ts'
import { createLook } from './look.ts'

/** So many targets are read ahead: the disk works while texts are composed, and memory holds few of them. */
const AHEAD = 32

/** Composes for many targets from one look at the disk, in the order of the requests. */
export async function* composeEach(
  home: HomePlace,
  requests: Iterable<ComposeRequest>,
): AsyncGenerator<Composition> {
  const look = createLook(home)
  const ahead: Promise<GatheredInputs>[] = []
  for (const request of requests) {
    const gathered = gatherInputs(home, request, look)
    // Whoever asks for it in its turn is told; until then it is nobody's.
    gathered.catch(() => undefined)
    ahead.push(gathered)
    if (ahead.length > AHEAD) yield* composeNext(ahead)
  }
  while (ahead.length > 0) yield* composeNext(ahead)
}

async function* composeNext(ahead: Promise<GatheredInputs>[]): AsyncGenerator<Composition> {
  const next = await ahead.shift()
  if (next) yield compose(next.input)
}
