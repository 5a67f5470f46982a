import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptedReply } from '../scripted-model/scripted-model.ts'

/** Sends a scripted reply at its own pace; stops when the client goes away. */
export async function playReply(reply: ScriptedReply, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    await sleep(reply.delayMs, undefined, { signal: gone.signal })
    outgoing.writeHead(reply.status, { 'content-type': reply.contentType })
    for (const [index, frame] of reply.frames.entries()) {
      if (index > 0 && reply.chunkDelayMs > 0) {
        await sleep(reply.chunkDelayMs, undefined, { signal: gone.signal })
      }
      if (!outgoing.write(frame)) await once(outgoing, 'drain', { signal: gone.signal })
      if (reply.cut) {
        outgoing.destroy()
        return
      }
    }
    outgoing.end()
  } catch (error) {
    // The client went away: nobody listens any more.
    if (!gone.signal.aborted) throw error
  }
}
