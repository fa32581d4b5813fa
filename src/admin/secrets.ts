// Secrets an operator hands over: as a flag, or on stdin when the flag is `-`, which keeps them out of the shell's
// history and the process list. No message repeats one.
import { text } from 'node:stream/consumers'
import { UsageError } from './failure'
import type { Terminal } from './output'

/** In the help of every flag that takes one. */
export const secretHint = '- reads it from stdin'

/**
 * The secret behind a flag.
 * @throws UsageError when there is none, or more than one
 */
export async function readSecret(flag: string, value: string, terminal: Terminal): Promise<string> {
  const [secret, ...others] = await readSecrets(flag, value, terminal)
  if (secret !== undefined && others.length === 0) return secret
  throw new UsageError(`stdin holds ${others.length + 1} lines; give ${flag} one key alone`)
}

/**
 * The secrets behind a flag: one, or the lines of stdin.
 * @throws UsageError when there is none, or one that no header could carry
 */
export async function readSecrets(flag: string, value: string, { stdin, stderr }: Terminal): Promise<string[]> {
  if (value === '-' && stdin.isTTY) stderr.write('Paste the key, then press Enter and Ctrl-D.\n')
  const lines = (value === '-' ? await text(stdin) : value).split('\n').map((line) => line.trim())
  const secrets = lines.filter((line) => line !== '')
  if (secrets.length === 0) throw new UsageError(`${value === '-' ? 'stdin' : flag} is empty; give it the key`)
  if (secrets.every((secret) => /^[\x21-\x7e]{1,4096}$/.test(secret))) return secrets
  throw new UsageError(`${flag} does not hold a key: it must be 1 to 4096 visible ASCII characters without spaces`)
}
