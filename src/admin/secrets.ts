// Secrets an operator hands over: in a file, on stdin (`-`), or as a flag, which the shell's history and the process list
// keep. No message repeats one.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { reasonOf } from '../error-message'
import { UsageError } from './failure'
import type { Terminal } from './output'

/** In the help of every flag that takes one. */
export const secretHint = '- reads it from stdin'
/** In the help of every flag that takes a file of them. */
export const secretFileHint = '- is stdin'

/**
 * The secret behind a flag.
 * @throws UsageError when there is none, or more than one
 */
export async function readSecret(flag: string, value: string, terminal: Terminal): Promise<string> {
  if (value !== '-' && terminal.stdin.isTTY) {
    terminal.stderr.write(`${flag} on the command line stays in the shell's history and the process list; give it -\n`)
  }
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
  const secrets = linesOf(value === '-' ? await text(stdin) : value)
  if (secrets.length === 0) throw new UsageError(`${value === '-' ? 'stdin' : flag} is empty; give it the key`)
  if (secrets.every(isSecret)) return secrets
  throw new UsageError(`${flag} does not hold a key: it must be 1 to 4096 visible ASCII characters without spaces`)
}

/**
 * The fields of a JSON object on stdin, each of them a secret.
 * @throws UsageError when stdin does not hold one, or a field is missing or no header could carry it
 */
export async function readSecretFields<Name extends string>(
  flag: string,
  value: string,
  names: readonly Name[],
  { stdin, stderr }: Terminal,
): Promise<Record<Name, string>> {
  if (value !== '-') throw new UsageError(`${flag} takes - alone, and reads stdin: the command line is no place for it`)
  if (stdin.isTTY) stderr.write('Paste the JSON, then press Enter and Ctrl-D.\n')
  const fields = fieldsOf(await text(stdin))
  const wrong = names.filter((name) => !isSecret(fields[name]))
  if (wrong.length === 0) return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>
  throw new UsageError(`stdin must hold a JSON object with ${names.join(', ')}; there is no usable ${wrong.join(', ')}`)
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json)) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/**
 * The key in a file, which is its only line.
 * @throws UsageError when the file cannot be read, or holds no key that a header could carry
 */
export async function readKeyFile(flag: string, file: string, terminal: Terminal): Promise<string> {
  const [key, ...others] = linesOf(await readSecretFile(flag, file, 'the key', terminal))
  if (key !== undefined && others.length === 0 && isSecret(key)) return key
  throw new UsageError(`${flag} must hold one key of 1 to 4096 visible ASCII characters`)
}

/**
 * The passphrase in a file, which is its only line.
 * @throws UsageError when the file cannot be read, or the passphrase is too short to resist guessing
 */
export async function readPassphrase(file: string, terminal: Terminal): Promise<string> {
  const flag = '--passphrase-file'
  const [passphrase = '', ...others] = linesOf(await readSecretFile(flag, file, 'the passphrase', terminal))
  if (others.length === 0 && /^[^\p{Cc}]{12,1024}$/u.test(passphrase)) return passphrase
  throw new UsageError(`${flag} must hold a passphrase of 12 to 1024 characters on one line`)
}

/**
 * The secret keys of an identity file of age, which are its lines without comments.
 * @throws UsageError when the file cannot be read or holds none
 */
export async function readIdentities(file: string, terminal: Terminal): Promise<string[]> {
  const flag = '--identity-file'
  const lines = linesOf(await readSecretFile(flag, file, 'the identity', terminal))
  const identities = lines.filter((line) => !line.startsWith('#'))
  if (identities.length > 0) return identities
  throw new UsageError(`${flag} holds no secret key; give it what age-keygen wrote`)
}

/** The text of a file of secrets, or of stdin. */
async function readSecretFile(flag: string, file: string, what: string, { stdin, stderr }: Terminal): Promise<string> {
  if (file === '-') {
    if (stdin.isTTY) stderr.write(`Paste ${what}, then press Enter and Ctrl-D.\n`)
    return text(stdin)
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag} cannot be read (${reasonOf(error)})`)
  }
}

const linesOf = (content: string): string[] =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What a header or a form can carry. */
function isSecret(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value)
}
