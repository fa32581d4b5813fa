// The command `response`, and forms created from a file.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Ctx } from '../../src/context'
import { makeForm, openRooms, submit, type Rooms } from './forms'
import { useAdmin } from './support'

const admin = useAdmin()
let rooms: Rooms
let communityId: string
let ctx: Ctx
let directory: string

beforeAll(() => {
  rooms = openRooms(admin)
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'forms-'))
})
afterAll(async () => {
  fs.rmSync(directory, { recursive: true })
  await rooms.database.close()
})
beforeEach(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
  ctx = await rooms.ctx(communityId)
})

const here = (noun: string, verb: string, ...more: string[]) => [noun, verb, '--community', communityId, ...more]
const response = (verb: string, id: string, ...more: string[]) => here('response', verb, '--response', id, ...more)
const entries = async (action: string) => (await admin.json(here('audit', 'list', '--action', action))).auditEntries

async function submitted(form: string, userId: number, why: string): Promise<string> {
  await admin.json(['account', 'verify', '--user', String(userId), '--chat-user', `chat-${userId}`])
  return submit(ctx, form, userId, why)
}

describe('queue', () => {
  test('shows the pending responses of all forms, oldest first, with answers, in pages', async () => {
    expect((await admin.run(here('response', 'queue'))).stdout).toBe('No response waits for a review.\n')
    const [pilots, medics] = [await makeForm(ctx, 'Pilot school'), await makeForm(ctx, 'Medic school')]
    const one = await submitted(pilots, 31, 'I like to fly.')
    const two = await submitted(medics, 32, 'I like to help.\nAlways.')
    const three = await submitted(pilots, 33, '=cmd()')
    const { responses, nextAfter } = await admin.json(here('response', 'queue', '--limit', '2'))
    expect(responses).toMatchObject([
      { responseId: one, applicationName: 'Pilot school', userId: '31', answers: { why: 'I like to fly.' } },
      { responseId: two, applicationName: 'Medic school', userId: '32' },
    ])
    const next = await admin.json(here('response', 'queue', '--limit', '2', '--after', nextAfter))
    expect(next).toMatchObject({ responses: [{ responseId: three }], nextAfter: null })
    expect((await admin.json(here('response', 'queue', '--application', medics))).responses).toHaveLength(1)
    const { stdout } = await admin.run(here('response', 'queue'))
    expect(stdout).toContain('  Why do you want to join?\n    I like to help.\n    Always.\n')
    const csv = (await admin.run(here('response', 'queue', '--csv'))).stdout
    expect(csv).toContain('response,application,form,user,username,submitted,question,answer\n')
    expect(csv).toContain(",Why do you want to join?,'=cmd()\n")
  })

  test('escapes control characters in answers, and wraps them', async () => {
    const id = await submitted(await makeForm(ctx, 'Entry'), 34, `red \u001b[31m ${'word '.repeat(60)}`)
    const { stdout } = await admin.run(response('show', id))
    expect(stdout).toContain('red \\u001b[31m word')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('the audit log names who read which response', async () => {
    const id = await submitted(await makeForm(ctx, 'Entry'), 35, 'because')
    await admin.json(here('response', 'queue', '--as', 'Ana'))
    expect(await entries('application.response.read')).toMatchObject([
      { actor: { kind: 'operator', id: 'Ana' }, userId: '35', after: { responseId: id } },
    ])
  })
})

describe('pass and fail', () => {
  test('decide a response once, with feedback and a note, by the operator', async () => {
    const id = await submitted(await makeForm(ctx, 'Entry'), 36, 'because')
    const pass = response('pass', id, '--feedback', 'Welcome.', '--note', 'Good one.', '--as', 'Ana')
    const decided = { status: 'Passed', applicantFeedback: 'Welcome.', privateNote: 'Good one.', revision: 2 }
    expect(await admin.json(pass)).toMatchObject({ ...decided, decidedBy: { kind: 'operator', id: 'Ana' } })
    expect(await admin.json(response('show', id))).toMatchObject(decided)
    expect(await admin.failure(response('fail', id))).toContain('already reviewed')
    expect(await entries('application.response.review')).toMatchObject([{ actor: { id: 'Ana' } }])
    expect((await admin.json(here('notification', 'list'))).notifications).toHaveLength(1)
    expect((await admin.json(here('response', 'queue'))).responses).toEqual([])
    const other = await submitted(await makeForm(ctx, 'Other'), 36, 'because')
    expect(await admin.json(response('fail', other))).toMatchObject({ status: 'Failed', applicantFeedback: null })
  })

  test('refuse a revision that is not the current one, and a response of another community', async () => {
    const id = await submitted(await makeForm(ctx, 'Entry'), 37, 'because')
    expect(await admin.failure(response('pass', id, '--revision', '7'))).toContain('at revision 1')
    const elsewhere = (await admin.json(['community', 'create', '--name', 'Elsewhere'])).communityId
    for (const verb of ['show', 'pass', 'fail']) {
      const foreign = ['response', verb, '--community', elsewhere, '--response', id]
      expect(await admin.failure(foreign)).toContain('This response does not exist')
    }
    expect(await admin.failure(response('pass', id, '--feedback', 'x'.repeat(2_001)))).toContain('at most 2,000')
  })
})

describe('application create', () => {
  const form = {
    name: 'Pilot school',
    state: 'open',
    questions: [
      { type: 'short', title: 'Why do you apply?' },
      { type: 'single', title: 'Up is', options: [{ label: 'this way' }, { label: 'that way' }] },
    ],
  }
  const write = (name: string, content: string): string => {
    const file = path.join(directory, name)
    fs.writeFileSync(file, content)
    return file
  }
  const create = (file: string, ...more: string[]) => here('application', 'create', '--file', file, ...more)

  test('creates a form from a file, and show prints a file for another one', async () => {
    const made = await admin.json(create(write('form.json', JSON.stringify(form)), '--as', 'Ana'))
    expect(made).toMatchObject({ name: 'Pilot school', state: 'open', version: 1, questionCount: 2 })
    expect(await entries('application.create')).toMatchObject([{ actor: { kind: 'operator', id: 'Ana' } }])
    const show = here('application', 'show', '--application', made.applicationId)
    expect((await admin.run(show)).stdout).toContain('  Up is\n    single: this way, that way\n')
    const { stdout } = await admin.run([...show, '--json'])
    const copy = await admin.json(create('-'), stdout)
    expect(copy).toMatchObject({ name: 'Pilot school', questionCount: 2 })
    expect(copy.applicationId).not.toBe(made.applicationId)
  })

  test('reads a password from a file', async () => {
    const password = write('password', 'open sesame\n')
    const made = await admin.json(create(write('a.json', JSON.stringify(form)), '--password-file', password))
    expect(made).toMatchObject({ passwordRequired: true })
    const two = write('two', 'a\nb\n')
    expect(await admin.failure(create(write('b.json', JSON.stringify(form)), '--password-file', two))).toContain(
      'one line',
    )
  })

  test.each([
    ['{', 'is not JSON'],
    ['{"name":"x"}', '--file/questions is required'],
    ['{"name":"x","questions":[{"type":"short"}],"colour":1}', '--file/questions/0/title is required'],
    [
      '{"name":"x","questions":[{"type":"long","title":"y","options":[]}]}',
      'error: --file/questions/0/options is not known here; leave it out\n',
    ],
    ['[]', '--file/name is required'],
    ['null', '--file must be object'],
  ])('rejects %s with what is wrong', async (content, message) => {
    expect(await admin.failure(create(write('bad.json', content)))).toContain(message)
  })

  test('rejects a missing file', async () => {
    expect(await admin.failure(create(path.join(directory, 'none.json')))).toContain('--file cannot be read (ENOENT')
  })
})
