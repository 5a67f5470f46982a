import type { Diagnostic, SourceDocument } from '@onesoul/core'
import { expandPath, tildePath } from '../../home/expand-path.ts'
import { sha256 } from '../checksum.ts'

/** A file that a slot was imported from. */
export interface OwnedFile {
  /** Absolute. */
  readonly path: string
  /** As the slot's frontmatter writes it. */
  readonly shown: string
  /** Of its bytes when it was imported. */
  readonly sha256: string
}

export interface OwnedText {
  /** Id of the agent that reads the files by itself. */
  readonly agent: string
  readonly body: string
  readonly files: readonly Omit<OwnedFile, 'shown'>[]
}

/** The text of a slot file that was imported from an agent's own files, marked so that it is not delivered twice. */
export function renderOwned({ agent, body, files }: OwnedText, userHome: string): string {
  const lines = files.map(({ path, sha256: hash }) => {
    return `  - ${JSON.stringify(`${hash}  ${tildePath(path, userHome)}`)}`
  })
  const mark = [`ownedBy: ${agent}`, `ownedText: ${sha256(body)}`, 'ownedFiles:', ...lines]
  return ['---', ...mark, '---', body].join('\n')
}

/** The files that a slot file was imported from; none when it is a person's own. */
export function ownedFilesOf(document: SourceDocument, userHome: string): readonly OwnedFile[] {
  const { ownedBy, ownedFiles = [] } = document.frontmatter ?? {}
  if (ownedBy === undefined) return []
  return ownedFiles.flatMap((line): OwnedFile[] => {
    const [, hash, shown] = /^([0-9a-f]{64})\s+(.+)$/.exec(line) ?? []
    if (hash === undefined || shown === undefined) return []
    return [{ path: expandPath(shown, { base: userHome, userHome }), shown, sha256: hash }]
  })
}

/** Whether the text is another one than what was imported. */
export function isEdited(document: SourceDocument): boolean {
  const { ownedText } = document.frontmatter ?? {}
  const body = document.text.slice(document.body.start, document.body.end)
  return ownedText === undefined || sha256(body) !== ownedText
}

/** What to say when an edited slot and the files behind it both reach an agent. */
export function editedNote(document: SourceDocument, files: readonly OwnedFile[]): Diagnostic {
  const { root, path } = document.ref
  const names = files.map((file) => file.shown).join(', ')
  const owner = document.frontmatter?.ownedBy ?? ''
  return {
    code: 'owned.edited',
    severity: 'warning',
    message: `${path} was edited since it was imported from ${names}, which ${owner} reads itself: it gets both`,
    source: { root, path, line: 1 },
    fix: `empty ${names} and remove the \`owned\` lines from ${path}, so that it is the one place`,
  }
}
