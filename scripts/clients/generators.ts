// Generates the clients of languages that have no package in clients/.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Document } from 'openapi-backend'
import { loadContract } from '../../src/contract/document'
import { packaged } from '../packages/path'

export const languages = ['go', 'java'] as const
export type Language = (typeof languages)[number]

/** The file that the generator leaves in the folder of the language. */
const clientFile: Record<Language, string> = { go: 'client.go', java: 'Client.java' }

/**
 * Generates a client with Redocly CLI, which names the file by the language whatever name it is given.
 * @returns the file, in a folder under `out`
 * @throws Error with the generator's output
 */
export async function generate(language: Language, out: string, contract: Document = loadContract()): Promise<string> {
  const folder = path.join(out, language)
  fs.mkdirSync(folder, { recursive: true })
  const input = path.join(folder, 'contract.json')
  fs.writeFileSync(input, JSON.stringify(contract, language === 'java' ? withoutPunctuation : undefined))
  const options = ['--generator', language, '--output', path.join(folder, 'client.ts')]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const cli = packaged('@redocly/cli/bin/cli.js')
  await promisify(execFile)(process.execPath, [cli, 'generate-client', input, ...options], { env, cwd: folder })
  fs.rmSync(input)
  return path.join(folder, clientFile[language])
}

/**
 * A replacer of JSON that leaves out an enum with a value such as `'*'`, whose constant Java's generator would name by
 * a keyword.
 */
function withoutPunctuation(key: string, value: unknown): unknown {
  const isUnnamed = key === 'enum' && Array.isArray(value) && value.some((one) => !/[A-Za-z0-9]/.test(String(one)))
  return isUnnamed ? undefined : value
}
