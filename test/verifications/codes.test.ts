// One-time codes: both directions, single use, bounded guessing.
import { sql } from 'kysely'
import { hashesOf, makeCode, toCode, toShown } from '../../src/members/verifications/codes'
import { Keyring } from '../../src/encryption/keyring'
import { issueOf, makeForm, newUserId, open, refusal } from '../applications/submissions/fixture'
import { startTestApp, tasksOf, testSettings } from '../support/app'
import type { Answer, Client, TestApp, TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
beforeEach(async () => {
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

const issue = async (subject: object, client: Client = home.client): Promise<string> =>
  (await client.post('/v2/link-codes', subject)).body.data.code as string
const redeem = (body: object, client: Client = home.client, headers = {}) =>
  client.post('/v2/link-codes/redeem', body, headers)
let chats = 0
const newChat = (): string => `chat-${++chats}`
const wrong = 'ZZZ-ZZZ-ZZZ'

describe('a code', () => {
  it('from the chat, entered in the game, links the account', async () => {
    const [userId, chatUserId] = [newUserId(), newChat()]
    const { status, body } = await home.client.post('/v2/link-codes', { chatUserId })
    expect([status, body.data]).toMatchObject([201, { userId: null, chatUserId }])
    const answer = await redeem({ code: body.data.code as string, userId })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { data: { userId: String(userId), chatUserId, method: 'game-code' }, meta: { outcome: 'linked' } },
    ])
    expect((await open(home.client, await makeForm(home.client), { userId })).status).toBe(200)
  })

  it('from the game, sent in the chat, links the account', async () => {
    const [userId, chatUserId] = [newUserId(), newChat()]
    const code = await issue({ userId })
    const { body } = await redeem({ code, chatUserId })
    expect(body.data).toMatchObject({ userId: String(userId), chatUserId, method: 'chat-code' })
  })

  it('is read in any case, with spaces and without hyphens', async () => {
    const userId = newUserId()
    const code = await issue({ chatUserId: newChat() })
    const typed = ` ${code.toLowerCase().replaceAll('-', '  ')} `
    expect((await redeem({ code: typed, userId })).status).toBe(200)
  })

  it('is valid once, and twenty concurrent callers make one link', async () => {
    const code = await issue({ chatUserId: newChat() })
    const users = Array.from({ length: 20 }, newUserId)
    const answers = await Promise.all(users.map((userId) => redeem({ code, userId })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error?.code === 'link_code_not_found')).toHaveLength(19)
    const { rows } = await sql`select from account_link where community_id = ${home.communityId}`.execute(app.app.db)
    expect(rows).toHaveLength(1)
  })

  it('with an Idempotency-Key returns the link again when the answer was lost', async () => {
    const [userId, chatUserId] = [newUserId(), newChat()]
    const code = await issue({ chatUserId })
    const headers = { 'Idempotency-Key': `redeem-${userId}` }
    const first = await redeem({ code, userId }, home.client, headers)
    const second = await redeem({ code, userId }, home.client, headers)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  it('is replaced by a newer one of the account', async () => {
    const chatUserId = newChat()
    const old = await issue({ chatUserId })
    const fresh = await issue({ chatUserId })
    expect(refusal(await redeem({ code: old, userId: newUserId() }))).toEqual([404, 'link_code_not_found'])
    expect((await redeem({ code: fresh, userId: newUserId() })).status).toBe(200)
  })

  it('expires', async () => {
    const code = await issue({ chatUserId: newChat(), expiresInSeconds: 60 })
    const { rows } = await sql<{
      left: number
    }>`select extract(epoch from expires_at - now())::float8 as left from link_code
      where community_id = ${home.communityId}`.execute(app.app.db)
    expect(rows[0]?.left).toBeGreaterThan(50)
    expect(rows[0]?.left).toBeLessThanOrEqual(60)
    await sql`update link_code set expires_at = now() - interval '1 second' where community_id = ${home.communityId}`.execute(
      app.app.db,
    )
    expect(refusal(await redeem({ code, userId: newUserId() }))).toEqual([404, 'link_code_not_found'])
    await tasksOf(app)['purge-link-codes']()
    const left = await sql`select from link_code where community_id = ${home.communityId}`.execute(app.app.db)
    expect(left.rows).toEqual([])
  })

  it.each([59, 901])('of %d seconds is refused', async (expiresInSeconds) => {
    const answer = await home.client.post('/v2/link-codes', { chatUserId: newChat(), expiresInSeconds })
    expect(issueOf(answer).slice(0, 2)).toEqual([400, '/body/expiresInSeconds'])
  })

  it('of another community is unknown', async () => {
    const other = await app.community({ connected: false })
    const code = await issue({ chatUserId: newChat() }, other.client)
    expect(refusal(await redeem({ code, userId: newUserId() }))).toEqual([404, 'link_code_not_found'])
    expect((await redeem({ code, userId: newUserId() }, other.client)).status).toBe(200)
  })

  it('for the game is not redeemed by the chat, and stays valid', async () => {
    const code = await issue({ chatUserId: newChat() })
    expect(issueOf(await redeem({ code, chatUserId: newChat() }))).toEqual([400, '/body/userId', 'required'])
    expect((await redeem({ code, userId: newUserId() })).status).toBe(200)
    const back = await issue({ userId: newUserId() })
    expect(issueOf(await redeem({ code: back, userId: newUserId() }))).toEqual([400, '/body/chatUserId', 'required'])
  })

  it('does not move a linked account without transfer, and stays valid until it does', async () => {
    const [userId, chatUserId] = [newUserId(), newChat()]
    await home.client.put(`/v2/verifications/${userId}`, { chatUserId: 'former' })
    const code = await issue({ chatUserId })
    expect(refusal(await redeem({ code, userId }))).toEqual([409, 'account_linked'])
    const { body } = await redeem({ code, userId, transfer: true })
    expect([body.data.chatUserId, body.meta.outcome]).toEqual([chatUserId, 'transferred'])
    expect(refusal(await redeem({ code, userId, transfer: true }))).toEqual([404, 'link_code_not_found'])
  })

  it('is refused for an account that the platform does not know, before it is looked at', async () => {
    const connected = await app.community()
    const code = await issue({ chatUserId: newChat() }, connected.client)
    const answer = await redeem({ code, userId: 987_654_321 }, connected.client)
    expect(refusal(answer)).toEqual([404, 'member_not_found'])
    const issued = await connected.client.post('/v2/link-codes', { userId: 987_654_321 })
    expect(refusal(issued)).toEqual([404, 'member_not_found'])
    expect((await redeem({ code, userId: 101 }, connected.client)).status).toBe(200)
  })

  it('is in no log, audit entry or table', async () => {
    const userId = newUserId()
    const code = await issue({ chatUserId: newChat() })
    await redeem({ code, userId })
    const fresh = await issue({ userId })
    let body: Answer['body'] = null
    // an entry is readable only after the transactions that began before it
    await until('the codes are in the audit log', async () => {
      ;({ body } = await home.client.get('/v2/audit-entries?limit=100'))
      return body.data.some(({ action }: { action: string }) => action === 'verification.code')
    })
    const { rows } = await sql<{
      stored: string
    }>`select (select json_agg(c)::text from link_code c) || (select json_agg(k)::text
      from request_key k) as stored`.execute(app.dba)
    const seen = `${JSON.stringify([app.logs, body, rows])}`.toUpperCase()
    for (const one of [code, fresh]) for (const form of [one, toCode(one)]) expect(seen).not.toContain(form)
  })
})

describe('guessing', () => {
  it('ends for an account after five wrong codes, also concurrent ones, and a right one is refused then', async () => {
    const userId = newUserId()
    const code = await issue({ chatUserId: newChat() })
    const answers = await Promise.all(Array.from({ length: 30 }, () => redeem({ code: wrong, userId })))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5)
    const last = await redeem({ code, userId })
    expect(refusal(last)).toEqual([403, 'link_attempts_exceeded'])
    const wait = Number(last.headers['retry-after'])
    expect(wait).toBeGreaterThan(880)
    expect(wait).toBeLessThanOrEqual(900)
    expect((await redeem({ code, userId: newUserId() })).status).toBe(200)
  })

  it('is possible again when the attempts are over', async () => {
    const userId = newUserId()
    const code = await issue({ chatUserId: newChat() })
    for (let attempt = 0; attempt < 6; attempt++) await redeem({ code: wrong, userId })
    await sql`update link_attempt set ends_at = now() where community_id = ${home.communityId}`.execute(app.app.db)
    expect((await redeem({ code, userId })).status).toBe(200)
  })

  it('is not made longer by right codes', async () => {
    const userId = newUserId()
    for (let attempt = 0; attempt < 8; attempt++) {
      const code = await issue({ chatUserId: newChat() })
      expect((await redeem({ code, userId, transfer: true })).status).toBe(200)
    }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await redeem({ code: wrong, userId })).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 403])
  })

  it('ends for the whole community after 300 wrong codes, whatever the accounts', async () => {
    await redeem({ code: wrong, userId: newUserId() })
    const [subject] = hashesOf(testSettings.encryptionKey, home.communityId, 'attempts')
    await sql`update link_attempt set attempts = 298 where subject = ${subject}`.execute(app.app.db)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem({ code: wrong, userId: newUserId() })))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
    expect(answers.filter(({ body }) => body.error.code === 'link_attempts_exceeded')).toHaveLength(8)
    const other = await app.community({ connected: false })
    expect(refusal(await redeem({ code: wrong, userId: newUserId() }, other.client))).toEqual([
      404,
      'link_code_not_found',
    ])
  })

  it('meets at most 1,000 codes of a community', async () => {
    await sql`insert into link_code (community_id, code_hash, chat_user_id, expires_at)
      select ${home.communityId}, sha256(i::text::bytea), 'chat ' || i, now() + interval '1 minute'
      from generate_series(1, 999) i`.execute(app.app.db)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => home.client.post('/v2/link-codes', { chatUserId: newChat() })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(refusal(answers.find(({ status }) => status === 409) as never)).toEqual([409, 'link_code_limit_reached'])
  })
})

describe('the text of a code', () => {
  it('has nine letters without vowels, digits and Y', () => {
    const codes = Array.from({ length: 1_000 }, makeCode)
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{9}$/)
    expect(new Set(codes).size).toBe(1_000)
    expect(new Set(codes.join('')).size).toBe(20)
    expect(toCode(toShown('BCDFGHJKL'))).toBe('BCDFGHJKL')
  })

  it('is stored under a key and a community, and is found after a rotation of the key', () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const [stored] = hashesOf(new Keyring(old), 'cmt_a', 'code B')
    expect(hashesOf(new Keyring(fresh, [old]), 'cmt_a', 'code B')[1]).toEqual(stored)
    for (const other of [
      hashesOf(new Keyring(fresh), 'cmt_a', 'code B'),
      hashesOf(new Keyring(old), 'cmt_b', 'code B'),
    ]) {
      expect(other[0]).not.toEqual(stored)
    }
  })
})
