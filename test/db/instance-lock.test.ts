import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ownIdentity } from '../../src/base/process-identity'
import { lockDataDir } from '../../src/base/instance-lock'
import { StartError } from '../../src/base/errors'
import { onlyWhere } from '../support/only-where'

const fixture = path.join(__dirname, 'fixtures', 'lock-owner.cjs')
const children: ChildProcess[] = []
let dataDir: string
let file: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'instance-lock-'))
  file = path.join(dataDir, 'server.pid')
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process that tries to lock the directory at its first line of input, and prints "locked" or "refused". */
async function contender(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fixture, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  expect(await nextLine(child)).toBe('loaded')
  return child
}

async function nextLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return chunk.toString().trim()
}

async function tryToLock(child: ChildProcess): Promise<string> {
  const answer = nextLine(child)
  child.stdin?.write('go\n')
  return answer
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('locks the directory until released, and leaves no file', () => {
  const lock = lockDataDir(path.join(dataDir, 'made'))
  expect(() => lockDataDir(path.join(dataDir, 'made'))).toThrow(StartError)
  lock.release()
  expect(readdirSync(path.join(dataDir, 'made'))).toEqual([])
  lockDataDir(path.join(dataDir, 'made')).release()
})

test('names the running server and the fix', async () => {
  const owner = await contender()
  expect(await tryToLock(owner)).toBe('locked')
  expect(() => lockDataDir(dataDir)).toThrow(
    `Another server (pid ${owner.pid}) is running on the data directory ${dataDir}. Stop it, or set DATA_DIR or DATABASE_URL.`,
  )
})

test('replaces the lock of a server killed with SIGKILL', async () => {
  const owner = await contender()
  expect(await tryToLock(owner)).toBe('locked')
  await kill(owner)
  expect(readFileSync(file, 'utf8')).toContain(String(owner.pid))
  lockDataDir(dataDir).release()
})

test.each([
  ['no holder', ''],
  ['rubbish', 'rubbish'],
  ['a pid nobody has', '4194305 1\n'],
])('replaces a lock that names %s', (_what, text) => {
  writeFileSync(file, text)
  lockDataDir(dataDir).release()
  expect(readdirSync(dataDir)).toEqual([])
})

const { startTime } = ownIdentity()
const onlyWithStartTimes = onlyWhere(startTime !== 0)

onlyWithStartTimes('is not deceived by a pid that was given to another process', () => {
  writeFileSync(file, `${process.pid} ${startTime - 1}\n`)
  lockDataDir(dataDir).release()
})

test('does not release a lock that another server has replaced', () => {
  const lock = lockDataDir(dataDir)
  writeFileSync(file, '1 1\n')
  lock.release()
  expect(readFileSync(file, 'utf8')).toBe('1 1\n')
})

test('is taken by one of several servers that find a dead lock at the same time', async () => {
  const contenders = await Promise.all(Array.from({ length: 6 }, contender))
  for (let round = 0; round < 20; round++) {
    // an interrupted takeover of an old lock
    writeFileSync(file, '4194305 1\n')
    writeFileSync(`${file}.takeover`, '4194306 1\n')
    const answers = await Promise.all(contenders.map(tryToLock))
    expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1)
  }
})
