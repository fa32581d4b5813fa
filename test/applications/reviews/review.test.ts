// A response gets one decision, with one notification and one message.
import { sql } from 'kysely'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import {
  applicant,
  hold,
  idOf,
  issueOf,
  decisionRows,
  makeForm,
  refusal,
  respond,
  review,
  status,
  verify,
  withoutHolds,
  type Form,
} from '../submissions/fixture'

let app: TestApp
let community: TestCommunity
let client: Client
let form: Form
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  client = community.client
  form = await makeForm(client)
})
afterAll(() => app.close())

const nothing = { notifications: [], messages: [], jobs: [] }

async function pending(): Promise<{ path: string; userId: number }> {
  const userId = await applicant(app)
  return { userId, path: await respond(client, form, userId) }
}

describe('a decision', () => {
  it.each(['Passed', 'Failed'])('%s is final and attributed to the key', async (verdict) => {
    const { path, userId } = await pending()
    const more = { status: verdict, privateNote: 'Not sure of him.', applicantFeedback: '  Welcome aboard.\n' }
    const { status: code, body } = await review(client, path, more)
    expect(code).toBe(200)
    expect(body.data).toMatchObject({
      responseId: idOf(path),
      status: verdict,
      revision: 2,
      score: null,
      privateNote: 'Not sure of him.',
      applicantFeedback: 'Welcome aboard.',
      decidedBy: { kind: 'key', id: community.key.split('_')[1] },
    })
    expect(Date.parse(body.data.reviewedAt)).toBeGreaterThanOrEqual(Date.parse(body.data.submittedAt))
    expect((await client.get(path)).body.data).toEqual(body.data)
    const { response } = (await status(client, form, { userId })).body.data
    expect(response).toEqual({
      responseId: idOf(path),
      username: null,
      displayName: null,
      status: verdict,
      applicationVersion: 1,
      submittedAt: body.data.submittedAt,
      reviewedAt: body.data.reviewedAt,
      applicantFeedback: 'Welcome aboard.',
    })
  })

  it('adds a notification with the feedback and queues one message', async () => {
    const { path, userId } = await pending()
    await review(client, path, { privateNote: 'Between us.', applicantFeedback: 'Well done.' })
    const left = await decisionRows(app, path)
    const payload = {
      responseId: idOf(path),
      applicationId: form.applicationId,
      status: 'Passed',
      applicantFeedback: 'Well done.',
    }
    expect(left.notifications).toEqual([{ user_id: userId, payload }])
    expect(left.messages).toEqual([{ status: 'queued', attempts: 0, error: null }])
    expect(left.jobs).toHaveLength(1)
  })

  it('is in the audit log without note and feedback', async () => {
    const { path } = await pending()
    await review(client, path, { privateNote: 'Between us.', applicantFeedback: 'Well done.' })
    const { rows } = await sql<object>`select * from audit_entry
      where action = 'application.response.review' and after->>'responseId' = ${idOf(path)}`.execute(app.app.db)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Between us|Well done/)
  })

  it('does not return a private note as feedback', async () => {
    const { path, userId } = await pending()
    const { body } = await review(client, path, { privateNote: 'Between us.', applicantFeedback: '  ' })
    expect(body.data).toMatchObject({ privateNote: 'Between us.', applicantFeedback: null })
    const { text } = await status(client, form, { userId })
    expect(text).not.toContain('Between us')
    expect(JSON.parse(text).data.response.applicantFeedback).toBeNull()
    expect(JSON.stringify(await decisionRows(app, path))).not.toContain('Between us')
  })
})

describe('a review is rejected', () => {
  it('after the response was reviewed, at any revision', async () => {
    const { path } = await pending()
    await review(client, path)
    for (const revision of [1, 2, 3]) {
      const answer = await review(client, path, { revision, status: 'Failed' })
      expect(refusal(answer)).toEqual([409, 'response_already_reviewed'])
    }
    expect((await client.get(path)).body.data.status).toBe('Passed')
    expect(await decisionRows(app, path)).toMatchObject({ notifications: [{}], messages: [{}], jobs: [{}] })
  })

  it('at another revision, without any change', async () => {
    const { path } = await pending()
    expect(refusal(await review(client, path, { revision: 2 }))).toEqual([409, 'revision_conflict'])
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', revision: 1, reviewedAt: null })
    expect(await decisionRows(app, path)).toEqual(nothing)
  })

  it('while the account is on hold, and while holds cannot be read', async () => {
    const { path, userId } = await pending()
    const answer = await withoutHolds(app, () => review(client, path))
    expect(refusal(answer)).toEqual([503, 'data_rights_unavailable'])
    await hold(app, userId)
    expect(refusal(await review(client, path))).toEqual([409, 'response_protected'])
    expect(await decisionRows(app, path)).toEqual(nothing)
    await sql`delete from data_rights_hold where user_id = ${userId}`.execute(app.app.db)
    expect((await review(client, path)).status).toBe(200)
  })

  it('after the answers were erased', async () => {
    const { path } = await pending()
    await sql`update application_response set answers = null, questions = null, chat_user_id = null, erased_at = now()
      where response_id = ${idOf(path)}`.execute(app.app.db)
    expect(refusal(await review(client, path))).toEqual([409, 'response_protected'])
    expect((await client.get(path)).body.data).toMatchObject({ answers: {}, questions: [] })
  })

  it.each(['score', 'grade', 'correct', 'reviewedAt', 'decidedBy'])('with the property %s', async (name) => {
    const { path } = await pending()
    const [code, place, keyword] = issueOf(await review(client, path, { [name]: 100 }))
    expect([code, keyword]).toEqual([400, 'additionalProperties'])
    expect(place).toMatch(/^\/body/)
    expect((await client.get(path)).body.data.status).toBe('Pending')
  })

  it.each([
    ['status', { status: 'Pending' }],
    ['status', { status: 'passed' }],
    ['revision', { revision: 0 }],
    ['revision', { revision: '1' }],
    ['privateNote', { privateNote: 'a\0b' }],
    ['privateNote', { privateNote: 'x'.repeat(2_001) }],
  ])('with a %s of %j', async (name, more) => {
    const { path } = await pending()
    expect(issueOf(await review(client, path, more)).slice(0, 2)).toEqual([400, `/body/${name}`])
  })

  it.each(['revision', 'status'])('without a %s', async (name) => {
    const { path } = await pending()
    expect(refusal(await review(client, path, { [name]: undefined }))).toEqual([400, 'validation_failed'])
  })
})

describe('feedback', () => {
  it('is trimmed and then limited to 2,000 characters', async () => {
    const longest = '\u{1F6EB}'.repeat(2_000)
    const { path } = await pending()
    const tooLong = await review(client, path, { applicantFeedback: `  ${longest}x ` })
    expect(issueOf(tooLong)).toEqual([400, '/body/applicantFeedback', 'maxLength'])
    const { status: code, body } = await review(client, path, {
      applicantFeedback: ` \n${longest}\t${' '.repeat(9_000)}`,
    })
    expect([code, body.data.applicantFeedback]).toEqual([200, longest])
  })

  it('with sensitive information is rejected by field and kind, and is not in the reply or the log', async () => {
    const { path } = await pending()
    const answer = await review(client, path, { applicantFeedback: 'Write to hidden.person@example.com' })
    expect(refusal(answer)).toEqual([400, 'sensitive_information'])
    expect(answer.body.error.details).toEqual({ field: 'applicantFeedback', kind: 'email' })
    expect(answer.text + JSON.stringify(app.logs)).not.toContain('hidden.person')
    expect(await decisionRows(app, path)).toEqual(nothing)
  })

  it('of a stale revision is rejected before it is screened', async () => {
    const { path } = await pending()
    const answer = await review(client, path, { revision: 7, applicantFeedback: 'Write to viper@example.com' })
    expect(refusal(answer)).toEqual([409, 'revision_conflict'])
  })

  it('is omitted from the result after a transfer to another chat owner, until the first owner is verified again', async () => {
    const { path, userId } = await pending()
    await review(client, path, { applicantFeedback: 'Well done.' })
    const read = async (): Promise<unknown> => (await status(client, form, { userId })).body.data.response
    const before = await read()
    expect(before).toMatchObject({ status: 'Passed', applicantFeedback: 'Well done.' })
    await verify(app, userId, 'another-owner')
    expect(await read()).toEqual({ ...(before as object), applicantFeedback: null })
    expect((await client.get(path)).body.data.applicantFeedback).toBe('Well done.')
    await verify(app, userId)
    expect(await read()).toEqual(before)
  })
})

describe('concurrency', () => {
  it('accepts one of ten concurrent reviews, with one notification, one message and one job', async () => {
    const { path } = await pending()
    const verdicts = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'Passed' : 'Failed'))
    const answers = await Promise.all(verdicts.map((verdict) => review(client, path, { status: verdict })))
    const [made, ...more] = answers.filter((answer) => answer.status === 200)
    expect(more).toEqual([])
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused.map(refusal)).toEqual(Array(9).fill([409, 'response_already_reviewed']))
    const { data } = (await client.get(path)).body
    expect(data).toEqual(made?.body.data)
    expect(data.revision).toBe(2)
    expect(await decisionRows(app, path)).toMatchObject({
      notifications: [{ payload: { status: data.status } }],
      messages: [{ status: 'queued' }],
      jobs: [{}],
    })
  })

  it('rolls back a review whose audit entry fails', async () => {
    const { path } = await pending()
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      app.dba,
    )
    await sql`create trigger refuse before insert on audit_entry for each row
      when (new.action = 'application.response.review') execute function refuse()`.execute(app.dba)
    expect(refusal(await review(client, path))).toEqual([500, 'internal_error'])
    await sql`drop trigger refuse on audit_entry`.execute(app.dba)
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', revision: 1, decidedBy: null })
    expect(await decisionRows(app, path)).toEqual(nothing)
    expect((await review(client, path)).status).toBe(200)
  })
})
