import { describe, expect, it } from 'vitest'
import { partsOf } from './address-parts.ts'
import { carriesData, IMAGE_LIMITS, LINK_LIMITS } from './carried-data.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const OPAQUE = 'qX7_zR2-'.repeat(16)
const carries = (address: string) => [
  carriesData(partsOf(address), IMAGE_LIMITS),
  carriesData(partsOf(address), LINK_LIMITS),
]

/** What an address holds, and whether an image and a link with it are stopped. */
const ADDRESSES: readonly (readonly [address: string, image: boolean, link: boolean])[] = [
  ['https://a.example/i.png', false, false],
  [`https://a.example/${base64('twelve bytes')}`, true, false],
  [`https://a.example/${base64('eleven byte')}`, false, false],
  [`https://a.example/?q=${base64('eighteen bytes now')}`, true, true],
  [`https://a.example/?q=${base64('seventeen bytes.,')}`, true, false],
  [`https://a.example/#${base64('eighteen bytes now')}`, true, true],
  [`https://${Buffer.from('eighteen bytes now').toString('hex')}.a.example/`, true, true],
  [`https://${base64('eighteen bytes now')}@a.example/`, true, true],
  [`https://a.example/${Buffer.from('>>>???>>>???>>>???').toString('base64')}`, true, true],
  [`https://a.example/${OPAQUE.slice(0, 64)}`, true, false],
  [`https://a.example/${OPAQUE.slice(0, 63)}`, false, false],
  [`https://a.example/?k=${OPAQUE}`, true, true],
  [`https://a.example/?k=${OPAQUE.slice(1)}`, true, false],
  [`https://a.example/${'qz7r2x4w'.repeat(16)}`, false, false],
  ['https://a.example/?q=one+two+three+four+five', true, false],
  ['https://a.example/?q=one%20two%20three%20four', false, false],
  ['https://a.example/?q=1+2+3+4+5+6', false, false],
  ['https://a.example/one two three four five six seven.png', false, false],
  ['https://a.example/one%20two%20three%20four%20five%20six%20seven%20eight.png', true, false],
  ['https://a.example/?q=计划已经泄露给别人了吗请看', true, false],
  ['https://a.example/?q=计划已经泄露给别人了吗', false, false],
]

describe('carriesData', () => {
  it.each(ADDRESSES)('judges %s', (address, image, link) => {
    expect(carries(address)).toEqual([image, link])
  })
})
