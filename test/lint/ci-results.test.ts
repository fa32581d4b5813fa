import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'ci-results-'))
afterAll(() => fs.rmSync(directory, { recursive: true }))
beforeEach(() => {
  for (const name of fs.readdirSync(directory)) fs.rmSync(path.join(directory, name))
})

function record(name: string, tests: Record<string, boolean>): void {
  const assertionResults = Object.entries(tests).map(([fullName, isPassed]) => ({
    fullName,
    status: isPassed ? 'passed' : 'failed',
    failureMessages: isPassed ? [] : [`${fullName} was wrong`],
  }))
  const passed = Object.values(tests).filter(Boolean).length
  const status = passed === assertionResults.length && passed > 0 ? 'passed' : 'failed'
  const result = {
    numPassedTests: passed,
    testResults: [{ name: '/test/a.test.ts', status, message: 'm', assertionResults }],
  }
  fs.writeFileSync(path.join(directory, name), JSON.stringify(result))
}

function close(...lanes: string[]): { status: number | null; lines: string[] } {
  const script = path.resolve(__dirname, '../../scripts/ci-results.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, '--close', directory, ...lanes], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

test('the counts of the lanes and of the upgrade are added', () => {
  record('server', { reads: true, writes: true })
  record('tools', { builds: true })
  fs.writeFileSync(path.join(directory, 'upgrade'), 'text\n5 passed, 0 failed\n')
  expect(close('server', 'tools')).toEqual({ status: 0, lines: ['8 passed, 0 failed'] })
})

test('a test that fails twice fails the run and is named', () => {
  record('server', { reads: true, writes: false })
  record('server-again', { reads: true, writes: false })
  expect(close('server')).toEqual({
    status: 1,
    lines: ['failed (server): writes', 'writes was wrong', '1 passed, 1 failed'],
  })
})

test('a test that passes alone is named and counted as passed', () => {
  record('server', { reads: true, writes: false })
  record('server-again', { reads: true, writes: true })
  expect(close('server')).toEqual({
    status: 0,
    lines: ['unstable (server), passed alone: writes', 'writes was wrong', '2 passed, 0 failed'],
  })
})

test('the files of a group that failed run again by themselves', () => {
  const failed = {
    fullName: 'a/b.test.ts adds',
    status: 'failed',
    ancestorTitles: ['a/b.test.ts'],
    failureMessages: ['x'],
  }
  const testResults = [{ name: '/group-1.test.js', status: 'failed', message: 'm', assertionResults: [failed, failed] }]
  fs.writeFileSync(path.join(directory, 'server'), JSON.stringify({ numPassedTests: 0, testResults }))
  const script = path.resolve(__dirname, '../../scripts/ci-results.mjs')
  const files = spawnSync(process.execPath, [script, '--files', path.join(directory, 'server')], { encoding: 'utf8' })
  expect(files.stdout).toBe('test/a/b.test.ts\n')
  record('server-again', { adds: true })
  expect(close('server').lines[0]).toBe('unstable (server), passed alone: adds')
})

test('a test that fails in the second run only fails the run', () => {
  record('server', { reads: true, writes: false })
  record('server-again', { reads: false, writes: true })
  expect(close('server').status).toBe(1)
})

test('a file without results and a lane without a result are failures', () => {
  record('server', {})
  expect(close('server', 'tools').lines.at(-1)).toBe('0 passed, 2 failed')
})
