// Passwords of forms: argon2id at OWASP's parameters, stored with each hash, off the event loop, as many at once as cores.
import os from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP Password Storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const waiting: (() => void)[] = []
let free = os.availableParallelism()

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Whether the password is the one that was stored. */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}
