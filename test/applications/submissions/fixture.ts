// Forms and applicants for tests of submissions and reviews.
import { sql } from 'kysely'
import type { Schema } from '../../../src/contract/types'
import { addToBlacklist } from '../../../src/moderation/blacklist/actions'
import type { Answer, Client, TestApp, TestCommunity } from '../../support/app'

export type DefinitionInput = Schema<'DefinitionInput'>
export type Question = DefinitionInput['questions'][number]

export const text: Question = { id: 'why', type: 'short', title: 'Why do you apply?' }

/** A question with the options a, b and c. */
export function choice(id: string, answerKey?: string[], more: Partial<Question> = {}): Question {
  const options = ['a', 'b', 'c'].map((option) => ({ id: option, label: `Option ${option}` }))
  return { id, type: 'multiple', title: 'Choose', options, ...(answerKey && { answerKey }), ...more }
}

let lastUserId = 20_000

/** An id that is not used elsewhere in the file. */
export const newUserId = (): number => ++lastUserId

/** A verified account with a chat owner of its own. */
export async function applicant(app: TestApp): Promise<number> {
  const userId = newUserId()
  await verify(app, userId)
  return userId
}

/** Verifies an account. A verified account with another chat owner is transferred. */
export async function verify(app: TestApp, userId: number, chatUserId = `chat-${userId}`): Promise<void> {
  await sql`insert into verified_account (user_id, chat_user_id) values (${userId}, ${chatUserId})
    on conflict (user_id) do update set chat_user_id = excluded.chat_user_id`.execute(app.app.db)
}

export async function hold(app: TestApp, userId: number): Promise<void> {
  await sql`insert into data_rights_hold (user_id) values (${userId})`.execute(app.app.db)
}

export async function restrict(app: TestApp, userId: number): Promise<void> {
  await sql`insert into account_restriction (user_id) values (${userId})`.execute(app.app.db)
}

/** @returns the id of the entry */
export async function blacklist(
  { ctx }: TestCommunity,
  userId: number,
  expiresAt: string | null = null,
): Promise<string> {
  const terms = { reason: 'test', evidenceUrl: null, expiresAt }
  const { entry } = await addToBlacklist(await ctx(), { kind: 'account', id: userId }, terms)
  return entry.blacklist_entry_id
}

/** Renames the table of data-rights holds while `work` runs, so that the check of holds fails. */
export async function withoutHolds<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  await sql`alter table data_rights_hold rename to data_rights_hold_away`.execute(app.dba)
  try {
    return await work()
  } finally {
    await sql`alter table data_rights_hold_away rename to data_rights_hold`.execute(app.dba)
  }
}

export interface Form {
  readonly path: string
  readonly applicationId: string
  readonly definition: DefinitionInput
}

/** An open form with one text question. @param more changes of the definition */
export async function makeForm(client: Client, more: Partial<DefinitionInput> = {}, password?: string): Promise<Form> {
  const definition: DefinitionInput = { name: 'Pilot school', state: 'open', questions: [text], ...more }
  const { status, body } = await client.post('/v2/applications', { definition, ...(password && { password }) })
  if (status !== 201) throw new Error(`the form was refused: ${JSON.stringify(body)}`)
  const { applicationId } = body.data as { applicationId: string }
  return { applicationId, path: `/v2/applications/${applicationId}`, definition }
}

export function update(client: Client, form: Form, version: number, more: Partial<DefinitionInput>): Promise<Answer> {
  return client.put(form.path, { version, definition: { ...form.definition, ...more } })
}

/** Submits to version 1 of a form. @param more changes of the body */
export function submit(client: Client, form: Form, userId: number | string, more: object = {}): Promise<Answer> {
  return client.post(`${form.path}/responses`, { userId, version: 1, answers: { why: 'I like to fly.' }, ...more })
}

/** @returns the path of the response */
export async function respond(client: Client, form: Form, userId: number, more: object = {}): Promise<string> {
  const { status, body } = await submit(client, form, userId, more)
  if (status !== 201) throw new Error(`the response was refused: ${JSON.stringify(body)}`)
  return `${form.path}/responses/${body.data.response.responseId}`
}

export const open = (client: Client, form: Form, access: object): Promise<Answer> =>
  client.post(`${form.path}/open`, access)

export const status = (client: Client, form: Form, access: object): Promise<Answer> =>
  client.post(`${form.path}/status`, access)

export const review = (client: Client, responsePath: string, more: object = {}): Promise<Answer> =>
  client.post(`${responsePath}/review`, { revision: 1, status: 'Passed', ...more })

export const idOf = (responsePath: string): string => responsePath.split('/').at(-1) ?? ''

/** Status and error code. */
export const refusal = ({ status, body }: Answer): [number, string | undefined] => [status, body?.error?.code]

/** Status, place and keyword of the first issue. */
export const issueOf = ({ status, body }: Answer): unknown[] => {
  const issue = body?.error?.details?.issues?.[0] ?? {}
  return [status, issue.instancePath, issue.keyword]
}

/** The rows that a decision writes: notifications, queued messages, jobs. */
export async function decisionRows(app: TestApp, responsePath: string) {
  const responseId = idOf(responsePath)
  const { rows: notifications } = await sql<{ payload: Record<string, unknown>; user_id: number }>`
    select payload, user_id from notification where payload->>'responseId' = ${responseId}`.execute(app.app.db)
  const { rows: messages } = await sql<{ status: string; attempts: number; error: string | null }>`
    select status, attempts, error from result_message where response_id = ${responseId}`.execute(app.app.db)
  const { rows: jobs } = await sql<{ run_at: string }>`
    select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-result-message' and j.payload->>'responseId' = ${responseId}
    order by j.run_at`.execute(app.app.db)
  return { notifications, messages, jobs }
}
