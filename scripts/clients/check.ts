// Compiles the generated clients and runs them against a live server.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { generate, type Language } from './generators'
import { startLiveServer, type LiveServer } from './server'

const run = promisify(execFile)
const root = path.resolve(__dirname, '../..')
const live = (file: string): string => path.join(__dirname, 'live', file)
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name)

/** In the client's folder. */
interface Command {
  readonly command: string
  readonly args: readonly string[]
}
interface Check {
  readonly compiler: Command & { readonly name: string; readonly probe: Command }
  /** By target name. */
  readonly files: Readonly<Record<string, string>>
  /** Prints `live`. */
  readonly call: Command
}

const command = (line: string): Command => {
  const [name = '', ...args] = line.split(' ')
  return { command: name, args }
}
const compiler = (name: string, probe: string, line: string): Check['compiler'] => ({
  ...{ name, probe: command(probe) },
  ...command(line),
})

const checks: Record<Language, Check> = {
  typescript: {
    compiler: compiler(
      'tsc --strict',
      `${bin('tsc')} --version`,
      `${bin('tsc')} --strict --target es2022 --module nodenext --moduleResolution nodenext --types node --typeRoots ${path.join(root, 'node_modules/@types')} --outDir out live.ts`,
    ),
    files: { 'typescript.ts': 'live.ts' },
    call: command(`${process.execPath} out/live.js`),
  },
  python: {
    compiler: compiler('python3', 'python3 --version', 'python3 -m py_compile client.py'),
    files: { 'live.py': 'live.py', 'httpx.py': 'standin/httpx.py' },
    call: command('python3 live.py'),
  },
  go: {
    compiler: compiler('go', 'go version', 'go vet ./...'),
    files: { 'live.go': 'main.go' },
    call: command('go run .'),
  },
  java: {
    compiler: compiler('javac', 'javac -version', 'javac -d out Client.java Live.java'),
    files: { 'Live.java': 'Live.java' },
    call: command('java -cp out Live'),
  },
}

/**
 * A line per language.
 * @returns whether all possible checks passed
 */
export async function checkClients(languages: readonly Language[]): Promise<boolean> {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'clients-'))
  const server = await startLiveServer()
  try {
    let passed = true
    for (const language of languages) {
      const problem = await checkOne(language, out, server)
      if (problem !== null) passed = false
    }
    return passed
  } finally {
    await server.stop()
    fs.rmSync(out, { recursive: true, force: true })
  }
}

/** Null: none. */
async function checkOne(language: Language, out: string, server: LiveServer): Promise<string | null> {
  const { compiler: found, call } = checks[language]
  const done: string[] = []
  try {
    const folder = path.dirname(await generate(language, out))
    done.push('generated')
    if (!(await isHere(found.probe))) {
      console.log(`${language}: generated; no compiler here (${found.name})`)
      return null
    }
    await prepareFolder(language, folder)
    await run(found.command, found.args, { cwd: folder })
    done.push(`compiled (${found.name})`)
    const { env, note } = await environmentOf(language, folder, server)
    const { stdout } = await run(call.command, call.args, { cwd: folder, env, timeout: 120_000 })
    if (!stdout.includes('live')) throw new Error(`the output has no "live": ${stdout}`)
    done.push(`called a live server${note}`)
    console.log(`${language}: ${done.join(', ')}`)
    return null
  } catch (error) {
    const { message, stdout = '' } = error as Error & { stdout?: string }
    console.error(`${language}: ${done.join(', ')}, then FAILED: ${message}\n${stdout}`)
    return message
  }
}

const isHere = ({ command: name, args }: Command): Promise<boolean> =>
  run(name, args).then(
    () => true,
    () => false,
  )

/** The calling program and what the compiler needs. */
async function prepareFolder(language: Language, folder: string): Promise<void> {
  for (const [from, to] of Object.entries(checks[language].files)) {
    const target = path.join(folder, to)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    await fs.promises.copyFile(live(from), target)
  }
  if (language !== 'go') return
  fs.writeFileSync(path.join(folder, 'go.mod'), 'module live\n\ngo 1.18\n')
  fs.mkdirSync(path.join(folder, 'client'))
  fs.renameSync(path.join(folder, 'client.go'), path.join(folder, 'client/client.go'))
}

/** Without httpx, Python gets a replacement. */
async function environmentOf(language: Language, folder: string, server: LiveServer) {
  const { url, communityId, key } = server
  const env = { ...process.env, SERVER_URL: url, COMMUNITY_ID: communityId, COMMUNITY_KEY: key }
  if (language !== 'python') return { env, note: '' }
  const version = await run('python3', ['-c', 'import httpx; print(httpx.__version__)']).catch(() => null)
  if (version) return { env, note: ` through httpx ${version.stdout.trim()}` }
  const pythonPath = [path.join(folder, 'standin'), process.env.PYTHONPATH].filter(Boolean).join(path.delimiter)
  return { env: { ...env, PYTHONPATH: pythonPath }, note: ' with a replacement for httpx, which is not installed' }
}
