// ETag, If-None-Match and If-Match, for each record that the contract lists.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { createAward } from '../../src/awards/medals/actions'
import type { OperationId } from '../../src/contract/types'
import { startTestApp, type Answer, type Headers, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const ids = Object.keys(operationTable) as OperationId[]
const readIds = ids.filter((id) => operationTable[id].hasEtag)
const changeIds = ids.filter((id) => operationTable[id].guardedBy !== null)

async function freshCommunity(): Promise<void> {
  home = await app.community()
  for (const [kind, name] of [['medal', 'Valor'] as const, ['qualification', 'Pilot'] as const]) {
    await createAward(await home.ctx(), kind, name)
  }
  await makeForms(app, home)
  // the first read syncs the member, which would change its ETag
  await home.client.get('/v2/members/101')
}

function call(id: OperationId, headers: Headers = {}, body = successOf(id).body): Promise<Answer> {
  const { method } = operationTable[id]
  return home.client.send(method.toUpperCase(), successOf(id).path, body, headers)
}

/** The GET of the record that an operation changes. */
const readRecord = (id: OperationId, headers: Headers = {}): Promise<Answer> =>
  home.client.get(successOf(id).path, headers)

const etagOf = ({ headers }: Answer): string => headers['etag'] ?? ''

async function countChanges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_entry
    where community_id = ${home.communityId} and action not like 'response%'`.execute(app.app.db)
  return Number(rows[0]?.count)
}

describe('a GET of one record', () => {
  beforeAll(freshCommunity)

  it.each(readIds)('%s has a strong ETag, and answers 304 without a body while the record is the same', async (id) => {
    const first = await call(id)
    expect(first.status).toBe(200)
    expect(etagOf(first)).toMatch(/^"[\w-]{27}"$/)
    const { status, text, headers } = await call(id, { 'If-None-Match': etagOf(first) })
    expect([status, text, headers['etag'], headers['content-length']]).toEqual([304, '', etagOf(first), undefined])
    expect(await call(id, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200, body: first.body as unknown })
  })

  it('takes each form of the header', async () => {
    const etag = etagOf(await call('getEvent'))
    const statusOf = async (tag: string) => (await call('getEvent', { 'If-None-Match': tag })).status
    for (const tag of [`W/${etag}`, `"other", ${etag}`, '*']) expect([tag, await statusOf(tag)]).toEqual([tag, 304])
    for (const tag of ['nonsense', '""']) expect([tag, await statusOf(tag)]).toEqual([tag, 200])
  })

  it('has another ETag after a change', async () => {
    const before = etagOf(await call('getEvent'))
    await call('updateEvent', {}, { name: 'Saturday' })
    const after = await call('getEvent', { 'If-None-Match': before })
    expect([after.status, etagOf(after) === before]).toEqual([200, false])
  })

  it('answers an error without an ETag', async () => {
    const { status, headers } = await home.client.get('/v2/events/evt_aaaaaaaaaaaaaaaaaaaa', { 'If-None-Match': '*' })
    expect([status, headers['etag']]).toEqual([404, undefined])
  })
})

describe.each(changeIds)('%s with If-Match', (id) => {
  // a delete needs a new record
  beforeAll(() => (operationTable[id].method === 'delete' ? freshCommunity() : undefined))

  it('changes nothing when the record has changed', async () => {
    const before = await countChanges()
    const read = await readRecord(id)
    for (const tag of ['"aaaaaaaaaaaaaaaaaaaaaaaaaaa"', `W/${etagOf(read)}`, '"a", "b"']) {
      const { status, body } = await call(id, { 'If-Match': tag })
      expect([status, body.error?.code]).toEqual([409, 'record_changed'])
    }
    expect(await readRecord(id, { 'If-None-Match': etagOf(read) })).toMatchObject({ status: 304 })
    expect(await countChanges()).toBe(before)
  })

  it('refuses a value that is no ETag', async () => {
    const { status, body } = await call(id, { 'If-Match': 'nonsense' })
    expect([status, body.error?.details.issues[0].instancePath]).toEqual([400, '/headers/if-match'])
  })

  it('changes it once when five callers send the ETag that they read', async () => {
    const tag = etagOf(await readRecord(id))
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => call(id, { 'If-Match': tag }, changed(id, index))),
    )
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status >= 400).map(({ body }) => body.error.code as string)
    // also deleted meanwhile, or refused by the form's own version
    const others = /^(record_changed|version_conflict|.*_not_found)$/
    expect(refused.filter((code) => !others.test(code))).toEqual([])
    expect(refused).toHaveLength(4)
  })

  it('changes the record that exists for *', async () => {
    if (operationTable[id].method === 'delete') await freshCommunity()
    const { version } = (await readRecord(id)).body.data as { version?: number }
    const body = changed(id, 7)
    const answer = await call(id, { 'If-Match': '*' }, body && 'version' in body ? { ...body, version } : body)
    expect(answer.status).toBe(successOf(id).status)
  })
})

/** A body that changes the record, different for each index. */
function changed(id: OperationId, index: number): object | undefined {
  const { body } = successOf(id)
  if (!body || operationTable[id].method === 'delete') return body
  const text = `Changed ${index}`
  if (id === 'updateRank') return { autoRank: { experience: 5_000 + index } }
  if (id === 'updateAutoRankSettings') return { demotes: true, enabled: index % 2 === 0 }
  if (id === 'updateSuspensionSettings' || id === 'setJoinRequirements') return body
  if (id === 'updatePlatformConnection') return { paused: true }
  if (id === 'setVerification') return { ...body, chatUserId: `chat-${index}` }
  if ('durationSeconds' in body) return { durationSeconds: 7_200 + index }
  if ('definition' in body) return { ...body, definition: { ...(body.definition as object), description: text } }
  const field = ['reason', 'description', 'name'].find((name) => name in body) ?? 'description'
  return { ...body, [field]: text }
}

it('is refused by an operation whose record has no ETag', async () => {
  await freshCommunity()
  const { status, body } = await home.client.put('/v2/members/101/rank', { rankId: 10 }, { 'If-Match': '*' })
  expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/headers/if-match'])
})
