// An account is planted in every table, erased, and searched for in every column.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readCatalogue, type Catalogue } from '../../scripts/completeness/catalogue'
import { accountColumns, wordsAboutAccounts } from '../../src/db/account-columns'
import { erasureOf, everyTable, tables as registry } from '../../src/db/tables'
import { notify } from '../../src/simulator/notifications'
import { adminOf } from '../admin/support'
import { group, startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { untilComplete } from '../support/audit'
import { makePlace, plant, type Place } from './plant'
import { whereIs, type Traces } from './scan'

const secret = 'the-secret-of-the-webhook'
/** A second account, planted beside the first and erased later. */
const other: Traces = { userId: 990_445_566, mark: 'heronmark' }
/** An account of which the server knows nothing. */
const nobody = 999_888_777_666
const some = expect.any(Number) as number
let app: TestApp
let places: Place[]

beforeAll(async () => {
  app = await startTestApp({ platformSecrets: [secret] })
  places = [await makePlace(app), await makePlace(app)]
})
afterAll(() => app.close())

const db = () => app.app.db
const run = (...args: string[]) => adminOf(app).json(['data-rights', ...args])
const request = (userId: number, notificationId = randomUUID()) =>
  notify({ url: `${app.url}/v2/platform-notifications`, secret, userId, notificationId })

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db())
  return rows[0]?.n ?? 0
}

const requestsFor = async ({ userId }: Traces) => (await run('requests', '--user', String(userId))).requests

async function seal(): Promise<void> {
  await untilComplete(db())
  await sealEntries(app.base)
}

/** Entries that lost data after they were sealed. @throws for a chain that is not intact */
async function redactedIn({ community: { communityId } }: Place): Promise<number> {
  const { broken, redacted, otherwise } = await verifyChain(app.base, communityId, null)
  expect({ broken, otherwise }).toEqual({ broken: null, otherwise: 0 })
  return redacted
}

const catalogue = (): Promise<Catalogue> => readCatalogue((text) => sql.raw(text).execute(app.dba))

test('the registry of tables has every table', async () => {
  const { tables } = await catalogue()
  expect(Object.keys(registry).sort()).toEqual([...tables].sort())
})

describe('an erasure request of the platform', () => {
  const gone: Traces = { userId: 880_112_233, mark: 'zebramark' }

  test('is postponed by a hold, then leaves nothing of the account in any column of any table', async () => {
    await plant(app, other, places)
    await plant(app, gone, places)
    const notificationId = randomUUID()
    expect(await request(gone.userId, notificationId)).toMatchObject({ status: 204, answer: '' })
    const planted = await whereIs(db(), gone)
    // every column of account ids has it
    const ids = (await catalogue()).columns.filter(({ column }) => /user_ids?$/.test(column))
    expect(ids.map(({ table, column }) => `${table}.${column}`).filter((id) => !planted.includes(id))).toEqual([])
    for (const column of ['_private_jobs.payload', 'audit_entry.on_behalf_of', 'platform_operation.on_behalf_of'])
      expect(planted).toContain(column)
    const tablesOf = (columns: readonly string[]) => new Set(columns.map((column) => column.split('.')[0] ?? ''))
    const erased = everyTable.filter((table) => erasureOf(table) !== null).map(({ name }) => name)
    expect(erased.filter((name) => !tablesOf(planted).has(name))).toEqual([])
    const marked = await whereIs(db(), { ...gone, userId: nobody })
    expect(wordsAboutAccounts.filter((column) => !marked.includes(column))).toEqual([])
    const { audit_entry: entry, ...rest } = accountColumns
    const isOther = (name: string): boolean => {
      const [table = '', column = ''] = name.split('.')
      const use = Object.entries<object>(rest).find(([one]) => one === table)?.[1]
      return ['fact', 'internal'].includes(String(Object.entries(use ?? {}).find(([one]) => one === column)?.[1]))
    }
    expect(entry.request_id).toBe('internal')
    expect(marked.filter(isOther)).toEqual([])
    const others = await whereIs(db(), other)
    await seal()
    const trail = await count('audit_entry')

    await until('the job ran', () => logged('postponed by a hold'))
    const asked = { notificationId, receivedAt: expect.any(String) as string }
    const open = { ...asked, userId: String(gone.userId), completedAt: null, erased: null }
    expect(await requestsFor(gone)).toEqual([{ ...open, status: 'waiting' }])
    const { erasureRequests, communities } = await run('export', '--user', String(gone.userId))
    expect(communities[0].actedFor[0]).toEqual({
      auditId: expect.any(String),
      at: expect.any(String),
      action: 'warning.create',
    })
    expect(erasureRequests).toEqual([{ ...open, status: 'waiting' }])
    expect(await whereIs(db(), gone)).toEqual(planted)

    await run('release', '--user', String(gone.userId))
    await until('it is erased', async () => (await requestsFor(gone))[0].status === 'done')
    expect(await whereIs(db(), gone)).toEqual([])
    expect(await whereIs(db(), other)).toEqual(others)
    for (const place of places) expect(await redactedIn(place)).toBeGreaterThan(30)
    // one tells of each person of the staff
    expect(await count('audit_entry')).toBe(trail + places.length)
    expect(await requestsFor(gone)).toEqual([
      {
        ...asked,
        status: 'done',
        userId: null,
        completedAt: expect.any(String) as string,
        erased: {
          member: 2,
          member_medal: 2,
          member_qualification: 2,
          verified_account: 1,
          account_restriction: 1,
          account_link: 2,
          link_code: 4,
          identity: 4,
          applicant_code: 2,
          applicant_session: 2,
          application_response: 4,
          password_guess: 2,
          notification: 2,
          result_message: 2,
          reversal: 2,
          reversal_item: 2,
          person: 2,
          platform_operation: 6,
          platform_connection: 1,
          platform_budget: 1,
          rate_window: 2,
          rate_log: 2,
          blacklist_entry: 4,
          warning: 2,
          suspension: 2,
          event: 6,
          event_attendee: 6,
          event_award: 4,
          award_batch: 2,
          request_key: 2,
          webhook_line: 2,
          webhook_delivery: some,
          audit_entry: some,
          account_audit_entry: some,
        },
      },
    ])
    // logs outlive the database; request ids are chosen by callers
    const leaks = app.logs.filter((line) => /880112233|zebramark/i.test(JSON.stringify({ ...line, requestId: '' })))
    expect(leaks.slice(0, 3)).toEqual([])
  })

  test('is executed once: the same notification later changes nothing', async () => {
    const [{ notificationId }] = await requestsFor(gone)
    expect((await request(gone.userId, notificationId)).status).toBe(204)
    expect(await requestsFor(gone)).toHaveLength(1)
    expect(await whereIs(db(), gone)).toEqual([])
  })

  test('leaves an account that is a new member when it is fetched again', async () => {
    const { body } = await (places[0] as Place).community.client.get(`/v2/members/${gone.userId}`)
    expect(body.data).toMatchObject({ experience: 0, quotaPoints: 0, medals: [], qualifications: [] })
    expect((await request(gone.userId)).status).toBe(204)
    await until('it is erased', async () =>
      (await requestsFor(gone)).every((one: { status: string }) => one.status === 'done'),
    )
    expect(await whereIs(db(), gone)).toEqual([])
  })

  test('for an account that an earlier request erased is completed without rows', async () => {
    await request(gone.userId)
    await until('it is done', async () => (await requestsFor(gone))[0].status === 'done')
    expect((await requestsFor(gone))[0]).toMatchObject({ status: 'done', userId: null, erased: {} })
  })
})

describe('the operator', () => {
  test('erases everything, and completes requests of the platform', async () => {
    await request(other.userId)
    const erase = ['erase', '--user', String(other.userId), '--everything', '--yes']
    expect(await adminOf(app).failure(['data-rights', ...erase])).toContain('use --even-held')
    await seal()
    // the texts first, which leaves the account
    await run(...erase.filter((flag) => flag !== '--everything'), '--even-held')
    for (const place of places) await redactedIn(place)
    const texts = await whereIs(db(), { ...other, userId: nobody })
    // chosen by callers, for their own requests
    expect(texts).toEqual(['audit_entry.request_id', 'idempotency_key.key'])
    const { erased } = await run(...erase, '--even-held')
    for (const place of places) await redactedIn(place)
    expect(erased).toMatchObject({ member: 2, data_rights_hold: 1 })
    expect(await whereIs(db(), other)).toEqual([])
    expect(await requestsFor(other)).toEqual([expect.objectContaining({ status: 'done', erased })])
    const { rows } = await sql`select user_id, details from account_audit_entry
      where action = 'data-rights.erase' order by audit_id desc limit 1`.execute(db())
    expect(rows).toEqual([{ user_id: null, details: { everything: true, ...erased } }])
  })

  test('reads the requests as a table', async () => {
    const { stdout } = await adminOf(app).run(['data-rights', 'requests', '--limit', '1'])
    expect(stdout).toMatch(/^NOTIFICATION +STATUS +USER +RECEIVED\n\S+ +done +- .*\n +done: \S+ +erased: \d+ rows\n$/)
    expect((await adminOf(app).run(['data-rights', 'requests', '--user', '5'])).stdout).toBe('There are no requests.\n')
  })
})

test('erases the owner of a credential, and the connection keeps working', async () => {
  const [first] = places as [Place]
  const { rows } = await sql`select owner_user_id, status from platform_connection
    where community_id = ${first.community.communityId}`.execute(db())
  expect(rows).toEqual([{ owner_user_id: null, status: 'connected' }])
  const answer = await first.community.client.put(`/v2/members/${group.members[0]}/rank`, { rankId: 10 })
  expect(answer.status).toBe(200)
})

function logged(outcome: string): boolean {
  return app.logs.some((line) => line['outcome'] === outcome)
}
