import { sql } from 'kysely'
import type { Answer, Client, TestApp } from '../../support/app'

export const up = { id: 'up', label: 'Up' }
export const down = { id: 'down', label: 'Down' }
export const text = { id: 'why', type: 'short', title: 'Why do you apply?' }
export const choice = {
  id: 'north',
  type: 'single',
  title: 'Which way is north?',
  options: [up, down],
  answerKey: ['up'],
}

export const form = (changes: object = {}): object => ({ name: 'Pilot school', questions: [text], ...changes })

export const graded = (changes: object = {}): object =>
  form({ questions: [text, choice], grading: { passPercentage: 80 }, ...changes })

export const at = (applicationId: string, rest = ''): string => `/v2/applications/${applicationId}${rest}`

/** @returns the id of the new form */
export async function createForm(client: Client, definition: object = form(), more: object = {}): Promise<string> {
  const { status, body, text: whole, headers } = await client.post('/v2/applications', { definition, ...more })
  if (status !== 201) throw new Error(`no form was created: ${status} ${whole} ${JSON.stringify(headers)}`)
  return body.data.applicationId as string
}

export const configurationOf = async (client: Client, applicationId: string) =>
  (await client.get(at(applicationId, '/configuration'))).body.data

export const failure = ({ status, body }: Answer): [number, string] => [status, body.error?.code]

/** Place and keyword of each issue of a validation failure. */
export function issues({ body }: Answer): [string, string][] {
  const found = body.error.details.issues as { instancePath: string; keyword: string }[]
  return found.map(({ instancePath, keyword }) => [instancePath, keyword])
}

/** Audit entries of forms, oldest first. */
export async function auditOf({ app }: TestApp, communityId: string) {
  const { rows } = await sql<{ action: string; actor_kind: string; before: object | null; after: object | null }>`
    select action, actor_kind, before, after from audit_entry
    where community_id = ${communityId} and action like 'application.%' order by audit_id`.execute(app.db)
  return rows
}

/** Reads all pages of a list. */
export async function walk(client: Client, list: string) {
  const pages: { items: { [name: string]: unknown }[]; nextCursor: string | null }[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    const { status, body } = await client.get(cursor === '' ? list : `${list}?cursor=${cursor}`)
    expect(status).toBe(200)
    pages.push(body.data)
  }
  return pages
}
