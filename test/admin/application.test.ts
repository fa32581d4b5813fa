// The commands `application`, `join-requirement` and `notification`.
import { sql } from 'kysely'
import { reviewResponse } from '../../src/applications/reviews/actions'
import type { Ctx } from '../../src/context'
import { makeForm, openRooms, submit, updateForm, type Rooms } from './forms'
import { useAdmin } from './support'
import { pastTheGuard } from '../support/audit'

const admin = useAdmin()
let rooms: Rooms
let communityId: string
let ctx: Ctx

beforeAll(() => {
  rooms = openRooms(admin)
})
afterAll(() => rooms.database.close())
beforeEach(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
  ctx = await rooms.ctx(communityId)
})

const here = (noun: string, verb: string, ...more: string[]) => [noun, verb, '--community', communityId, ...more]
const form = (verb: string, applicationId: string, ...more: string[]) =>
  here('application', verb, '--application', applicationId, ...more)
const listed = async () => (await admin.json(here('application', 'list'))).applications
const audits = async () => (await admin.json(here('audit', 'list'))).auditEntries

/** The audit id of the newest change of the form. */
async function latestChange(applicationId: string): Promise<string> {
  const found = (await audits()).find((entry: { after: { applicationId?: string } | null }) => {
    return entry.after?.applicationId === applicationId
  })
  return found.auditId
}

async function moveBack(auditId: string, interval: string): Promise<void> {
  await pastTheGuard(
    rooms.database.db,
    sql`update audit_entry set at = now() - ${interval}::interval where audit_id = ${auditId}`,
  )
}

test('list prints the forms, newest first', async () => {
  expect((await admin.run(here('application', 'list'))).stdout).toBe('There are no applications.\n')
  const first = await makeForm(ctx, 'First')
  const second = await makeForm(ctx, 'Second', 'closed')
  expect(await listed()).toMatchObject([
    { applicationId: second, name: 'Second', state: 'closed', required: false },
    { applicationId: first, name: 'First', state: 'open', version: 1, questionCount: 1, passwordRequired: false },
  ])
  expect((await admin.run(here('application', 'list'))).stdout).toMatch(/First +open +1 [^]* automatic grading: off /)
})

describe('join-requirement set', () => {
  const require = (applications: string) => here('join-requirement', 'set', '--applications', applications)

  test('requires the forms of the list and no others', async () => {
    const [one, other] = [await makeForm(ctx, 'Entry'), await makeForm(ctx, 'Other')]
    const both = { applicationIds: [one, other].sort() }
    expect(await admin.json(require(`${one},${other}`))).toMatchObject(both)
    expect(await admin.json(here('join-requirement', 'show'))).toMatchObject(both)
    expect((await listed()).map(({ required }: { required: boolean }) => required)).toEqual([true, true])
    expect(await admin.json(require('none'))).toMatchObject({ applicationIds: [] })
    const changes = (await audits()).filter(({ action }: { action: string }) => action === 'application.require')
    expect(changes.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual(Array(4).fill('operator'))
  })

  test('rejects a closed form, a missing one, and what is no id', async () => {
    const applicationId = await makeForm(ctx, 'Shut', 'closed')
    expect(await admin.failure(require(applicationId))).toContain('"Shut" is closed')
    expect(await admin.failure(require(`app_${'a'.repeat(20)}`))).toContain('no application form app_aaa')
    expect(await admin.failure(require('app_1'))).toContain('--applications')
  })
})

describe('rollback', () => {
  test('undoes one change after the other, each with a new version, and finally the creation', async () => {
    const applicationId = await makeForm(ctx, 'One')
    const created = await latestChange(applicationId)
    await updateForm(ctx, applicationId, 1, 'Two')
    await updateForm(ctx, applicationId, 2, 'Three')
    const updated = await latestChange(applicationId)
    expect(await admin.json(form('rollback', applicationId))).toEqual({
      applicationId,
      undoneAuditId: updated,
      version: 4,
      deleted: false,
    })
    expect(await listed()).toMatchObject([{ name: 'Two', version: 4 }])
    expect((await audits())[0]).toMatchObject({
      action: 'application.rollback',
      actor: { kind: 'operator' },
      before: { applicationId, version: 3 },
      after: { applicationId, version: 4, undoneAuditId: updated },
    })
    expect(await admin.json(form('rollback', applicationId))).toMatchObject({ version: 5 })
    expect(await listed()).toMatchObject([{ name: 'One', version: 5 }])
    expect(await admin.json(form('rollback', applicationId))).toEqual({
      applicationId,
      undoneAuditId: created,
      version: null,
      deleted: true,
    })
    expect(await listed()).toEqual([])
    expect(await admin.failure(form('rollback', applicationId))).toContain('This application form does not exist')
  })

  test('undoing a named change undoes the later ones too, once', async () => {
    const applicationId = await makeForm(ctx, 'One')
    await updateForm(ctx, applicationId, 1, 'Two')
    const second = await latestChange(applicationId)
    await updateForm(ctx, applicationId, 2, 'Three')
    const third = await latestChange(applicationId)
    expect(await admin.json(form('rollback', applicationId, '--audit', second))).toMatchObject({ version: 4 })
    expect(await listed()).toMatchObject([{ name: 'One', version: 4 }])
    for (const undone of [second, third]) {
      expect(await admin.failure(form('rollback', applicationId, '--audit', undone))).toContain(
        'was already rolled back',
      )
    }
    await updateForm(ctx, applicationId, 4, 'Five')
    expect(await admin.json(form('rollback', applicationId))).toMatchObject({ version: 6 })
    expect(await listed()).toMatchObject([{ name: 'One' }])
  })

  test('rollback keeps the password', async () => {
    const applicationId = await makeForm(ctx, 'One')
    await updateForm(ctx, applicationId, 1, 'Two')
    await sql`update application set password_hash = 'kept' where application_id = ${applicationId}`.execute(ctx.db)
    await admin.json(form('rollback', applicationId))
    expect(await listed()).toMatchObject([{ name: 'One', passwordRequired: true }])
  })

  test('rollback is limited to 30 days, for the latest change and for a named one', async () => {
    const applicationId = await makeForm(ctx, 'One')
    await updateForm(ctx, applicationId, 1, 'Two')
    const updated = await latestChange(applicationId)
    await moveBack(updated, '30 days 1 minute')
    expect(await admin.failure(form('rollback', applicationId))).toContain('older than 30 days')
    expect(await admin.failure(form('rollback', applicationId, '--audit', updated))).toContain('older than 30 days')
    expect(await listed()).toMatchObject([{ name: 'Two', version: 2 }])
    await moveBack(updated, '29 days 23 hours')
    expect(await admin.json(form('rollback', applicationId))).toMatchObject({ version: 3 })
  })

  test('rollback rejects the creation of a form with responses', async () => {
    await admin.json(['account', 'verify', '--user', '31', '--chat-user', 'chat-31'])
    const applicationId = await makeForm(ctx, 'One')
    await submit(ctx, applicationId, 31, 'because')
    expect(await admin.failure(form('rollback', applicationId))).toContain('has responses')
    expect(await listed()).toMatchObject([{ applicationId, version: 1 }])
  })

  test('rollback does not close or delete a required form', async () => {
    const applicationId = await makeForm(ctx, 'One', 'closed')
    await updateForm(ctx, applicationId, 1, 'Two')
    await admin.json(here('join-requirement', 'set', '--applications', applicationId))
    expect(await admin.failure(form('rollback', applicationId))).toContain('cannot be closed')
    const other = await makeForm(ctx, 'Other')
    await admin.json(here('join-requirement', 'set', '--applications', `${applicationId},${other}`))
    expect(await admin.failure(form('rollback', other))).toContain('cannot be deleted')
    await admin.json(here('join-requirement', 'set', '--applications', 'none'))
    expect(await admin.json(form('rollback', applicationId))).toMatchObject({ version: 3 })
  })

  test('rollback rejects a change of another form', async () => {
    const [one, other] = [await makeForm(ctx, 'One'), await makeForm(ctx, 'Other')]
    const change = await latestChange(other)
    expect(await admin.failure(form('rollback', one, '--audit', change))).toContain('was not created or updated by')
    const elsewhere = (await admin.json(['community', 'create', '--name', 'Elsewhere'])).communityId
    const foreign = ['application', 'rollback', '--community', elsewhere, '--application', one]
    expect(await admin.failure(foreign)).toContain('This application form does not exist')
  })

  test('restoring automatic grading needs the Pro plan', async () => {
    const applicationId = await makeForm(ctx, 'One')
    await updateForm(ctx, applicationId, 1, 'Two')
    await sql`
      update application_version set definition = jsonb_set(definition, '{grading,passPercentage}', '50')
      where application_id = ${applicationId} and version = 1`.execute(ctx.db)
    expect(await admin.failure(form('rollback', applicationId))).toContain('requires active Pro')
    await admin.json(['subscription', 'set', '--community', communityId, '--plan', 'pro'])
    expect(await admin.json(form('rollback', applicationId))).toMatchObject({ version: 3 })
  })
})

test('notification list prints the notifications in pages', async () => {
  expect((await admin.run(here('notification', 'list'))).stdout).toBe('There are no notifications.\n')
  const applicationId = await makeForm(ctx, 'One')
  for (const user of ['41', '42', '43']) {
    await admin.json(['account', 'verify', '--user', user, '--chat-user', `chat-${user}`])
    const responseId = await submit(ctx, applicationId, Number(user), 'because')
    const review = { revision: 1, status: 'Passed' as const, privateNote: 'secret', applicantFeedback: 'welcome' }
    await reviewResponse(ctx, applicationId, responseId, review)
  }
  expect((await admin.run(here('notification', 'list'))).stdout).toMatch(
    /response: status: Passed, response: rsp_[a-z0-9]+[^]*? feedback: welcome$/m,
  )
  const list = (...more: string[]) => admin.json(here('notification', 'list', ...more))
  const first = await list('--limit', '2')
  expect(first.notifications).toMatchObject([
    { userId: '43', kind: 'response.decided', response: { status: 'Passed', applicantFeedback: 'welcome' } },
    { userId: '42' },
  ])
  expect(await list('--limit', '2', '--cursor', first.nextCursor)).toMatchObject({
    notifications: [{ userId: '41', response: { applicationId } }],
    nextCursor: null,
  })
  expect(JSON.stringify(await list())).not.toContain('secret')
  expect((await admin.run(here('notification', 'list', '--limit', '1'))).stdout).toContain('Next page: --cursor ')
})
