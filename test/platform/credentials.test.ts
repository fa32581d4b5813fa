import { randomBytes } from 'node:crypto'
import { StartError } from '../../src/base/errors'
import { makeLogger } from '../../src/base/logger'
import { decryptCredential, encryptCredential, keyNamedBy, parseEncryptionKey } from '../../src/encryption/credentials'
import { keyIdOf, Keyring } from '../../src/encryption/keyring'

const bytes = randomBytes(32)
const key = new Keyring(bytes)
const silent = makeLogger('silent')
const plain = 'a platform key, ünïcode and all'

test.each(['', 'x', plain, 'k'.repeat(4_096)])('decryption returns the encrypted text', (text) => {
  expect(decryptCredential(key, 'cmt_one', encryptCredential(key, 'cmt_one', text), silent)).toBe(text)
})

test('equal credentials have different ciphertexts without clear text', () => {
  const stored = Array.from({ length: 100 }, () => encryptCredential(key, 'cmt_one', plain))
  expect(new Set(stored.map((one) => one.subarray(1, 13).toString('hex'))).size).toBe(100)
  expect(stored.every((one) => one[0] === 1 && !one.includes('platform'))).toBe(true)
})

test('a ciphertext with a modified byte is rejected', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  for (let at = 0; at < stored.length; at++) {
    const changed = Buffer.from(stored)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decryptCredential(key, 'cmt_one', changed, silent)).toThrow(/stored credential/)
  }
})

test('a truncated ciphertext is rejected', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  for (let length = 0; length < stored.length; length++) {
    expect(() => decryptCredential(key, 'cmt_one', stored.subarray(0, length), silent)).toThrow(/stored credential/)
  }
})

test('another community or another key cannot decrypt a ciphertext', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  expect(() => decryptCredential(key, 'cmt_two', stored, silent)).toThrow(/ENCRYPTION_KEY or the row was changed/)
  expect(() => decryptCredential(new Keyring(randomBytes(32)), 'cmt_one', stored, silent)).toThrow(
    /ENCRYPTION_KEY or the row was changed/,
  )
})

describe('during a rotation', () => {
  const old = randomBytes(32)
  const rotating = new Keyring(bytes, [old])

  test('ciphertexts of the previous release are decrypted with either key', () => {
    for (const one of [old, bytes]) {
      const stored = encryptCredential(new Keyring(one), 'cmt_one', plain)
      expect([stored[0], keyNamedBy(stored)]).toEqual([1, null])
      expect(decryptCredential(rotating, 'cmt_one', stored, silent)).toBe(plain)
    }
  })

  test('new ciphertexts contain the id of the current key, and every server with that key decrypts them', () => {
    const stored = encryptCredential(rotating, 'cmt_one', plain)
    expect([stored[0], keyNamedBy(stored)]).toEqual([2, keyIdOf(bytes).toString('hex')])
    for (const ring of [rotating, key, new Keyring(old, [bytes])]) {
      expect(decryptCredential(ring, 'cmt_one', stored, silent)).toBe(plain)
    }
    expect(() => decryptCredential(rotating, 'cmt_two', stored, silent)).toThrow(/was changed/)
    for (let at = 0; at < stored.length; at++) {
      const changed = Buffer.from(stored)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decryptCredential(rotating, 'cmt_one', changed, silent)).toThrow(/stored credential/)
    }
  })

  test('a server that has read a key id writes key ids', () => {
    const after = new Keyring(bytes)
    expect(encryptCredential(after, 'cmt_one', plain)[0]).toBe(1)
    decryptCredential(after, 'cmt_one', encryptCredential(rotating, 'cmt_one', plain), silent)
    expect(encryptCredential(after, 'cmt_one', plain)[0]).toBe(2)
  })

  test('the error contains the id of the missing key, and no key', () => {
    const stored = encryptCredential(rotating, 'cmt_one', plain)
    const failing = () => decryptCredential(new Keyring(old), 'cmt_one', stored, silent)
    const [missing, given] = [bytes, old].map((one) => keyIdOf(one).toString('hex'))
    expect(failing).toThrow(`needs the key ${missing}, but ENCRYPTION_KEY is ${given}. Set ENCRYPTION_KEY`)
    for (const secret of [bytes, old]) expect(failing).not.toThrow(secret.toString('hex'))
  })
})

test('ENCRYPTION_KEY is accepted as hex and as base64', () => {
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
])('ENCRYPTION_KEY %j is rejected, and the error does not contain it', (text) => {
  const failing = (): Buffer => parseEncryptionKey(text)
  expect(failing).toThrow(StartError)
  expect(failing).toThrow(/openssl rand -hex 32/)
  if (text !== '') expect(failing).not.toThrow(text)
})
