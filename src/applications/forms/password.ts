// Form passwords: argon2id, at most one hash per core at a time.
import os from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** OWASP, Password Storage Cheat Sheet: 19 MiB (`memoryCost` in KiB), two passes. Algorithm 2 is argon2id. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const waiting: (() => void)[] = []
let free = os.availableParallelism()

/** @returns PHC string format */
export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password, parameters))
}

export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return withSlot(() => verify(stored, password))
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
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
