// A part that is missing, with the line to add it at.
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(__dirname, '../..')

export interface MissingPart {
  /** The file from the root of the project. */
  readonly file: string
  readonly line: number
  /** The problem, as a sentence. */
  readonly rule: string
  /** What to change, as a sentence. */
  readonly fix: string
}

export const readText = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

/** The line, from 1, of the first match; 1 where there is none. */
export function lineIn(file: string, pattern: RegExp): number {
  const text = readText(file)
  const found = text.search(pattern)
  return found < 0 ? 1 : text.slice(0, found).split('\n').length
}

/** The files below a folder, from the root of the project. */
export function filesIn(folder: string, end: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(folder, name).split(path.sep).join('/'))
    .sort()
}

/** A line for each part, `<file>:<line>: <rule> <fix>`. */
export function printMissing(parts: readonly MissingPart[]): string {
  return [...new Set(parts.map(({ file, line, rule, fix }) => `${file}:${line}: ${rule} ${fix}`))].sort().join('\n')
}
