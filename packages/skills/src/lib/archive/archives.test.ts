import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { makeZip, type ZipEntry } from '../fixtures/make-zip.ts'
import { readArchive } from './read-archive.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'

const zeros = (size: number): Uint8Array => new Uint8Array(size)
const two: readonly ZipEntry[] = [
  { name: 'x/', mode: 0o040755 },
  { name: 'x/SKILL.md', data: 'text\n' },
  { name: 'x/scripts/run.sh', data: '#!/bin/sh\n', mode: 0o100775 },
  { name: 'x/.git/config', data: 'left out' },
  { name: '__MACOSX/x/._SKILL.md', data: 'left out' },
]
const read = [
  ['x/SKILL.md', 'text\n', 0o644],
  ['x/scripts/run.sh', '#!/bin/sh\n', 0o755],
]

const tar = (
  entries: readonly (Partial<TarHeader> & { name: string; body?: string | Uint8Array })[],
): Promise<Uint8Array> =>
  packTar(
    entries.map(({ body = '', ...header }) => ({
      header: { size: Buffer.byteLength(body), ...header },
      body,
    })),
  )

const plain = (files: Awaited<ReturnType<typeof readZip>>): unknown =>
  files.map(({ path, bytes, mode }) => [path, Buffer.from(bytes).toString(), mode])

describe('readZip', () => {
  it('gives the files with modes of our own, and leaves out what tools leave behind', async () => {
    expect(plain(await readZip(makeZip(two)))).toEqual(read)
  })

  const HOSTILE: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ['a bomb', () => makeZip([{ name: 'a.txt', data: zeros(4_900_000) }]), /100 times its size/],
    [
      'a bomb of many files',
      () =>
        makeZip(
          Array.from({ length: 30 }, (_, i) => ({ name: `${i}.txt`, data: zeros(1_000_000) })),
        ),
      /100 times its size/,
    ],
    [
      'a bomb that says it is small',
      () => makeZip([{ name: 'a.txt', data: zeros(4_900_000), size: 10 }]),
      /no ZIP that can be read|100 times/,
    ],
    [
      'a file that says it is large',
      () => makeZip([{ name: 'a.txt', data: 'x', size: 4_000_000 }]),
      /no ZIP that can be read/,
    ],
    [
      'entries that share their bytes',
      () =>
        makeZip([
          { name: 'a.txt', data: 'same' },
          { name: 'b.txt', data: 'same', offset: 0 },
        ]),
      /shares its bytes|no ZIP/,
    ],
    [
      'a file over 5 MB',
      () => makeZip([{ name: 'a.bin', data: randomBytes(5_100_000) }]),
      /a\.bin has more than 5 MB/,
    ],
    [
      '10,001 entries',
      () => makeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.txt` }))),
      /more than 500 entries/,
    ],
    ['more than 20 MB', () => zeros(20_000_001), /more than 20 MB/],
    ['a way out', () => makeZip([{ name: '../a.txt' }]), /refused/],
    ['a way out further down', () => makeZip([{ name: 'x/../../a.txt' }]), /refused/],
    ['an absolute path', () => makeZip([{ name: '/etc/a.txt' }]), /refused/],
    ['a drive', () => makeZip([{ name: 'C:/a.txt' }]), /refused/],
    ['a backslash', () => makeZip([{ name: 'x\\a.txt' }]), /refused/],
    ['a control character', () => makeZip([{ name: 'x\u0007.txt' }]), /control characters/],
    ['a device of Windows', () => makeZip([{ name: 'x/aux.md' }]), /written everywhere/],
    ['a stream of Windows', () => makeZip([{ name: 'x/a.md:b' }]), /written everywhere/],
    [
      'a link',
      () => makeZip([{ name: 'a.txt', data: '/etc/passwd', mode: 0o120777 }]),
      /link or a device/,
    ],
    ['a device', () => makeZip([{ name: 'a.txt', mode: 0o060644 }]), /link or a device/],
    ['a name twice', () => makeZip([{ name: 'a.txt' }, { name: 'a.txt' }]), /there twice/],
    [
      'names that differ by case',
      () => makeZip([{ name: 'a.txt' }, { name: 'A.TXT' }]),
      /there twice/,
    ],
    [
      'folders that differ by case',
      () => makeZip([{ name: 'a/x.txt' }, { name: 'A/y.txt' }]),
      /by case alone/,
    ],
    [
      'a file that is a folder',
      () => makeZip([{ name: 'a' }, { name: 'a/b.txt' }]),
      /file and a folder/,
    ],
    ['nonsense', () => Buffer.from('PK nothing of the kind'), /no ZIP/],
    ['one that is cut off', () => makeZip(two).subarray(0, 200), /no ZIP/],
  ]
  it.each(HOSTILE)('refuses %s', async (_, bytes, reason) => {
    await expect(readZip(bytes())).rejects.toMatchObject({
      code: 'archive-refused',
      publicCode: 'SKILL_INVALID_ZIP',
      message: expect.stringMatching(reason),
    })
  })
})

describe('readTar', () => {
  it.each([
    ['plain', (bytes: Uint8Array) => bytes],
    ['gzip', gzipSync],
  ] as const)('gives the files, %s', async (_, pack) => {
    const bytes = await tar([
      { name: 'x/', type: 'directory' },
      { name: './x/SKILL.md', body: 'text\n', mode: 0o600 },
      { name: 'x/scripts/run.sh', body: '#!/bin/sh\n', mode: 0o6775 },
    ])
    expect(plain(await readArchive(pack(bytes), 'x'))).toEqual(read)
  })

  const HOSTILE: readonly (readonly [string, () => Promise<Uint8Array>, RegExp])[] = [
    [
      'a bomb',
      async () => gzipSync(await tar([{ name: 'a.txt', body: zeros(4_900_000) }])),
      /100 times its size/,
    ],
    ['a file over 5 MB', () => tar([{ name: 'a.txt', body: zeros(5_100_000) }]), /more than 5 MB/],
    [
      '501 entries',
      () => tar(Array.from({ length: 501 }, (_, i) => ({ name: `${i}.txt` }))),
      /more than 500 entries/,
    ],
    ['a way out', () => tar([{ name: '../a.txt' }]), /written everywhere/],
    ['an absolute path', () => tar([{ name: '/etc/a.txt' }]), /absolute/],
    [
      'a link',
      () => tar([{ name: 'a.txt', type: 'symlink', linkname: '/etc/passwd' }]),
      /link or a device/,
    ],
    [
      'a hard link',
      () => tar([{ name: 'a.txt', type: 'link', linkname: 'b.txt' }]),
      /link or a device/,
    ],
    ['a device', () => tar([{ name: 'a', type: 'character-device' }]), /link or a device/],
    ['a FIFO', () => tar([{ name: 'a', type: 'fifo' }]), /link or a device/],
    ['names that differ by case', () => tar([{ name: 'a.txt' }, { name: 'A.txt' }]), /there twice/],
    ['nonsense', async () => Buffer.alloc(1024, 'x'), /no tar/],
    [
      'a size that is not there',
      async () => (await tar([{ name: 'a.txt', body: 'x'.repeat(2000) }])).subarray(0, 1024),
      /no tar|ends early/,
    ],
  ]
  it.each(HOSTILE)('refuses %s', async (_, bytes, reason) => {
    await expect(readTar(await bytes())).rejects.toMatchObject({
      code: 'archive-refused',
      message: expect.stringMatching(reason),
    })
  })
})

describe('readArchive', () => {
  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['an empty file', 'x.zip', () => zeros(0), 'it is empty'],
    [
      'a ZIP that is cut off',
      'x.zip',
      () => makeZip(two).subarray(0, 60),
      'no ZIP that can be read (it is cut off)',
    ],
    [
      'a ZIP of one byte',
      'x.zip',
      () => makeZip(two).subarray(0, 1),
      'it is called .zip and does not begin like a ZIP file',
    ],
    [
      'a text',
      'x.skill',
      () => Buffer.from('hello'),
      'it is called .skill and does not begin like a ZIP file',
    ],
    [
      'a page',
      'x.tar.gz',
      () => Buffer.from('\n<!DOCTYPE html>'),
      'it is called .tar.gz and is a page for a browser',
    ],
    [
      'a gzip that is cut off',
      'x.tgz',
      async () => gzipSync(await tar([{ name: 'a' }])).subarray(0, 30),
      'no tar packed by gzip that can be read (it is cut off)',
    ],
    [
      'a tar that is cut off',
      'x.tar',
      async () => (await tar([{ name: 'a' }])).subarray(0, 600),
      'no tar that can be read (it is cut off)',
    ],
    [
      'a tar that is called a ZIP and cut off',
      'x.zip',
      async () => (await tar([{ name: 'a' }])).subarray(0, 600),
      'no tar that can be read (it is cut off)',
    ],
  ])('says what is wrong with %s, called %s', async (_, name, bytes, reason) => {
    await expect(readArchive(await bytes(), name)).rejects.toMatchObject({
      code: 'archive-refused',
      message: `the archive is refused: ${reason.startsWith('no ') ? `it is ${reason}` : reason}`,
    })
  })
})
