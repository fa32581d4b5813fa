// On Node.js 20, mkdirSync with `recursive` never returns where mkdir(2) answers ENOENT although the directory above
// exists, as in /proc.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** @throws the error of mkdir(2) */
export function makeDirectory(directory: string, mode = 0o777): void {
  const above = path.dirname(directory)
  if (!existsSync(above)) makeDirectory(above, mode)
  try {
    mkdirSync(directory, { mode })
  } catch (error) {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}
