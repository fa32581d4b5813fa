// Secrets from a file, stdin (`-`) or a flag, which history and process list show. Messages never contain one.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { errorMessage } from '../base/error-message'
import { Refused, UsageError } from './failure'
import type { Terminal } from './output'

export const secretHint = '- reads it from stdin'
export const secretFileHint = '- is stdin'

/** @throws UsageError unless there is exactly one */
export async function readSecret(flag: string, value: string, terminal: Terminal): Promise<string> {
  if (value !== '-' && terminal.stdin.isTTY) {
    terminal.stderr.write(
      `${flag} on the command line stays in the shell history and the process list; use - instead\n`,
    )
  }
  const [secret, ...others] = await readSecrets(flag, value, terminal)
  if (secret !== undefined && others.length === 0) return secret
  throw new UsageError(`stdin has ${others.length + 1} lines; give ${flag} exactly one key`)
}

/** One value, or the lines of stdin. @throws UsageError when there is none, or one is not valid in a header */
export async function readSecrets(flag: string, value: string, { stdin, stderr }: Terminal): Promise<string[]> {
  if (value === '-' && stdin.isTTY) stderr.write('Paste the key, then press Enter and Ctrl-D.\n')
  const secrets = linesOf(value === '-' ? await text(stdin) : value)
  if (secrets.length === 0) throw new UsageError(`${value === '-' ? 'stdin' : flag} is empty; a key is required`)
  if (secrets.every(isSecret)) return secrets
  throw new UsageError(`${flag} is not a key: it must be 1 to 4096 visible ASCII characters without spaces`)
}

/** Fields of a JSON object on stdin. @throws UsageError when one is missing or not valid in a header */
export async function readSecretFields<Name extends string>(
  flag: string,
  value: string,
  names: readonly Name[],
  { stdin, stderr }: Terminal,
): Promise<Record<Name, string>> {
  if (value !== '-')
    throw new UsageError(`${flag} accepts only -, which reads stdin, because the command line is not secret`)
  if (stdin.isTTY) stderr.write('Paste the JSON, then press Enter and Ctrl-D.\n')
  const fields = fieldsOf(await text(stdin))
  const wrong = names.filter((name) => !isSecret(fields[name]))
  if (wrong.length === 0) return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>
  throw new UsageError(`stdin must be a JSON object with ${names.join(', ')}; missing or invalid: ${wrong.join(', ')}`)
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json)) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** The one line of a file. @throws UsageError when unreadable, or not valid in a header */
export async function readKeyFile(flag: string, file: string, terminal: Terminal): Promise<string> {
  const [key, ...others] = linesOf(await readSecretFile(flag, file, 'the key', terminal))
  if (key !== undefined && others.length === 0 && isSecret(key)) return key
  throw new UsageError(`${flag} must contain one key of 1 to 4096 visible ASCII characters`)
}

export async function readPassphrase(file: string, terminal: Terminal): Promise<string> {
  const flag = '--passphrase-file'
  const [passphrase = '', ...others] = linesOf(await readSecretFile(flag, file, 'the passphrase', terminal))
  if (others.length === 0 && /^[^\p{Cc}]{12,1024}$/u.test(passphrase)) return passphrase
  throw new UsageError(`${flag} must contain a passphrase of 12 to 1024 characters on one line`)
}

/** The one line of a file. The contract limits its length. @throws UsageError when unreadable */
export async function readFormPassword(file: string, terminal: Terminal): Promise<string> {
  const flag = '--password-file'
  const [password, ...others] = linesOf(await readSecretFile(flag, file, 'the password', terminal))
  if (password !== undefined && others.length === 0) return password
  throw new UsageError(`${flag} must contain the password on one line`)
}

export async function readIdentities(file: string, terminal: Terminal): Promise<string[]> {
  const flag = '--identity-file'
  const lines = linesOf(await readSecretFile(flag, file, 'the identity', terminal))
  const identities = lines.filter((line) => !line.startsWith('#'))
  if (identities.length > 0) return identities
  throw new UsageError(`${flag} contains no secret key; use a file of age-keygen`)
}

async function readSecretFile(flag: string, file: string, what: string, { stdin, stderr }: Terminal): Promise<string> {
  if (file === '-' && stdin.isTTY) stderr.write(`Paste ${what}, then press Enter and Ctrl-D.\n`)
  return readText(flag, file, { stdin })
}

/** The content of a file; `-`: stdin. @throws UsageError when unreadable */
export async function readText(flag: string, file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  if (file === '-') return text(stdin)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refused(`${flag} cannot be read (${errorMessage(error)})`)
  }
}

const linesOf = (content: string): string[] =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value)
}
