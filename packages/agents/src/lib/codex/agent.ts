import type { Agent } from '../port/agent.ts'
import { readCodexCatalogue } from './catalogue.ts'
import { classifyCodexRequest } from './classify.ts'
import { CODEX_ID, detectCodex } from './detect.ts'
import { inspectCodex } from './inspect.ts'
import { launchCodex } from './launch.ts'
import { ownCodexFiles } from './ownership.ts'
import { readPersonalFiles } from './personal-files.ts'
import { planCodex } from './plan.ts'
import { outsideSocketFolder } from './relay-socket.ts'
import { CODEX_TRAITS } from './traits.ts'

/** Creates the adapter for the Codex CLI; measured on 0.171.0. */
export function createCodexAgent(): Agent {
  return {
    id: CODEX_ID,
    traits: CODEX_TRAITS,
    detect: detectCodex,
    inspect: inspectCodex,
    personalFiles: readPersonalFiles,
    outsideFolders: ({ deliverDir, env }) => [outsideSocketFolder(deliverDir, env)],
    ownership: ownCodexFiles,
    plan: planCodex,
    catalogue: readCodexCatalogue,
    launch: launchCodex,
    classify: classifyCodexRequest,
  }
}
