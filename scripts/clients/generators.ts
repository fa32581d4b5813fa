// Generators by language.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { loadContract } from '../../src/contract/document'
import { packaged } from '../packages/path'

export const languages = ['typescript', 'python', 'go', 'java'] as const
export type Language = (typeof languages)[number]

/** In the language's folder. */
export const clientFile: Record<Language, string> = {
  typescript: 'client.ts',
  python: 'client.py',
  go: 'client.go',
  java: 'Client.java',
}

/**
 * In a folder under `out`.
 * @throws with the generator's output
 */
export async function generate(language: Language, out: string): Promise<string> {
  const folder = path.join(out, language)
  fs.mkdirSync(folder, { recursive: true })
  await redocly(language, folder)
  return path.join(folder, clientFile[language])
}

/** Names the file by the language.  */
async function redocly(language: Language, folder: string): Promise<void> {
  const cli = packaged('@redocly/cli/bin/cli.js')
  const input = path.join(folder, 'contract.json')
  fs.writeFileSync(input, JSON.stringify(loadContract(), language === 'java' ? withoutPunctuation : undefined))
  const style = language === 'typescript' ? ['--args-style', 'grouped'] : []
  const options = ['--generator', language, '--output', path.join(folder, 'client.ts'), ...style]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await promisify(execFile)(process.execPath, [cli, 'generate-client', input, ...options], { env, cwd: folder })
  fs.rmSync(input)
}

/** For a replacer of JSON: Java's generator names the constant of `'*'` by a keyword. */
function withoutPunctuation(key: string, value: unknown): unknown {
  const isUnnamed = key === 'enum' && Array.isArray(value) && value.some((one) => !/[A-Za-z0-9]/.test(String(one)))
  return isUnnamed ? undefined : value
}
