// Alphabet, checksum and hash of API keys.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Db } from '../../src/context'
import { hashKey, keyIdOf, makeKey } from '../../src/auth/keys'
import { KeyCache } from '../../src/auth/key-cache'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const communityId = 'cmt_aaaaaaaaaaaaaaaaaaaa'

/** CRC-32 of IEEE 802.3, computed bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = base62.charAt(rest % 62) + text
  return text
}

/** Authenticates without a database: a malformed key must not be looked up. */
const unasked = async (authorization: string) => {
  const db = new Proxy({} as Db, {
    get: () => {
      throw new Error('the database was asked')
    },
  })
  return new KeyCache(db, { isLive: () => true }).authenticate({ authorization, communityId })
}

it('is cmk_, a key id, 256 bits and a CRC-32, all in base62', () => {
  for (let i = 0; i < 100; i++) {
    const { key, keyId } = makeKey()
    expect(key).toMatch(/^cmk_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
    expect(keyIdOf(key)).toBe(keyId)
    expect(key.slice(4, 16)).toBe(keyId)
    expect(key.slice(-6)).toBe(toBase62(crc32(key.slice(0, -6)), 6))
  }
  expect(62n ** 43n).toBeGreaterThan(2n ** 256n)
})

it('uses the whole alphabet evenly, and is unique', () => {
  const keys = Array.from({ length: 2_000 }, () => makeKey())
  expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(keys.length)
  const counts = new Map<string, number>()
  for (const { key } of keys) for (const letter of key.slice(17, -6)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.keys()].sort().join('')).toBe(base62)
  // about 1,387 of each character; 370 is ten standard deviations
  for (const count of counts.values()) expect(Math.abs(count - (2_000 * 43) / 62)).toBeLessThan(370)
})

it('is stored as its SHA-256', () => {
  const { key } = makeKey()
  expect(hashKey(key).toString('hex')).toBe(createHash('sha256').update(key, 'utf8').digest('hex'))
})

const typo = fc.record({ at: fc.nat(65), letter: fc.constantFrom(...base62, '_', '-', '~') })

it('any wrong character is detected without a query', async () => {
  const { key } = makeKey()
  await fc.assert(
    fc.asyncProperty(typo, async ({ at, letter }) => {
      fc.pre(key[at] !== letter)
      const mistyped = key.slice(0, at) + letter + key.slice(at + 1)
      expect(keyIdOf(mistyped)).toBeNull()
      if (at >= 4) await expect(unasked(`Bearer ${mistyped}`)).rejects.toMatchObject({ code: 'unauthorized' })
    }),
  )
})

it('swapped, missing and doubled characters are detected', () => {
  fc.assert(
    fc.property(fc.nat(64), (at) => {
      const { key } = makeKey()
      const [left = '', right = ''] = key.slice(at, at + 2)
      if (left !== right) expect(keyIdOf(key.slice(0, at) + right + left + key.slice(at + 2))).toBeNull()
      expect(keyIdOf(key.slice(0, at) + key.slice(at + 1))).toBeNull()
      expect(keyIdOf(key.slice(0, at) + left + key.slice(at))).toBeNull()
    }),
  )
})

it.each([
  '',
  'cmk_',
  'cmk__',
  ' ',
  `${makeKey().key}\n`,
  ` ${makeKey().key}`,
  makeKey().key.toUpperCase(),
  `${makeKey().key}0`,
])('%j is not a key', (text) => {
  expect(keyIdOf(text)).toBeNull()
})

it.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  makeKey().key,
  `Bearer ${makeKey().key} x`,
  `Token ${makeKey().key}`,
])('the header %j is refused without a query', async (authorization) => {
  const code = authorization === '' ? 'missing_credentials' : 'unauthorized'
  await expect(unasked(authorization)).rejects.toMatchObject({ code })
})

it('a well-formed key is queried, with any spelling of Bearer', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
    await expect(unasked(`${scheme} ${makeKey().key}`)).rejects.toThrow('the database was asked')
  }
})

it.each([
  '',
  'cmt_',
  'x',
  'cmt_aaaaaaaaaaaaaaaaaaa',
  'CMT_aaaaaaaaaaaaaaaaaaaa',
  'cmt_aaaaaaaaaaaaaaaaaaa1',
  "cmt_' or 1=1 --",
])('the community %j is refused without a query', async (wrong) => {
  const keys = new KeyCache({} as Db, { isLive: () => true })
  const present = async () => keys.authenticate({ authorization: `Bearer ${makeKey().key}`, communityId: wrong })
  await expect(present()).rejects.toMatchObject({ code: wrong === '' ? 'missing_credentials' : 'unauthorized' })
})
