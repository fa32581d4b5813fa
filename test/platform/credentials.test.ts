import { randomBytes } from 'node:crypto'
import { StartError } from '../../src/errors'
import { decryptCredential, encryptCredential, keyNamedBy, parseEncryptionKey } from '../../src/platform/credentials'
import { keyIdOf, Keyring } from '../../src/platform/keyring'

const bytes = randomBytes(32)
const key = new Keyring(bytes)
const plain = 'a platform key, ünïcode and all'

test.each(['', 'x', plain, 'k'.repeat(4_096)])('what was encrypted comes back', (text) => {
  expect(decryptCredential(key, 'cmt_one', encryptCredential(key, 'cmt_one', text))).toBe(text)
})

test('the same credential is never stored the same way twice, and not in clear', () => {
  const stored = Array.from({ length: 100 }, () => encryptCredential(key, 'cmt_one', plain))
  expect(new Set(stored.map((one) => one.subarray(1, 13).toString('hex'))).size).toBe(100)
  expect(stored.every((one) => one[0] === 1 && !one.includes('platform'))).toBe(true)
})

test('any changed byte is noticed', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  for (let at = 0; at < stored.length; at++) {
    const changed = Buffer.from(stored)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decryptCredential(key, 'cmt_one', changed)).toThrow(/stored credential/)
  }
})

test('so is any missing one', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  for (let length = 0; length < stored.length; length++) {
    expect(() => decryptCredential(key, 'cmt_one', stored.subarray(0, length))).toThrow(/stored credential/)
  }
})

test('another community or another key cannot read it, and the error says nothing of it', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  expect(() => decryptCredential(key, 'cmt_two', stored)).toThrow(/ENCRYPTION_KEY or the row was changed/)
  expect(() => decryptCredential(new Keyring(randomBytes(32)), 'cmt_one', stored)).toThrow(
    /ENCRYPTION_KEY or the row was changed/,
  )
})

describe('during a rotation', () => {
  const old = randomBytes(32)
  const rotating = new Keyring(bytes, [old])

  test('what the release before wrote is read under either key', () => {
    for (const one of [old, bytes]) {
      const stored = encryptCredential(new Keyring(one), 'cmt_one', plain)
      expect([stored[0], keyNamedBy(stored)]).toEqual([1, null])
      expect(decryptCredential(rotating, 'cmt_one', stored)).toBe(plain)
    }
  })

  test('what is written names the key in use, and is read by every server that knows it', () => {
    const stored = encryptCredential(rotating, 'cmt_one', plain)
    expect([stored[0], keyNamedBy(stored)]).toEqual([2, keyIdOf(bytes).toString('hex')])
    for (const ring of [rotating, key, new Keyring(old, [bytes])]) {
      expect(decryptCredential(ring, 'cmt_one', stored)).toBe(plain)
    }
    expect(() => decryptCredential(rotating, 'cmt_two', stored)).toThrow(/was changed/)
    for (let at = 0; at < stored.length; at++) {
      const changed = Buffer.from(stored)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptCredential(rotating, 'cmt_one', changed)).toThrow(/stored credential/)
    }
  })

  test('a server that has read a key id goes on writing them', () => {
    const after = new Keyring(bytes)
    expect(encryptCredential(after, 'cmt_one', plain)[0]).toBe(1)
    decryptCredential(after, 'cmt_one', encryptCredential(rotating, 'cmt_one', plain))
    expect(encryptCredential(after, 'cmt_one', plain)[0]).toBe(2)
  })

  test('the error names the key that is missing, and no key', () => {
    const stored = encryptCredential(rotating, 'cmt_one', plain)
    const failing = () => decryptCredential(new Keyring(old), 'cmt_one', stored)
    const [missing, given] = [bytes, old].map((one) => keyIdOf(one).toString('hex'))
    expect(failing).toThrow(`encrypted under the key ${missing}, and ENCRYPTION_KEY is ${given}. Set ENCRYPTION_KEY`)
    for (const secret of [bytes, old]) expect(failing).not.toThrow(secret.toString('hex'))
  })
})

test('ENCRYPTION_KEY as hex and base64', () => {
  for (const text of [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), bytes.toString('base64')]) {
    expect(parseEncryptionKey(text)).toEqual(bytes)
    expect(parseEncryptionKey(` ${text}\n`)).toEqual(bytes)
  }
  expect(parseEncryptionKey(bytes.toString('base64url'))).toEqual(bytes)
})

test.each([
  '',
  'secret',
  'ab'.repeat(31),
  'ab'.repeat(33),
  randomBytes(31).toString('base64'),
  randomBytes(33).toString('base64'),
])('ENCRYPTION_KEY %j is refused without being repeated', (text) => {
  const failing = (): Buffer => parseEncryptionKey(text)
  expect(failing).toThrow(StartError)
  expect(failing).toThrow(/openssl rand -hex 32/)
  if (text !== '') expect(failing).not.toThrow(text)
})
