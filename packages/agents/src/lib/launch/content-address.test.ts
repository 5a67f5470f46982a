import { describe, expect, it } from 'vitest'
import { deliveryPath } from './content-address.ts'

describe('deliveryPath', () => {
  it('depends on folder and text alone', () => {
    expect(deliveryPath('/s/deliver', '')).toBe('/s/deliver/e3b0c44298fc1c149afbf4c8996fb924.md')
    expect(deliveryPath('/s/deliver', 'a')).not.toBe(deliveryPath('/s/deliver', 'b'))
  })
})
