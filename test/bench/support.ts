// Runs the benchmark command.
import { execFile } from 'node:child_process'
import path from 'node:path'

const script = path.resolve(__dirname, '../../scripts/bench/run.mjs')

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command like `npm run bench -- <args>`. */
export const bench = (...args: string[]): Promise<Ended> => benchWith({}, ...args)

export function benchWith(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment }
    execFile(process.execPath, ['--import', 'tsx', script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
