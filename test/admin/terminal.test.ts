// Who acts, confirmations, tables in a terminal width, CSV, the installed name.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { runAdmin } from '../../src/admin/program'
import { renderCsv, renderTable } from '../../src/admin/table'
import { collect, runIn, useAdmin } from './support'

const admin = useAdmin()
const root = path.join(__dirname, '..', '..')
const { version, bin } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
let communityId: string
beforeAll(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
})
const here = (noun: string, verb: string, ...more: string[]) => [noun, verb, '--community', communityId, ...more]
const actors = async () => {
  const { auditEntries: entries } = await admin.json(here('audit', 'list'))
  return entries.map(({ actor }: { actor: { kind: string; id: string } }) => `${actor.kind} ${actor.id}`)
}

test('--version prints the version of the package', async () => {
  expect(await runIn({}, ['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('help and commands by hand load no handlers', () => {
  const loadedBy = (...args: string[]): string[] => {
    const program = `process.argv.splice(1, 0, 'admin'); require('./dist/src/admin/main.js')
      process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')))`
    const { stderr } = spawnSync(process.execPath, ['-e', program, '--', ...args], { cwd: root, encoding: 'utf8' })
    return stderr.split('\n').map((file) => path.relative(root, file))
  }
  // half of the time of a command
  const ofHandlers = /^dist\/src\/(http\/handlers|admin\/derived\/run)\.js$/
  for (const loaded of [loadedBy('--help'), loadedBy('plan', 'list', '--help'), loadedBy('medal', 'list', '--help')]) {
    expect(loaded).toContain('dist/src/admin/nouns.js')
    expect(loaded.filter((file) => ofHandlers.test(file))).toEqual([])
  }
})

test('help names the command as it was typed', async () => {
  expect(Object.keys(bin)).toEqual(['community-admin', 'community-server'])
  const stdout = collect(false)
  const terminal = { stdin: process.stdin, stdout, stderr: collect(false), env: {}, command: 'community-admin' }
  expect(await runAdmin(['key', 'list', '--help'], terminal)).toBe(0)
  expect(stdout.text()).toContain('\n  community-admin key list\n')
})

test('--as names the operator in the audit log', async () => {
  await admin.json(here('community', 'set', '--name', 'Southern Watch', '--as', 'Ana Lima'))
  expect((await actors())[0]).toBe('operator Ana Lima')
  expect(await admin.failure(here('community', 'set', '--name', 'x', '--as', 'a\nb'))).toContain('1 to 100 characters')
})

describe('what cuts others off', () => {
  const pause = () => here('operations', 'pause')

  test('is refused without a terminal, with the flag that confirms', async () => {
    expect(await admin.failure(pause())).toBe(
      `error: rank changes of ${communityId} are refused until operations resume; give --yes to confirm\n` +
        'See npm run admin -- operations pause --help\n',
    )
    expect(await admin.json([...pause(), '--yes'])).toMatchObject({ changed: true })
    await admin.json(here('operations', 'resume'))
  })

  let keyId: string
  beforeAll(async () => {
    const other = (await admin.json(['community', 'create', '--name', 'Southern Watch'])).communityId as string
    const create = ['key', 'create', '--community', other, '--name', 'x', '--scopes', 'ranks.read']
    keyId = (await admin.json(create)).keyId as string
  })

  test.each([
    ['platform disconnect', here],
    ['community set --api off', here],
    ['subscription set --plan none', here],
    ['webhook disable --webhook whk_aaaaaaaaaaaaaaaaaaaa', here],
    ['key revoke --key KEY', null],
    ['key disable --key KEY', null],
    ['key rotate --key KEY --overlap 0s', null],
    ['plan set --name standard --api off', null],
    ['plan set --name standard --features none', null],
    ['operations pause', null],
    ['data-rights erase --user 1', null],
  ])('%s needs a confirmation', async (line, inCommunity) => {
    const [noun = '', verb = '', ...more] = line.replace('KEY', keyId).split(' ')
    const args = inCommunity ? here(noun, verb, ...more) : [noun, verb, ...more]
    expect(await admin.failure(args)).toContain('; give --yes to confirm')
  })

  test.each([
    ['yes\n', 0],
    ['y\n', 0],
    ['\n', 1],
    ['no\n', 1],
  ])('is asked for at a terminal, and %j is obeyed', async (typed, exitCode) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    stdin.end(typed)
    const [stdout, stderr] = [collect(true), collect(true)]
    expect(await runAdmin(pause(), { stdin, stdout, stderr, env: admin.env })).toBe(exitCode)
    expect(stderr.text()).toContain('are refused until operations resume.\n')
    if (exitCode === 1) expect(stderr.text()).toContain('it was not confirmed, so nothing was changed')
    const { changed } = await admin.json(here('operations', 'resume'))
    expect(changed).toBe(exitCode === 0)
  })
})

describe('tables', () => {
  const table = {
    columns: ['ID', 'NAME', 'WHEN', 'REASON'],
    rows: [
      ['a1', 'Northern Watch', '2026-11-23T16:26:20.123456Z', 'left the raid before its end and did not answer'],
      ['b2', null, null, null],
    ],
  }
  const plain = (text: string) => text

  test('put columns that do not fit below their row, and lose nothing', () => {
    expect(renderTable(table, 40, plain).map((line) => line.trimEnd())).toEqual([
      'ID  NAME            WHEN',
      'a1  Northern Watch  2026-11-23T16:26:20Z',
      '    reason: left the raid before its end',
      '    and did not answer',
      'b2  -               -',
    ])
    expect(renderTable(table, 200, plain)).toHaveLength(3)
  })

  test.each([20, 40, 80])('have no line longer than %d columns, if their words are shorter', (width) => {
    const rows = [['a', 'x'.repeat(60), 'several words '.repeat(20), 'y'.repeat(300)]]
    for (const line of renderTable({ columns: table.columns, rows }, width, plain)) {
      expect(line.length).toBeLessThanOrEqual(width)
    }
  })

  test('use the width of the terminal, and 80 columns without one', async () => {
    const keyArgs = here('key', 'list')
    await admin.json(here('key', 'create', '--name', 'game server', '--scopes', 'members.read,ranks.read'))
    const narrow = (await runIn(admin.env, keyArgs)).stdout
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(narrow).toContain('scopes: members.read, ranks.read')
    const stdout = Object.assign(collect(true), { columns: 400 })
    await runAdmin(keyArgs, { stdin: process.stdin, stdout, stderr: collect(true), env: admin.env })
    expect(stdout.text().split('\n')).toHaveLength(3)
  })
})

describe('--csv', () => {
  test('prints the table of a list with full times', async () => {
    const { stdout } = await admin.run(['community', 'list', '--csv'])
    expect(stdout.split('\n')[0]).toBe('community,api,subscription,trial,platform,name')
    expect(stdout).toContain(`${communityId},true,standard,,none,`)
    expect(await admin.failure(['community', 'list', '--csv', '--json'])).toContain('cannot be used with')
  })

  test('quotes, and keeps spreadsheets from running a text', () => {
    const rows = [['a,b', 'say "hi"', '=cmd()', -5, '+1', true, null]]
    expect(renderCsv({ columns: ['A B', 'C', 'D', 'E', 'F', 'G', 'H'], rows })).toBe(
      `a_b,c,d,e,f,g,h\n"a,b","say ""hi""",'=cmd(),-5,'+1,true,\n`,
    )
  })
})
