// Runs the benchmark command.
import { execFile } from 'node:child_process'
import path from 'node:path'

const script = path.resolve(__dirname, '../../scripts/bench/run.mjs')

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** As `npm run bench -- <args>`. */
export function bench(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
