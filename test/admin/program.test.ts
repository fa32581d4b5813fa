// Help, usage errors, formats and exit codes of all verbs.
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { Command } from 'commander'
import { listCommands } from '../../scripts/docs/commands'
import { explainFailure } from '../../src/admin/failure'
import { makeProgram } from '../../src/admin/program'
import { DomainError } from '../../src/base/errors'
import { collect, runIn, useAdmin, type Ran } from './support'

const admin = useAdmin()
const nowhere = 'cmt_aaaaaaaaaaaaaaaaaaaa'
const root = path.join(__dirname, '..', '..')
const program = path.join(root, 'dist/src/admin/main.js')

/** Runs the built command line as `npm run admin` does. */
function inProcess(args: readonly string[], env: Readonly<Record<string, string>>, stdin = ''): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env: { PATH: process.env['PATH'], ...env } })
  child.stdin.end(stdin)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, ...output }))
  })
}

test('the process prints one line on stdout and exits with 0, or one message on stderr and exits with 1', async () => {
  const made = await inProcess(['community', 'create', '--name', 'Spawned', '--json'], admin.env)
  expect(made).toMatchObject({ exitCode: 0, stderr: '' })
  expect(made.stdout).toMatch(/^\{"communityId":"cmt_[a-z2-7]{20}"\}\n$/)
  const failed = await inProcess(['community', 'show', '--community', nowhere, '--json'], admin.env)
  expect(failed).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `error: There is no community ${nowhere}; see community list.\n`,
  })
  const { communityId } = JSON.parse(made.stdout) as { communityId: string }
  const legacy = ['key', 'import-legacy', '--community', communityId, '--key', '-', '--json']
  expect(await inProcess(legacy, admin.env, 'old-1\nold-2\n')).toMatchObject({
    exitCode: 0,
    stdout: '{"imported":2}\n',
  })
  const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', communityId, '--limit', '1'])
  expect(entries[0].actor).toEqual({ kind: 'operator', id: os.userInfo().username })
})

test('a closed stdout is not an error', async () => {
  const child = spawn(process.execPath, [program, 'plan', 'list'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...admin.env },
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(stderr).toBe('')
})

test('help is available at every level', async () => {
  for (const [args, taught] of [
    [['--help'], ['community create --name "Northern Watch"', 'npm run --silent admin', 'Nouns:']],
    [
      ['key', '--help'],
      ['create', 'rotate', 'import-legacy', 'Verbs:'],
    ],
    [
      ['key', 'create', '--help'],
      ['--scopes <a,b|all>', 'members.read ', 'Examples:', '--expires-in <duration>'],
    ],
    [['plan', 'set', '--help'], ['Audit logs']],
    [['platform', 'connect', '--help'], ['- reads it from stdin']],
  ] as const) {
    const ran = await runIn({}, args)
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' })
    for (const text of taught) expect(ran.stdout).toContain(text)
  }
})

test('the examples of every verb are accepted', () => {
  const stdout = collect(false)
  const terminal = { stdin: process.stdin, stdout, stderr: stdout, env: {} }
  const refused: unknown[] = []
  /** With ids where the help shortens them. */
  const whole = (text: string): string =>
    text.replaceAll(/\b([a-z]{3})_…/g, `$1_${'a'.repeat(20)}`).replaceAll(/\b\w{4}…/g, 'a'.repeat(64))
  for (const { name } of listCommands()) {
    const [noun = '', verb = ''] = name.split(' ')
    const of = (): Command => {
      const made = makeProgram(terminal)
      made.commands
        .find((one) => one.name() === noun)
        ?.commands.find((one) => one.name() === verb)
        ?.action(() => undefined)
      return made
    }
    const before = stdout.text().length
    expect(() => of().parse([noun, verb, '--help'], { from: 'user' })).toThrow('(outputHelp)')
    const examples =
      stdout
        .text()
        .slice(before)
        .split(/\nExamples?:\n/)[1] ?? ''
    for (const line of examples.split('\n').filter((text) => text.includes(' -- '))) {
      const words = whole(line.split(' -- ')[1]?.split(/ [<>|] /)[0] ?? '').match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
      try {
        of().parse(
          words.map((word) => word.replaceAll(/^"|"$/g, '')),
          { from: 'user' },
        )
      } catch (error) {
        refused.push([line.trim(), (error as Error).message])
      }
    }
  }
  expect(refused).toEqual([])
})

test('the help of every verb has an example', async () => {
  const names = async (...args: string[]) => {
    const { stdout } = await runIn({}, [...args, '--help'])
    const list = stdout.split(/^(?:Nouns|Verbs):\n/m)[1]?.split('\n\n')[0] ?? ''
    return Array.from(list.matchAll(/^ {2}([a-z-]+) /gm), ([, name]) => name ?? '')
  }
  const nouns = await names()
  expect(nouns.length).toBeGreaterThanOrEqual(17)
  for (const noun of nouns) {
    const verbs = await names(noun)
    expect(verbs.length).toBeGreaterThan(0)
    for (const verb of verbs) {
      expect((await runIn({}, [noun, verb, '--help'])).stdout).toContain(`\n  npm run admin -- ${noun} ${verb}`)
    }
  }
})

test.each([
  ['community create', 'required option'],
  ['community creat', 'Did you mean create?'],
  ['comunity list', 'Did you mean community?'],
  ['community list --jsn', 'Did you mean --json?'],
  ['community list more', 'too many arguments'],
  ['community show --community', 'argument missing'],
])('wrong usage of `%s` gets a message that refers to the help', async (line, message) => {
  const stderr = await admin.failure(line.split(' '))
  expect(stderr).toContain(message)
  expect(stderr).toMatch(/See npm run admin -- .*--help\n$/)
})

test.each([
  [['community', 'create', '--name', ''], '1 to 100 characters'],
  [['community', 'create', '--name', 'x'.repeat(101)], '1 to 100 characters'],
  [['community', 'create', '--name', 'a\0b'], 'NUL'],
  [['community', 'create', '--name', 'x', '--plan', 'gold'], 'There is no plan gold'],
  [['community', 'show', '--community', 'cmt_1'], 'cmt_ and 20 letters and digits'],
  [['community', 'set', '--community', nowhere, '--api', 'yes'], 'on or off'],
  [['community', 'set', '--community', nowhere, '--quota-award-limit', '-1'], 'whole number from 0'],
  [['community', 'set', '--community', nowhere, '--quota-award-limit', '1e3'], 'whole number from 0'],
  [['community', 'set', '--community', nowhere, '--quota-award-limit', '9007199254740992'], 'whole number from 0'],
  [['audit', 'list', '--community', nowhere, '--limit', '1001'], 'from 1 to 1000'],
  [['key', 'rotate', '--key', 'abcdefghijkl'], 'There is no key abcdefghijkl'],
  [['key', 'rotate', '--key', 'abcdefghijkl', '--overlap', '1 hour'], 'such as 15m, 1h or 30d'],
  [['key', 'rotate', '--key', 'abcdefghijkl', '--overlap', '3651d'], 'such as 15m, 1h or 30d'],
  [['key', 'create', '--community', nowhere, '--name', 'x', '--scopes', 'a,,b'], 'comma-separated list'],
  [
    ['key', 'create', '--community', nowhere, '--name', 'x', '--scopes', 'all', '--expires', '2020-01-01T00:00:00Z'],
    'future',
  ],
  [
    ['subscription', 'set', '--community', nowhere, '--plan', 'pro', '--until', '2090-02-30T00:00:00Z'],
    'date and time',
  ],
  [['subscription', 'set', '--community', nowhere, '--plan', 'pro', '--until', '2090-02-28'], 'date and time'],
  [['subscription', 'set', '--community', nowhere, '--plan', 'pro', '--until', '2090-02-28T00:00:00'], 'date and time'],
  [['subscription', 'set', '--community', nowhere, '--plan', 'pro', '--for', '0d'], '1s to 3650d'],
])('rejects %j with a message', async (args, message) => {
  expect(await admin.failure(args)).toContain(message)
})

test('the message for an unknown scope lists the scopes', async () => {
  const { communityId } = await admin.json(['community', 'create', '--name', 'Scopes'])
  const args = ['key', 'create', '--community', communityId, '--name', 'x', '--scopes', 'members.raed']
  expect(await admin.failure(args)).toMatch(/--scopes.*there is no members\.raed; choose from members\.read, /)
})

test('lengths are counted in code points', async () => {
  const { communityId } = await admin.json(['community', 'create', '--name', '🦉'.repeat(100)])
  expect(communityId).toMatch(/^cmt_/)
})

test('text output has aligned columns, and ANSI codes only on a terminal that supports them', async () => {
  const plain = (await admin.run(['plan', 'list'])).stdout
  expect(plain).not.toContain('\u001b')
  const [heading = '', ...lines] = plain.trimEnd().split('\n')
  const inColumns = lines.filter((line) => !line.startsWith('    '))
  for (const line of inColumns) expect(line.slice(heading.indexOf('API') - 2)).toMatch(/^ {2}(on|off) /)
  const terminal = (await runIn(admin.env, ['plan', 'list'], '', true)).stdout
  expect(terminal).toContain('\u001b[2mPLAN')
  expect((await runIn({ ...admin.env, NO_COLOR: '1' }, ['plan', 'list'], '', true)).stdout).toBe(plain)
  expect((await runIn(admin.env, ['plan', 'list', '--json'], '', true)).stdout).not.toContain('\u001b')
})

test('control characters in names are escaped', async () => {
  const name = 'red \u001b[31m alert\nsecond line'
  const { communityId } = await admin.json(['community', 'create', '--name', name])
  const { stdout } = await admin.run(['community', 'show', '--community', communityId])
  expect(stdout).toContain('name                       red \\u001b[31m alert\\u000asecond line\n')
  expect((await admin.json(['community', 'show', '--community', communityId])).name).toBe(name)
})

test('an unreachable database is reported without its password, and with a stack only at level debug', async () => {
  const env = { ...admin.env, DATABASE_URL: 'postgresql://someone:topsecret@127.0.0.1:1/none' }
  const failed = await runIn(env, ['community', 'list'])
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^error: [^\n]+\n$/)
  expect(failed.stderr).not.toContain('topsecret')
  const debugged = await runIn({ ...env, LOG_LEVEL: 'debug' }, ['community', 'list'])
  expect(debugged.stderr).toMatch(/\n +at /)
  expect(debugged.stderr).not.toContain('topsecret')
  expect((await runIn({ PORT: 'x' }, ['community', 'list'])).stderr).toMatch(/^error: PORT is "x"; set it to [^\n]+\n$/)
})

it.each([
  [
    'medal_not_found',
    'This community has no medal of that name.',
    'This community has no medal of that name. See medal list.',
  ],
  [
    'validation_failed',
    'The request does not match the contract: /query/cursor must be nextCursor of the previous page.',
    '--cursor must be nextCursor of the previous page.',
  ],
] as const)('explains %s with the flag or the command of the terminal', (code, message, explained) => {
  expect(explainFailure(new DomainError(code, message))).toBe(explained)
})
