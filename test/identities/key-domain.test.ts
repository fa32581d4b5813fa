// Keys of a domain: every operation with a user id, from the contract. An id is never taken for the account with the
// same number.
import type { Operation } from 'openapi-backend'
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { allScopes, issueKey } from '../../src/auth/actions'
import { idPlansOf, findIds } from '../../src/contract/account-ids'
import type { OperationId } from '../../src/contract/types'
import { serverContract } from '../../src/http/handle-request'
import { createAward } from '../../src/awards/medals/actions'
import { issueOf, refusal } from '../applications/submissions/fixture'
import { everyRank, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'

const DOMAIN = 'universe-777'
/** Accounts; the id of each is the number of the next one, so that a confusion is noticed. */
const circle = [101, 102, 103, 104, 105, 350, 900, 901, 902]
const idOf = (account: number): number => circle[(circle.indexOf(account) + 1) % circle.length] as number
const UNKNOWN = 777_777

let app: TestApp
let home: TestCommunity
let bound: Client
let operations: readonly Operation[]
beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
  for (const [kind, name] of [
    ['medal', 'Valor'],
    ['qualification', 'Pilot'],
  ] as const) {
    await createAward(await home.ctx(), kind, name)
  }
  await makeForms(app, home)
  await know(
    DOMAIN,
    circle.map((account) => [idOf(account), account]),
  )
  bound = app.clientFor((await keyIn(DOMAIN)).key, home.communityId)
  operations = (await serverContract()).router.getOperations()
})
afterAll(() => app.close())

const keyIn = async (domain: string, name = 'Game server') =>
  issueKey(await home.ctx(), { name, scopes: allScopes, domain, bounds: everyRank, expiresAt: null })

async function know(domain: string, pairs: readonly (readonly [id: number, account: number])[]): Promise<void> {
  for (const [id, account] of pairs) {
    await sql`insert into identity (community_id, domain, id, user_id, source, resolved_at)
      values (${home.communityId}, ${domain}, ${id}, ${account}, 'operator', now())`.execute(app.app.db)
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** Ids of the domain in the request; `accounts` are theirs. */
  readonly ids: readonly number[]
  readonly accounts: readonly number[]
  /** Whether an unknown id only fails its own entry. */
  readonly isEntry: boolean
}

const marked = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].scope !== null)
const operationOf = (id: OperationId): Operation =>
  operations.find(({ operationId }) => operationId === id) as Operation

/** Bodies with an account, where the success example has none. */
const bodies: Readonly<Partial<Record<OperationId, object>>> = { createLinkCode: { userId: 101 } }

/** The request of the success example with ids of the domain; null: it contains no id. */
function requestOf(id: OperationId, toId: (account: number) => number): Sent | null {
  const operation = operationOf(id)
  const plans = idPlansOf(operation)
  const { path: text, body: given, headers, status } = successOf(id)
  const body = structuredClone(bodies[id] ?? given) as Record<string, unknown> | undefined
  const [pathname = '', search = ''] = text.split('?')
  const names = operation.path.split('/')
  const segments = pathname.split('/')
  const parameterAt = (index: number): string => names[index]?.slice(1, -1) ?? ''
  const isParameter = (index: number): boolean => names[index]?.startsWith('{') === true
  const params = Object.fromEntries(
    segments.flatMap((segment, index) => (isParameter(index) ? [[parameterAt(index), segment]] : [])),
  )
  const query: Record<string, unknown> = Object.fromEntries(new URLSearchParams(search))
  // optional parameters too
  for (const [name, plan] of plans.query?.properties ?? []) if (plan.kind !== null) query[name] ??= '101'
  if (body) for (const [name, plan] of plans.body?.properties ?? []) if (plan.kind !== null) body[name] ??= 101
  const places = [
    ...findIds(params, plans.path, query['by']),
    ...findIds(query, plans.query),
    ...findIds(body, plans.body),
  ]
  if (places.length === 0) return null
  const accounts = places.map(({ holder, key }) => Number(holder[key]))
  for (const { holder, key } of places) {
    const written = toId(Number(holder[key]))
    holder[key] = typeof holder[key] === 'number' ? written : String(written)
  }
  const filled = segments.map((segment, index) => (isParameter(index) ? params[parameterAt(index)] : segment)).join('/')
  const asked = new URLSearchParams(query as Record<string, string>).toString()
  return {
    method: operation.method,
    path: asked ? `${filled}?${asked}` : filled,
    body,
    headers,
    status,
    ids: accounts.map(toId),
    accounts,
    isEntry: places.every((place) => place.isEntry),
  }
}

const send = (client: Client, { method, path, body, headers }: Sent): Promise<Answer> =>
  client.send(method, path, body, headers)

/** Accounts in the audit entries of a request. */
async function audited({ headers }: Answer): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select distinct user_id from audit_entry
    where community_id = ${home.communityId} and request_id = ${headers['x-request-id']} and user_id is not null`.execute(
    app.app.db,
  )
  return rows.map(({ user_id }) => user_id)
}

function idsIn(id: OperationId, { status, body }: Answer): string[] {
  const plan = idPlansOf(operationOf(id)).replies.get(status) ?? null
  return findIds(body, plan).map(({ holder, key }) => String(holder[key]))
}

/** Operations whose replies also name other accounts. */
const lists: readonly OperationId[] = ['getLeaderboardPlace', 'lookUpMembers']

describe('a key of a domain', () => {
  it.each(marked)('acts on the account of the id, and answers with the id: %s', async (id) => {
    const request = requestOf(id, idOf)
    if (request === null) return
    const answer = await send(bound, request)
    expect([answer.status, answer.body?.error]).toEqual([request.status, undefined])
    const others = (await audited(answer)).filter((account) => !request.accounts.includes(account))
    expect(others).toEqual([])
    if (!lists.includes(id)) {
      expect(idsIn(id, answer).filter((shown) => !request.ids.map(String).includes(shown))).toEqual([])
    }
  })

  it.each(marked)('is refused with an id that the domain does not know: %s', async (id) => {
    const request = requestOf(id, () => UNKNOWN)
    if (request === null) return
    const isKeyed = 'Idempotency-Key' in request.headers
    const body = request.body && { ...request.body, ...('batchId' in request.body ? { batchId: 'of-strangers' } : {}) }
    const answer = await send(bound, {
      ...request,
      body,
      headers: isKeyed ? { 'Idempotency-Key': 'of-strangers' } : {},
    })
    if (request.isEntry) {
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.stringContaining(String(UNKNOWN))])
    } else {
      expect(refusal(answer)).toEqual([404, 'identity_unknown'])
      expect(answer.body.error.message).toContain(`PUT /v2/identities/${DOMAIN}/${UNKNOWN}`)
    }
    expect(await audited(answer)).toEqual([])
  })

  it('covers operations with an id in the path, the query, the body and in entries', () => {
    const covered = marked.filter((id) => requestOf(id, idOf) !== null)
    expect(covered).toEqual(
      expect.arrayContaining([
        ...['getMember', 'promoteMember', 'listWarnings', 'createBlacklistEntry', 'submitResponse', 'createEvent'],
        ...['awardBatch', 'lookUpMembers', 'setVerifications', 'setEventAttendees', 'submitRankOperation'],
      ]),
    )
    expect(covered.length).toBeGreaterThan(35)
  })

  it('shows an account that has no id in the domain as 0, which no request accepts', async () => {
    const stranger = 300
    await home.client.get(`/v2/members/${stranger}`)
    const { body } = await bound.get('/v2/members?limit=100')
    const members = body.data as { userId: string; username: string }[]
    expect(members.find(({ username }) => username === 'Outsider')?.userId).toBe('0')
    expect(members.find(({ username }) => username === 'Member101')?.userId).toBe(String(idOf(101)))
    expect((await bound.get('/v2/members/0')).status).toBe(400)
    expect(issueOf(await bound.get('/v2/warnings?userId=0'))).toEqual([400, '/query/userId', 'pattern'])
  })

  it('takes usernames as they are', async () => {
    const { body } = await bound.get('/v2/members/Member102?by=username')
    expect([body.data.username, body.data.userId]).toEqual(['Member102', String(idOf(102))])
    const warned = await bound.post('/v2/warnings', { userId: 'Member103', by: 'username', reason: 'Left' })
    expect(warned.body.data.userId).toBe(String(idOf(103)))
  })

  it('sees a record change, and unchanged ones, by the ETag of its own reply', async () => {
    const path = `/v2/verifications/${idOf(104)}`
    await bound.put(path, { chatUserId: 'etag', transfer: true })
    const { headers } = await bound.get(path)
    expect((await bound.get(path, { 'If-None-Match': String(headers['etag']) })).status).toBe(304)
    const ifMatch = { 'If-Match': String(headers['etag']) }
    expect((await bound.put(path, { chatUserId: 'etag-2', transfer: true }, ifMatch)).status).toBe(200)
    expect(refusal(await bound.put(path, { chatUserId: 'etag-3', transfer: true }, ifMatch))).toEqual([
      409,
      'record_changed',
    ])
  })

  it('names the id of the request in the text of an error', async () => {
    const gone = 999_999_999
    await know(DOMAIN, [[55, gone]])
    const { status, body } = await bound.get('/v2/members/55')
    expect([status, body.error.message]).toEqual([404, expect.stringContaining('id 55')])
    expect(JSON.stringify(body)).not.toContain(String(gone))
  })

  it('of an entry of a batch of awards fails that entry alone, and a repetition gets the same outcome', async () => {
    const experience = { op: 'increment', amount: 5 }
    const entries = [
      { userId: idOf(105), experience },
      { userId: 888_888, experience },
    ]
    const first = await bound.post('/v2/award-batches', { batchId: 'with-a-stranger', entries })
    expect(first.body.data.entries).toMatchObject([
      { status: 'succeeded', userId: String(idOf(105)) },
      { status: 'failed', userId: null, error: { code: 'identity_unknown' } },
    ])
    await know(DOMAIN, [[888_888, 300]])
    const again = await bound.post('/v2/award-batches', { batchId: 'with-a-stranger', entries })
    expect([again.status, again.body.meta.replayed]).toEqual([200, true])
    const next = await bound.post('/v2/award-batches', { batchId: 'known-now', entries })
    expect(next.body.data.entries[1]).toMatchObject({ status: 'succeeded', userId: '888888' })
  })

  it('names the id in the text of the error of an entry', async () => {
    // the platform has no account with this number
    await know(DOMAIN, [[55_555, 4_711]])
    const links = [{ userId: 55_555, chatUserId: 'a-chat-user' }]
    const linked = await bound.put('/v2/verifications', { verifications: links })
    const { code, message } = linked.body.data[0].error as { code: string; message: string }
    expect([code, message]).toEqual(['member_not_found', expect.stringContaining('the id 55555.')])
    expect(message).not.toContain('4711')
  })

  it('lists unknown ids of a look-up as missing', async () => {
    const { body } = await bound.post('/v2/member-lookups', { userIds: [idOf(101), 666_666] })
    expect(body.data.missing.userIds).toEqual(['666666'])
    expect((body.data.members as { userId: string }[]).map(({ userId }) => userId)).toEqual([String(idOf(101))])
  })

  it('keeps its domain when it is rotated, and says it', async () => {
    const { body: made } = await home.client.post('/v2/keys', {
      name: 'U',
      scopes: ['members.read'],
      domain: 'universe-5',
    })
    expect(made.data.domain).toBe('universe-5')
    const { body } = await home.client.post(`/v2/keys/${made.data.keyId}/rotate`, {})
    expect(body.data.domain).toBe('universe-5')
    const fresh = app.clientFor(body.data.key as string, home.communityId)
    expect((await fresh.get('/v2/key')).body.data.domain).toBe('universe-5')
    expect(refusal(await fresh.get('/v2/members/101'))).toEqual([404, 'identity_unknown'])
    expect((await home.client.get('/v2/key')).body.data.domain).toBeNull()
  })
})

it('a key without a domain speaks the ids of the group, and sends no statement more', async () => {
  const { body } = await home.client.get('/v2/members/101')
  expect([body.data.userId, body.data.username]).toEqual(['101', 'Member101'])
})
