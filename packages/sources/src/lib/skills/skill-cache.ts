import type { KnownRoot } from './known-root.ts'
import {
  type CacheFile,
  MAX_ROOTS,
  readCacheFile,
  recallKnownRoot,
  wordKnownRoot,
  writeCacheFile,
} from './skill-cache-file.ts'

/** The skills that were read before, in this process or another one. Raw facts only. */
export interface SkillCache {
  /** Of one root, by its real path. */
  readonly recall: (root: string) => KnownRoot | undefined
  /** What is known of a root from now on. */
  readonly learn: (root: string, known: KnownRoot) => void
  /** Writes what was learnt, where the home can hold it. */
  readonly keep: () => Promise<void>
}

/** Of this process, by home and root; the last used at the end. */
const remembered = new Map<string, KnownRoot>()

/**
 * Opens the cache of a home: what this process remembers, else the file
 * `state/cache/skills.json`. A file that is damaged or of another version counts
 * as none and is written anew.
 */
export function openSkillCache(home: string): SkillCache {
  let file: CacheFile | undefined
  const learnt = new Map<string, KnownRoot>()
  return {
    recall(root) {
      const key = `${home}\0${root}`
      const known = remembered.get(key)
      if (known) return known
      file ??= readCacheFile(home)
      const cached = file.get(root)
      if (cached === undefined) return
      const recalled = recallKnownRoot(cached)
      remember(key, recalled)
      return recalled
    },
    learn(root, known) {
      remember(`${home}\0${root}`, known)
      learnt.set(root, known)
    },
    async keep() {
      if (learnt.size === 0) return
      const before = [...(file ?? readCacheFile(home))]
      const roots = new Map(before.filter(([root, { isWhole }]) => !learnt.has(root) && isWhole()))
      for (const [root, known] of learnt) roots.set(root, wordKnownRoot(known))
      await writeCacheFile(home, roots)
    },
  }
}

/** Forgets what this process remembers: the next look is that of a new process. */
export function forgetSkills(): void {
  remembered.clear()
}

function remember(key: string, known: KnownRoot): void {
  remembered.delete(key)
  remembered.set(key, known)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_ROOTS) return
    remembered.delete(oldest)
  }
}
