// Confirmation of what cannot be undone or cuts others off.
import { createInterface } from 'node:readline/promises'
import { Refused, UsageError } from './failure'
import type { Terminal } from './output'

/**
 * Asks on stderr.
 * @param effect a sentence without a full stop
 * @throws UsageError without a terminal, or when the answer is not yes
 */
export async function confirm({ stdin, stderr }: Terminal, effect: string, isGiven: boolean): Promise<void> {
  if (isGiven) return
  if (!stdin.isTTY) throw new UsageError(`${effect}; give --yes to confirm`)
  stderr.write(`${effect}.\n`)
  const lines = createInterface({ input: stdin, output: stderr })
  const answer = await lines.question('Continue? [y/N] ').finally(() => lines.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new Refused('it was not confirmed, so nothing was changed')
}

/**
 * Asks on stderr; Enter means yes.
 * @returns null without an answer: without a terminal, at its end, and for another word
 */
export async function ask({ stdin, stderr }: Terminal, question: string): Promise<boolean | null> {
  if (!stdin.isTTY) return null
  const lines = createInterface({ input: stdin, output: stderr })
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('none')))
  const answer = await Promise.race([lines.question(`${question} [Y/n] `), ended]).finally(() => lines.close())
  if (/^(y(es)?)?$/i.test(answer.trim())) return true
  return /^no?$/i.test(answer.trim()) ? false : null
}
