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

/** What a header or a form can carry. */
function isSecret(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value)
}
