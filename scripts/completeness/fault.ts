// A missing part and where to add it.
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(__dirname, '../..')

export interface MissingPart {
  /** From the root. */
  readonly file: string
  readonly line: number
  /** A sentence. */
  readonly rule: string
  /** A sentence. */
  readonly fix: string
}

export const readText = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

/** From 1; 1 without a match. */
export function lineIn(file: string, pattern: RegExp): number {
  const text = readText(file)
  const found = text.search(pattern)
  return found < 0 ? 1 : text.slice(0, found).split('\n').length
}

/** From the root. */
export function filesIn(folder: string, end: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(folder, name).split(path.sep).join('/'))
    .sort()
}

/** `<file>:<line>: <rule> <fix>`. */
export function printMissing(parts: readonly MissingPart[]): string {
  return [...new Set(parts.map(({ file, line, rule, fix }) => `${file}:${line}: ${rule} ${fix}`))].sort().join('\n')
}
