import { basename, extname } from 'node:path'

/** Endings of files that a skill may hold: texts, programs in source form, pictures, fonts, sound, PDF. */
const TEXTS =
  '.md .mdx .mdc .markdown .txt .text .rst .adoc .org .tex .bib .sty .log .json .jsonl .jsonc .json5 .yaml .yml .toml .ini .cfg .conf .properties .env .example .sample .template .tmpl .tpl .j2 .jinja .jinja2 .hbs .mustache .ejs .liquid .njk .csv .tsv .xml .xsd .xsl .xslt .dtd .rng .wsdl .html .htm .xhtml .css .scss .sass .less .svg .drawio .dot .mmd .puml .diff .patch .lock .graphql .gql .proto .prisma .ipynb .editorconfig .gitkeep .po'
const PROGRAMS =
  '.js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .astro .py .pyi .sh .bash .zsh .fish .ps1 .psm1 .psd1 .bat .cmd .rb .pl .pm .php .go .mod .sum .rs .java .kt .kts .scala .groovy .gradle .clj .ex .exs .erl .hs .ml .lua .r .jl .dart .swift .m .c .h .cc .cpp .hpp .cs .fs .vb .sql .tf .tfvars .hcl .nix .bicep .cmake .mk .awk .sed .applescript .glsl .frag .vert .wgsl .sol .zig'
const ASSETS =
  '.png .jpg .jpeg .gif .webp .avif .ico .bmp .ttf .otf .woff .woff2 .pdf .mp3 .wav .ogg .flac .mp4 .webm'

const ALLOWED: ReadonlySet<string> = new Set(`${TEXTS} ${PROGRAMS} ${ASSETS}`.split(' '))

/** Names without an ending that people give to texts. */
const PLAIN_NAMES =
  /^(?:license|licence|copying|notice|readme|changelog|authors|contributors|version|makefile|dockerfile|justfile|procfile|rakefile|gemfile)$/i

/** Beginnings of files that are none of these, whatever they are called. */
const KINDS: readonly (readonly [kind: string, at: number, bytes: readonly number[]])[] = [
  ['an archive', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['an archive', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['an archive', 0, [0x1f, 0x8b]],
  ['an archive', 0, [0x42, 0x5a, 0x68]],
  ['an archive', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['an archive', 0, [0x37, 0x7a, 0xbc, 0xaf]],
  ['an archive', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['an archive', 0, [0x52, 0x61, 0x72, 0x21]],
  ['an archive', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
  ['a program', 0, [0x7f, 0x45, 0x4c, 0x46]],
  ['a program', 0, [0x4d, 0x5a]],
  ['a program', 0, [0xcf, 0xfa, 0xed, 0xfe]],
  ['a program', 0, [0xca, 0xfe, 0xba, 0xbe]],
  ['a program', 0, [0x00, 0x61, 0x73, 0x6d]],
]

/** Why a file has no place in a skill, by its name and its first bytes; null when it may be there. */
export function faultOfType(path: string, bytes: Uint8Array): string | null {
  const kind = KINDS.find(([, at, start]) => start.every((byte, i) => bytes[at + i] === byte))
  if (kind !== undefined && !isText(bytes)) return `it is ${kind[0]}`
  const name = basename(path)
  const ending = extname(name).toLowerCase()
  if (ALLOWED.has(ending) || ALLOWED.has(name.toLowerCase())) return null
  if (ending !== '') return `files ending in ${ending} are not taken`
  if (PLAIN_NAMES.test(name) || startsScript(bytes)) return null
  return 'a file without an ending is taken when it is a script that begins with `#!`, or a LICENSE or the like'
}

/** `MZ` may begin a word; a program has bytes that no text has. */
function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 512).some((byte) => byte < 9 || (byte > 13 && byte < 27))
}

function startsScript(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21
}

/** What tools leave in folders and no skill needs, at any depth. */
const LEFT_OUT =
  /(?:^|\/)(?:\.git|\.github|\.gitignore|\.gitattributes|\.gitmodules|\.npmignore|\.ds_store|__macosx|thumbs\.db|desktop\.ini|node_modules|__pycache__)(?:\/|$)/i

/** Whether a path is left out of a skill without harm. */
export function isLeftOut(path: string): boolean {
  return LEFT_OUT.test(path)
}
