// Compiles the generated clients and runs them against a live server.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { startDemo, type Demo } from '../../test/documentation/demo'
import { temporaryDirectory } from '../command'
import { generate, type Language } from './generators'

const run = promisify(execFile)
const root = path.resolve(__dirname, '../..')

/** Commands, run in the folder of the client. */
interface Check {
  /** Fails on a machine without the compiler: the client is only generated then. */
  readonly probe: readonly string[]
  readonly compile: readonly string[]
  /** Prints `live` when all calls succeeded. */
  readonly call: readonly string[]
  /** The calling program: its name in `live/`, and in the folder of the client. */
  readonly program: readonly [string, string]
}

const checks: Record<Language, Check> = {
  go: {
    probe: ['go', 'version'],
    compile: ['go', 'vet', './...'],
    call: ['go', 'run', '.'],
    program: ['live.go', 'main.go'],
  },
  java: {
    probe: ['javac', '-version'],
    compile: ['javac', '-d', 'out', 'Client.java', 'Live.java'],
    call: ['java', '-cp', 'out', 'Live'],
    program: ['Live.java', 'Live.java'],
  },
}

/** Prints a line for each language. @returns whether all checks that are possible on this machine passed */
export async function checkClients(languages: readonly Language[]): Promise<boolean> {
  const out = temporaryDirectory('clients')
  await run(path.join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root })
  const server = await startDemo(path.join(out, 'server'))
  try {
    let passed = true
    for (const language of languages) passed = (await checkOne(language, out, server)) && passed
    return passed
  } finally {
    await server.stop()
    fs.rmSync(out, { recursive: true, force: true })
  }
}

async function checkOne(language: Language, out: string, server: Demo): Promise<boolean> {
  const { probe, compile, call } = checks[language]
  const done = ['generated']
  const { baseUrl, communityId, key } = server
  const env = { ...process.env, SERVER_URL: baseUrl, COMMUNITY_ID: communityId, COMMUNITY_KEY: key }
  try {
    const cwd = path.dirname(await generate(language, out))
    const within = async ([name = '', ...args]: readonly string[]) => run(name, args, { cwd, env, timeout: 120_000 })
    const isHere = await within(probe).then(Boolean, () => false)
    if (!isHere) {
      console.log(`${language}: generated; no compiler here (${probe[0]})`)
      return true
    }
    prepareFolder(language, cwd)
    await within(compile)
    done.push(`compiled (${compile[0]})`)
    const { stdout } = await within(call)
    if (!stdout.includes('live')) throw new Error(`the output has no "live": ${stdout}`)
    console.log(`${language}: ${done.join(', ')}, called a live server`)
    return true
  } catch (error) {
    const { message, stdout = '' } = error as Error & { stdout?: string }
    console.error(`${language}: ${done.join(', ')}, then FAILED: ${message}\n${stdout}`)
    return false
  }
}

/** Copies the calling program, and what the compiler needs. */
function prepareFolder(language: Language, folder: string): void {
  const [from, to] = checks[language].program
  fs.copyFileSync(path.join(__dirname, 'live', from), path.join(folder, to))
  if (language !== 'go') return
  fs.writeFileSync(path.join(folder, 'go.mod'), 'module live\n\ngo 1.18\n')
  fs.mkdirSync(path.join(folder, 'client'))
  fs.renameSync(path.join(folder, 'client.go'), path.join(folder, 'client/client.go'))
}
