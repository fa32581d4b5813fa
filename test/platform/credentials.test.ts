import { randomBytes } from 'node:crypto'
import { StartError } from '../../src/errors'
import { decryptCredential, encryptCredential, parseEncryptionKey } from '../../src/platform/credentials'

const key = randomBytes(32)
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
    expect(() => decryptCredential(key, 'cmt_one', changed)).toThrow(/stored platform credential/)
  }
})

test('so is any missing one', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  for (let length = 0; length < stored.length; length++) {
    expect(() => decryptCredential(key, 'cmt_one', stored.subarray(0, length))).toThrow(/stored platform credential/)
  }
})

test('another community or another key cannot read it, and the error says nothing of it', () => {
  const stored = encryptCredential(key, 'cmt_one', plain)
  expect(() => decryptCredential(key, 'cmt_two', stored)).toThrow(/ENCRYPTION_KEY or the row was changed/)
  expect(() => decryptCredential(randomBytes(32), 'cmt_one', stored)).toThrow(/ENCRYPTION_KEY or the row was changed/)
})

test('ENCRYPTION_KEY as hex and base64', () => {
  for (const text of [key.toString('hex'), key.toString('hex').toUpperCase(), key.toString('base64')]) {
    expect(parseEncryptionKey(text)).toEqual(key)
    expect(parseEncryptionKey(` ${text}\n`)).toEqual(key)
  }
  expect(parseEncryptionKey(key.toString('base64url'))).toEqual(key)
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
