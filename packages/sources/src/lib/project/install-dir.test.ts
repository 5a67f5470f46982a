import { describe, expect, it } from 'vitest'
import { findInstallDir } from './install-dir.ts'

describe('findInstallDir', () => {
  it.each([
    [
      'file:///usr/lib/node_modules/onesoul/node_modules/@onesoul/sources/dist/a.js',
      '/usr/lib/node_modules',
    ],
    ['file:///home/me/shop/node_modules/@onesoul/sources/dist/a.js', '/home/me/shop/node_modules'],
    ['file:///home/me/onesoul/packages/sources/src/lib/a.ts', null],
  ])('of %s is %s', (url, expected) => {
    expect(findInstallDir(url)).toBe(expected)
  })
})
