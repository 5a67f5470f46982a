/** Bytes of one name that every file system takes. */
const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 1024

/** Names that Windows gives to devices, with or without an ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?$/i

/** Whether Windows takes the name of a file or folder for a device, so that nothing can stand there under it. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name)
}

/** Why a path must not come out of an archive or a repository; null when it may. */
export function faultOfPath(path: string): string | null {
  if (path === '') return 'it has an entry without a name'
  const shown = JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path)
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(path)) return `${shown} holds control characters`
  if (path.includes('\\')) return `${shown} holds a backslash`
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return `${shown} is an absolute path`
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `${shown} is too long a path`
  const bad = path.split('/').find((step) => !isSafeStep(step))
  return bad === undefined ? null : `${shown} is no path that can be written everywhere`
}

function isSafeStep(step: string): boolean {
  if (step === '' || step === '.' || step === '..') return false
  if (/[<>:"|?*]/.test(step) || /[. ]$/.test(step) || isDeviceName(step)) return false
  return Buffer.byteLength(step) <= MAX_NAME_BYTES
}

/** Tells of paths that would fall on one another: twice the same, by case or form, or a file where a folder is. */
export function createCollisionCheck(): (path: string) => string | null {
  const files = new Set<string>()
  const folders = new Map<string, string>()
  return (path) => {
    const key = foldPath(path)
    if (files.has(key)) return `${JSON.stringify(path)} is there twice`
    if (folders.has(key)) return `${JSON.stringify(path)} is a file and a folder`
    const steps = path.split('/')
    for (let end = 1; end < steps.length; end++) {
      const folder = steps.slice(0, end).join('/')
      const folded = foldPath(folder)
      if (files.has(folded)) return `${JSON.stringify(folder)} is a file and a folder`
      const before = folders.get(folded)
      if (before !== undefined && before !== folder) {
        return `${JSON.stringify(before)} and ${JSON.stringify(folder)} differ by case alone`
      }
      folders.set(folded, folder)
    }
    files.add(key)
    return null
  }
}

function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
