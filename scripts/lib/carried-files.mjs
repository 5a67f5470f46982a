import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The address of a file of the package, as our sources write it. */
const ADDRESS = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)\.href/g
const PLACEHOLDER = /(["'`])carried-file:([^"'`]+)\1/g

/**
 * A bundler plugin that takes along each file, or folder of files, whose address a module of ours
 * makes from its own, and writes the address of the copy: the bundle has other
 * folders than the sources, and the address as written would lead past the file.
 */
export function carriedFiles() {
  const files = new Map()
  return {
    name: 'carried-files',
    transform(code, id) {
      const [module] = id.split('?')
      if (module.includes('/node_modules/')) return null
      const out = code.replace(ADDRESS, (_, path) => {
        files.set(basename(path), join(dirname(module), path))
        return `'carried-file:${basename(path)}'`
      })
      return out === code ? null : { code: out, map: null }
    },
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1) || './'
      const out = code.replace(
        PLACEHOLDER,
        (_, _quote, name) =>
          `new URL('${up}${name}', require('node:url').pathToFileURL(__filename)).href`,
      )
      return out === code ? null : { code: out, map: null }
    },
    async generateBundle() {
      for (const [fileName, path] of files) {
        for (const [below, full] of await listFiles(path)) {
          const source = await readFile(full)
          this.emitFile({ type: 'asset', fileName: join(fileName, below), source })
        }
      }
    },
  }
}

/** The files of a folder by their paths in it; a file is the only one of itself. */
async function listFiles(path) {
  if (!(await stat(path)).isDirectory()) return [['', path]]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => {
    const full = join(parentPath, name)
    return [full.slice(path.length + 1), full]
  })
}
