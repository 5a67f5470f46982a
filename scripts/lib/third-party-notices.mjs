import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Licences whose texts may travel inside an MIT package. */
const GOOD = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD']

/** A bundler plugin that writes the licence of every package whose code is in the bundle, and fails on one without. */
export function thirdPartyNotices(fileName) {
  return {
    name: 'third-party-notices',
    async generateBundle(_options, bundle) {
      const folders = new Set(
        Object.values(bundle)
          .flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []))
          .flatMap((id) => packageFolder(id)),
      )
      const notices = await Promise.all([...folders].sort().map(noticeOf))
      this.emitFile({ type: 'asset', fileName, source: notices.join(`\n${'-'.repeat(72)}\n\n`) })
    },
  }
}

/** The folder of the package that a module came from; none for modules of ours. */
function packageFolder(id) {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(id.replaceAll('\\', '/'))
  return found ? [found[1]] : []
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  if (!GOOD.includes(license)) throw new Error(`${name}: licence ${license} may not be bundled`)
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry))
  if (!file) throw new Error(`${name} has no licence file`)
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
}
