import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'sentences-'))
afterAll(() => fs.rmSync(directory, { recursive: true }))

function lint(text: string, ...flags: string[]): { status: number | null; stdout: string } {
  const file = path.join(directory, 'file.ts')
  fs.writeFileSync(file, text)
  const script = path.resolve(__dirname, '../../scripts/lint/sentences.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, ...flags, file], { encoding: 'utf8' })
  return { status, stdout: stdout.replaceAll(file, 'file.ts') }
}
const isWhole = (doc: string): boolean => lint(`/** ${doc} */\n`, '--list').stdout.includes('0 fragments among 1')

test.each([
  'Returns the rows of a community.',
  'Locks are short.',
  'It is in milliseconds; null means never.',
  'When the lease ends, another worker claims the row.',
  'The member whose rank is synced has no account.',
  'Jobs wait for the commit.',
  '@throws DomainError 404',
])('takes "%s" for a sentence', (doc) => {
  expect(isWhole(doc)).toBe(true)
})

test.each([
  'Of the last lease.',
  'null: off.',
  'The names of tables.',
  'Rows that are locked.',
  'Until the lease ends.',
  'Milliseconds. The lease ends then.',
  'Names of the columns.',
])('takes "%s" for a fragment', (doc) => {
  expect(isWhole(doc)).toBe(false)
})

test('names file and line of each fragment, and fails', () => {
  const { status, stdout } = lint('const one = 1\n/** Of the last lease. */\nconst two = 2\n')
  expect(stdout).toContain('file.ts:2: Of the last lease.\n1 fragments among 1 one-line doc comments (100.0 %)')
  expect(status).toBe(1)
})

test('counts the words of all comments, and names the files with too many', () => {
  const code = 'const value = 1\n'.repeat(10)
  expect(lint(`// one two three\n${code}/* four\nfive */\n/** @throws Six */\n`)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('file.ts:1: 7 words of comments in 10 lines of code') as string,
  })
  expect(lint(`// one two three\n${code}`).status).toBe(0)
})
