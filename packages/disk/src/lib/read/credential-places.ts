/** Folders whose content is for programs that hold secrets; matched without regard to case, as whole names. */
const folders: readonly (readonly string[])[] = [
  ['.ssh'],
  ['.aws'],
  ['.azure'],
  ['.gnupg'],
  ['.kube'],
  ['.docker'],
  ['.password-store'],
  ['.config', 'gcloud'],
  ['.config', 'gh'],
  ['.config', 'op'],
  ['.local', 'share', 'keyrings'],
  ['library', 'keychains'],
]

/** Files that hold secrets by convention. */
const files: readonly RegExp[] = [
  /^[._]netrc$/u,
  /^\.npmrc$/u,
  /^\.yarnrc(\.yml)?$/u,
  /^\.pypirc$/u,
  /^\.pgpass$/u,
  /^\.my\.cnf$/u,
  /^\.git-credentials$/u,
  /^\.?credentials(\.json|\.toml)?$/u,
  /^auth\.json$/u,
  /^\.env(rc|\..*)?$/u,
  /^id_[a-z0-9_-]+(\.pub)?$/u,
  /\.(pem|key|p12|pfx|kdbx)$/u,
]

/**
 * Whether a path, given by its names below a root or a home directory, leads into a place where credentials lie.
 * A link to such a place is never followed, because what it shows would be sent to a model.
 */
export function isCredentialPlace(segments: readonly string[]): boolean {
  const names = segments.map((name) => name.toLowerCase())
  const last = names.at(-1)
  if (last !== undefined && files.some((pattern) => pattern.test(last))) return true
  return names.some((_, start) => folders.some((folder) => matchesAt(names, start, folder)))
}

function matchesAt(names: readonly string[], start: number, folder: readonly string[]): boolean {
  return folder.every((name, offset) => names[start + offset] === name)
}
