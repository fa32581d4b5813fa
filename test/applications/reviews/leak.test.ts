// Searches every reply of application operations for markers that it must not contain.
import { sql } from 'kysely'
import { operationTable } from '../../../generated/operations'
import type { OperationId } from '../../../src/contract/types'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../../support/app'
import {
  applicant,
  choice,
  idOf,
  makeForm,
  respond,
  review,
  submit,
  text,
  verify,
  type Form,
} from '../submissions/fixture'

const tags: readonly string[] = ['applications', 'submissions', 'responses']
const operationIds = (Object.keys(operationTable) as OperationId[]).filter((id) =>
  tags.includes(operationTable[id].tag),
)

/** The markers, by what they mark. */
const markers = {
  'answer key': 'answerKey',
  'option id': 'option-marker',
  'option label': 'LabelMarker',
  'question title': 'TitleMarker',
  password: 'PasswordMarker',
  'password hash': '$argon2',
  'chat account': '41414141414141414',
  'private note': 'NoteMarker',
  'own feedback': 'OwnFeedbackMarker',
  "another applicant's feedback": 'OtherFeedbackMarker',
  'own answer': 'OwnAnswerMarker',
  "another applicant's answer": 'OtherAnswerMarker',
  score: '"score"',
} as const
type Marker = keyof typeof markers

const definition: Marker[] = ['answer key', 'option id', 'option label', 'question title']
const questions: Marker[] = ['option id', 'option label', 'question title']

/** Markers that the replies of an operation may contain; all others are forbidden. */
const shown: Partial<Record<OperationId, readonly Marker[]>> = {
  getApplicationConfiguration: definition,
  listTemplates: definition,
  saveTemplate: definition,
  openApplication: questions,
  getApplicationStatus: ['own feedback'],
  listAllResponses: ['score'],
  listResponses: ['score'],
  listNotifications: ['own feedback', "another applicant's feedback"],
  getResponse: [...questions, 'private note', 'own feedback', 'own answer', 'score'],
  reviewResponse: [...questions, 'private note', 'own feedback', 'own answer', 'score'],
}

const password = markers.password
const privateNote = markers['private note']
const applicantFeedback = markers['own feedback']
const planted = {
  name: 'Pilot school',
  state: 'open' as const,
  questions: [
    { ...text, title: markers['question title'] },
    choice('pick', [markers['option id']], {
      options: [
        { id: markers['option id'], label: markers['option label'] },
        { id: 'other', label: 'Other' },
      ],
    }),
  ],
}
const answers = (why: string) => ({ why, pick: [markers['option id']] })

let app: TestApp
let community: TestCommunity
let form: Form
let userId: number
let reviewed: string
const clients = new Map<string, Client>()

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  for (const id of operationIds) {
    const scope = scopeOf(id)
    if (!clients.has(scope)) clients.set(scope, await community.clientWith([scope]))
  }
  const { client } = community
  form = await makeForm(client, planted, password)
  userId = await applicant(app)
  await verify(app, userId, markers['chat account'])
  const other = await applicant(app)
  const theirs = await respond(client, form, other, {
    password,
    answers: answers(markers["another applicant's answer"]),
  })
  await review(client, theirs, { privateNote, applicantFeedback: markers["another applicant's feedback"] })
  reviewed = await respond(client, form, userId, { password, answers: answers(markers['own answer']) })
  await review(client, reviewed, { privateNote, applicantFeedback })
})
afterAll(() => app.close())

type Call = (client: Client) => Promise<Answer>

/** A new form, which a single call uses. */
const fresh = (): Promise<Form> => makeForm(community.client, planted, password)

async function freshTemplate(): Promise<string> {
  const { body } = await community.client.post('/v2/applications/templates', { name: 'Template', definition: planted })
  return `/v2/applications/templates/${body.data.templateId}`
}

/** A response of a new applicant that waits for a review. */
async function pending(): Promise<string> {
  const more = { password, answers: answers(markers['own answer']) }
  const submitterId = await applicant(app)
  return respond(community.client, form, submitterId, more)
}

const scopeOf = (id: OperationId): string => operationTable[id].scope ?? ''

/** A successful call of each operation; its data comes from another key. */
const calls: Record<string, () => Promise<Call> | Call> = {
  listApplications: () => (client) => client.get('/v2/applications'),
  createApplication: () => (client) => client.post('/v2/applications', { definition: planted, password }),
  listTemplates: async () => {
    await freshTemplate()
    return (client) => client.get('/v2/applications/templates')
  },
  saveTemplate: () => (client) => client.post('/v2/applications/templates', { name: 'Saved', definition: planted }),
  deleteTemplate: async () => {
    const path = await freshTemplate()
    return (client) => client.delete(path)
  },
  getApplication: () => (client) => client.get(form.path),
  updateApplication: async () => {
    const { path } = await fresh()
    return (client) => client.put(path, { version: 1, definition: planted, password: `${password}2` })
  },
  deleteApplication: async () => {
    const { path } = await fresh()
    return (client) => client.delete(`${path}?version=1`)
  },
  getApplicationConfiguration: () => (client) => client.get(`${form.path}/configuration`),
  duplicateApplication: () => (client) => client.post(`${form.path}/duplicate`, {}),
  listApplicantForms: () => (client) => client.get(`/v2/applicants/${userId}/applications`),
  openApplication: () => (client) => client.post(`${form.path}/open`, { userId, password }),
  submitResponse: async () => {
    const submitterId = await applicant(app)
    return (client) => submit(client, form, submitterId, { password, answers: answers(markers['own answer']) })
  },
  getApplicationStatus: () => (client) => client.post(`${form.path}/status`, { userId, password }),
  listAllResponses: () => (client) => client.get('/v2/responses?status=Passed&names=1&total=1'),
  listResponses: () => (client) => client.get(`${form.path}/responses`),
  getResponse: () => (client) => client.get(reviewed),
  getJoinRequirements: () => (client) => client.get('/v2/join-requirements'),
  setJoinRequirements: () => (client) => client.put('/v2/join-requirements', { applicationIds: [form.applicationId] }),
  listNotifications: () => (client) => client.get('/v2/notifications'),
  reviewResponse: async () => {
    const path = await pending()
    return (client) => review(client, path, { privateNote, applicantFeedback })
  },
}

const clientOf = (id: OperationId): Client => clients.get(scopeOf(id)) as Client

const found = (written: string): Marker[] =>
  (Object.keys(markers) as Marker[]).filter((marker) => written.includes(markers[marker])).sort()

it('covers every operation of these tags', () => {
  expect(Object.keys(calls).sort()).toEqual([...operationIds].sort())
})

it.each(operationIds)('%s returns only its allowed markers to a key with its scope', async (id) => {
  const call = await calls[id]?.()
  const answer = await call?.(clientOf(id))
  if (!answer) throw new Error(`${id} is not called`)
  expect([200, 201, 204]).toContain(answer.status)
  expect(found(answer.text)).toEqual([...(shown[id] ?? [])].sort())
  expect(found(JSON.stringify(answer.headers))).toEqual([])
})

it.each(operationIds)('%s returns no marker to a key without its scope', async (id) => {
  const scope = scopeOf(id)
  const call = await calls[id]?.()
  const others = [...clients.keys()].filter((one) => one !== scope)
  const answer = await call?.(await community.clientWith(others))
  expect([answer?.status, answer?.body.error.code]).toEqual([403, 'insufficient_scope'])
  expect(found(answer?.text ?? '')).toEqual([])
})

describe('an error reply contains no marker', () => {
  const wrong = `${password}Wrong`
  it.each<[string, OperationId, (client: Client) => Promise<Answer>]>([
    ['a wrong password', 'openApplication', (client) => client.post(`${form.path}/open`, { userId, password: wrong })],
    ['a missing password', 'getApplicationStatus', (client) => client.post(`${form.path}/status`, { userId })],
    [
      'a second submission',
      'submitResponse',
      (client) => submit(client, form, userId, { password, answers: answers(markers['own answer']) }),
    ],
    [
      'an unknown option',
      'submitResponse',
      (client) => submit(client, form, userId, { password, answers: { why: markers['own answer'], pick: ['none'] } }),
    ],
    ['a second review', 'reviewResponse', (client) => review(client, reviewed, { privateNote, applicantFeedback })],
    [
      'a note that is too long',
      'reviewResponse',
      (client) => review(client, reviewed, { privateNote: privateNote.repeat(500) }),
    ],
    [
      'a password that is too long',
      'createApplication',
      (client) => client.post('/v2/applications', { definition: planted, password: password.repeat(20) }),
    ],
    [
      'a stale version',
      'updateApplication',
      (client) => client.put(form.path, { version: 9, definition: planted, password }),
    ],
  ])('for %s', async (_name, id, call) => {
    const answer = await call(clientOf(id))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(found(answer.text + JSON.stringify(answer.headers))).toEqual([])
  })

  it('for an internal error', async () => {
    const path = await pending()
    const more = { password, answers: answers(markers['own answer']) }
    const submitterId = await applicant(app)
    await sql`alter table notification rename to notification_away`.execute(app.dba)
    await sql`alter table application_response rename column answers to answers_away`.execute(app.dba)
    try {
      const answer = await submit(clientOf('submitResponse'), form, submitterId, more)
      const refused = await review(clientOf('reviewResponse'), path, { privateNote, applicantFeedback })
      for (const { status, text: written } of [answer, refused]) expect([status, found(written)]).toEqual([500, []])
    } finally {
      await sql`alter table application_response rename column answers_away to answers`.execute(app.dba)
      await sql`alter table notification_away rename to notification`.execute(app.dba)
    }
  })
})

it('returns nothing of other applicants in the status of an applicant', async () => {
  const other = await applicant(app)
  const { body, text: written } = await clientOf('getApplicationStatus').post(`${form.path}/status`, {
    userId: other,
    password,
  })
  expect([body.data.response, found(written)]).toEqual([null, []])
})

it('stores the feedback in a notification, but not answers, notes or the chat account', async () => {
  const { rows } = await sql`select * from notification where payload->>'responseId' = ${idOf(reviewed)}`.execute(
    app.app.db,
  )
  expect(found(JSON.stringify(rows))).toEqual(['own feedback'])
})

it('writes no marker to the audit log', async () => {
  const { rows } = await sql`select * from audit_entry`.execute(app.app.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(found(JSON.stringify(rows))).toEqual([])
})

it('writes no marker to the log', () => {
  expect(app.logs.length).toBeGreaterThan(operationIds.length)
  expect(found(JSON.stringify(app.logs))).toEqual([])
})
