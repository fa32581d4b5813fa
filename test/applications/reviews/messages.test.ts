// Direct messages that tell applicants the decision.
import { sql } from 'kysely'
import type { JobBase } from '../../../src/jobs/tasks'
import { chatAt, shownTo, someone, useChatSimulator } from '../../chat/fixture'
import { startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../../support/app'
import {
  applicant,
  idOf,
  decisionRows,
  makeForm,
  respond,
  review,
  verify,
  type Form,
  type Question,
} from '../submissions/fixture'

const chat = useChatSimulator(300)
const resultUrl = 'https://example.com/{communityId}/{applicationId}/{responseId}?from={applicationId}'

let app: TestApp
let community: TestCommunity
let client: Client
let form: Form
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  client = community.client
  form = await makeForm(client, { name: 'Pilot school' })
})
afterAll(() => app.close())

interface Decided {
  readonly path: string
  readonly userId: number
  readonly chatUserId: string
}

/** A decided response with a queued message. */
async function decided(more: object = {}): Promise<Decided> {
  const userId = await applicant(app)
  const chatUserId = someone()
  await verify(app, userId, chatUserId)
  const path = await respond(client, form, userId)
  await review(client, path, more)
  return { path, userId, chatUserId }
}

function send(path: string, sender?: JobBase['chat']): Promise<void> {
  const tasks = tasksOf(app, sender === undefined ? { client: chat.chat, resultUrl } : sender)
  const payload = { communityId: community.communityId, responseId: idOf(path) }
  return tasks['send-result-message'](payload)
}

const messageOf = async (path: string) => (await decisionRows(app, path)).messages[0]

it.each([
  ['Passed', 'passed'],
  ['Failed', 'not passed'],
])('of %s contains the result and the link only', async (status, words) => {
  const { path, chatUserId } = await decided({ status, privateNote: 'Between us.', applicantFeedback: 'Well done.' })
  await send(path)
  const { applicationId } = form
  const link = `https://example.com/${community.communityId}/${applicationId}/${idOf(path)}?from=${applicationId}`
  expect(shownTo(chat, chatUserId)).toEqual([`Your application "Pilot school" has been reviewed: ${words}. ${link}`])
  expect(await messageOf(path)).toEqual({ status: 'sent', attempts: 1, error: null })
})

it('is sent for an automatic result', async () => {
  const userId = await applicant(app)
  const chatUserId = someone()
  await verify(app, userId, chatUserId)
  const question = {
    id: 'one',
    type: 'single',
    title: 'Choose',
    options: [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ],
  }
  const questions = [{ ...question, answerKey: ['a'] } as Question]
  const graded = await makeForm(client, { name: 'Quiz', questions, grading: { passPercentage: 100 } })
  const path = await respond(client, graded, userId, { answers: { one: ['a'] } })
  await send(path)
  const link = `https://example.com/${community.communityId}/${graded.applicationId}/${idOf(path)}?from=${graded.applicationId}`
  expect(shownTo(chat, chatUserId)).toEqual([`Your application "Quiz" has been reviewed: passed. ${link}`])
  expect(await messageOf(path)).toEqual({ status: 'sent', attempts: 1, error: null })
})

it('has no link if none is configured', async () => {
  const { path, chatUserId } = await decided()
  await send(path, { client: chat.chat, resultUrl: null })
  expect(shownTo(chat, chatUserId)).toEqual(['Your application "Pilot school" has been reviewed: passed.'])
})

it('is sent once if the job runs twice, one after the other or concurrently', async () => {
  const [serial, concurrent] = [await decided(), await decided()]
  await send(serial.path)
  await send(serial.path)
  await Promise.all([send(concurrent.path), send(concurrent.path)])
  for (const { chatUserId } of [serial, concurrent]) expect(shownTo(chat, chatUserId)).toHaveLength(1)
  expect(await messageOf(serial.path)).toMatchObject({ status: 'sent', attempts: 1 })
})

it('is sent to the owner at submission after a transfer of the account', async () => {
  const { path, userId, chatUserId } = await decided()
  const newOwner = someone()
  await verify(app, userId, newOwner)
  await send(path)
  expect([shownTo(chat, chatUserId).length, shownTo(chat, newOwner).length]).toEqual([1, 0])
})

it('is sent after the form was deleted', async () => {
  const own = await makeForm(client, { name: 'Gone' })
  const userId = await applicant(app)
  const chatUserId = someone()
  await verify(app, userId, chatUserId)
  const path = await respond(client, own, userId)
  await review(client, path)
  await client.delete(`${own.path}?version=1`)
  await send(path)
  expect(shownTo(chat, chatUserId)[0]).toContain('"Gone"')
})

it('is retried after the time that the chat platform requests', async () => {
  const { path, chatUserId } = await decided()
  chat.simulator.faults.add({ kind: 'throttle', retryAfter: 123.5, count: 1 })
  const before = Date.now()
  await send(path)
  expect(await messageOf(path)).toEqual({ status: 'queued', attempts: 1, error: 'rate_limited' })
  const { jobs } = await decisionRows(app, path)
  expect(jobs).toHaveLength(2)
  const later = Date.parse(jobs[1]?.run_at ?? '')
  expect(later).toBeGreaterThanOrEqual(before + 123_500)
  expect(later).toBeLessThanOrEqual(Date.now() + 123_500)
  await send(path)
  expect(shownTo(chat, chatUserId)).toHaveLength(1)
  expect(await messageOf(path)).toEqual({ status: 'sent', attempts: 2, error: null })
})

it('is retried with growing pauses if the chat platform requests none, and fails after ten attempts', async () => {
  const { path, chatUserId } = await decided()
  chat.simulator.faults.add({ kind: 'reject', status: 503 })
  const waits: number[] = []
  for (let attempt = 0; attempt < 10; attempt++) {
    const before = Date.now()
    await send(path)
    const { jobs } = await decisionRows(app, path)
    // one job from the decision, then one for each attempt
    if (jobs.length === attempt + 2) waits.push(Math.round((Date.parse(jobs.at(-1)?.run_at ?? '') - before) / 1_000))
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280])
  expect(await messageOf(path)).toEqual({ status: 'failed', attempts: 10, error: 'unavailable' })
  chat.simulator.faults.clear()
  await send(path)
  expect(shownTo(chat, chatUserId)).toEqual([])
})

it.each(['blocked', 'stranger', 'unknown'] as const)(
  'is closed without an error when the inbox is closed: %s',
  async (because) => {
    const { path, chatUserId } = await decided()
    chat.simulator.closeInbox(chatUserId, because)
    await send(path)
    expect(await messageOf(path)).toEqual({ status: 'closed', attempts: 1, error: null })
    const sent = chat.simulator.requests.length
    await send(path)
    expect(chat.simulator.requests.length).toBe(sent)
  },
)

it('is shown once if the connection closes after the chat platform accepted the message', async () => {
  const { path, chatUserId } = await decided()
  chat.simulator.faults.add({ kind: 'applyThenDrop', path: '/messages$', count: 1 })
  await send(path)
  expect(await messageOf(path)).toMatchObject({ status: 'queued', attempts: 1 })
  await send(path)
  expect(shownTo(chat, chatUserId)).toHaveLength(1)
  expect(await messageOf(path)).toEqual({ status: 'sent', attempts: 2, error: null })
})

it('fails if the token is rejected, and the decision is kept', async () => {
  const { path, userId } = await decided({ applicantFeedback: 'Well done.' })
  const before = (await client.get(path)).body.data
  await send(path, { client: chatAt(chat.simulator.url, 300, 'another-token'), resultUrl })
  expect(await messageOf(path)).toEqual({ status: 'failed', attempts: 1, error: 'credentials' })
  expect((await client.get(path)).body.data).toEqual(before)
  const { body } = await client.post(`${form.path}/status`, { userId })
  expect(body.data.response).toMatchObject({ status: 'Passed', applicantFeedback: 'Well done.' })
  const { notifications, jobs } = await decisionRows(app, path)
  expect([notifications.length, jobs.length]).toEqual([1, 1])
})

it('is closed without an error if there is no bot, or the response was erased', async () => {
  const [first, second] = [await decided(), await decided()]
  await send(first.path, null)
  expect(await messageOf(first.path)).toMatchObject({ status: 'closed', error: 'no bot is configured' })
  await sql`update application_response set chat_user_id = null, answers = null, questions = null
    where response_id = ${idOf(second.path)}`.execute(app.app.db)
  await send(second.path)
  expect(await messageOf(second.path)).toMatchObject({ status: 'closed', error: 'erased' })
  expect(shownTo(chat, second.chatUserId)).toEqual([])
})

it('is logged without the chat account and the feedback', async () => {
  const { path, chatUserId } = await decided({ applicantFeedback: 'Very own feedback.' })
  chat.simulator.faults.add({ kind: 'drop', count: 1 })
  await send(path)
  const logs = JSON.stringify(app.logs)
  expect(logs).toContain('a result message could not be sent')
  expect(logs).not.toContain(chatUserId)
  expect(logs).not.toContain('Very own feedback')
})

it('is not sent for a response that does not exist', async () => {
  const sent = chat.simulator.requests.length
  await send('rsp_aaaaaaaaaaaaaaaaaaaa')
  expect(chat.simulator.requests.length).toBe(sent)
})
