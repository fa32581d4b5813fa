// Against a live server: SERVER_URL, LOSSY_URL (see test/clients/lossy-proxy.ts), COMMUNITY_ID, COMMUNITY_KEY, FORM_ID
// (a form with the question `why`, to which 101 may apply).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ApiError,
  createClient,
  isApiError,
  NoAnswerError,
  type Client,
  type Schema,
} from 'community-management-client'

const { SERVER_URL = '', LOSSY_URL = '', COMMUNITY_ID = '', COMMUNITY_KEY = '', FORM_ID = '' } = process.env
const connect = (baseUrl: string, key = COMMUNITY_KEY): Client =>
  createClient({ baseUrl, key, communityId: COMMUNITY_ID, timeoutSeconds: 20 })

const client = connect(SERVER_URL)
/** The first answer of each request is lost after it was done. */
const lossy = connect(`${LOSSY_URL}/lost`)

test('reads a member', async () => {
  const { data, status, headers } = await client.getMember({ path: { userId: '101' } })
  const member: Schema<'Member'> = data
  assert.deepEqual([status, member.userId, member.username], [200, '101', 'Member101'])
  assert.match(headers.get('x-request-id') ?? '', /./)
})

test('throws errors of the API with their code', async () => {
  const failed = client.awardMedal({ path: { userId: '101' }, body: { name: 'Unknown' } })
  await assert.rejects(failed, (error) => {
    assert(isApiError(error, 'medal_not_found', 'medal_archived'))
    const code: 'medal_not_found' | 'medal_archived' = error.code
    assert.deepEqual([code, error.status, error.maybeDone], ['medal_not_found', 404, false])
    assert.match(error.requestId ?? '', /./)
    return true
  })
  await assert.rejects(connect(SERVER_URL, 'cmk_wrong').getMember({ path: { userId: '101' } }), ApiError)
})

test('strips the key and never repeats it', async () => {
  const stripped = createClient({ baseUrl: SERVER_URL, key: ` ${COMMUNITY_KEY}\n`, communityId: `${COMMUNITY_ID}\r\n` })
  assert.equal((await stripped.getMember({ path: { userId: '101' } })).data.userId, '101')
  for (const key of ['', ' ', 'cmk_a\ncmk_b', 'cmk_ключ', 'cmk_a\u200b', 'cmk_a b']) {
    assert.throws(
      () => connect(SERVER_URL, key),
      (error) => error instanceof TypeError && /key/.test(error.message) && !/cmk_a|ключ/.test(error.message),
    )
  }
})

test('encodes path values', async () => {
  await client.createMedal({ body: { name: 'A/B? ä' } })
  assert.equal((await client.getMedal({ path: { name: 'A/B? ä' } })).data.name, 'A/B? ä')
})

test('iterates over the items of all pages', async () => {
  await client.lookUpMembers({ body: { userIds: ['101'] } })
  for (const userId of ['101', '102', '103', '104']) await client.getMember({ path: { userId } })
  const ids: string[] = []
  for await (const { userId } of client.each('listMembers', { query: { limit: '2' } })) ids.push(userId)
  assert.deepEqual(ids, ['101', '102', '103', '104'])
  let entries = 0
  for await (const entry of client.each('listAuditEntries', { query: { limit: 2 } })) entries += entry.auditId ? 1 : 0
  assert(entries >= 4)
  const forms: string[] = []
  for await (const { applicationId } of client.each('listApplications')) forms.push(applicationId)
  assert.deepEqual(forms, [FORM_ID])
})

test('reads the properties that fields selects, and all without it', async () => {
  const complete: readonly Schema<'Member'>[] = (await client.listMembers({ query: { limit: '1' } })).data
  assert.equal(Object.keys(complete[0] ?? {}).length, 12)
  const query = { limit: '1', fields: ['experience' as const, 'rank' as const] }
  const selected: readonly Schema<'MemberFields'>[] = (await client.listMembers({ query })).data
  assert.deepEqual(Object.keys(selected[0] ?? {}).sort(), ['experience', 'rank', 'userId', 'username'])
  for await (const member of client.each('listMembers', { query: { limit: '2' } })) {
    const experience: number = member.experience
    assert(experience >= 0)
  }
  for await (const { medals } of client.each('listMembers', { query })) assert.equal(medals, undefined)
  const top = await client.getLeaderboard({ query: { fields: ['experience'] } })
  assert.equal(top.data[0]?.displayName, undefined)
})

test('repeats a read and a repeatable award of which the answer was lost', async () => {
  assert.equal((await lossy.getMember({ path: { userId: '103' } })).data.userId, '103')
  await client.createMedal({ body: { name: 'Once' } })
  const { data } = await lossy.awardMedal({ path: { userId: '103' }, body: { name: 'Once' } })
  assert.deepEqual(
    data.medals.map(({ name, count }) => [name, count]),
    [['Once', 1]],
  )
})

test('does not repeat an award of experience of which the answer was lost', async () => {
  const change = lossy.changeExperience({ path: { userId: '104' }, body: { op: 'increment', amount: 5 } })
  await assert.rejects(change, (error) => error instanceof NoAnswerError && error.maybeDone)
  assert.equal((await client.getMember({ path: { userId: '104' } })).data.experience, 5)
})

test('awards once although the answer was lost', async () => {
  const entry = { userId: '104', experience: { op: 'increment', amount: 5 } } as const
  const before = (await client.getMember({ path: { userId: '104' } })).data.experience
  assert.equal((await lossy.award(entry)).member?.experience, before + 5)
  assert.equal((await client.getMember({ path: { userId: '104' } })).data.experience, before + 5)
  const failed = client.award({ userId: '104', medals: ['Unknown'] })
  await assert.rejects(failed, (error) => isApiError(error, 'medal_not_found') && !error.maybeDone)
})

test('repeats a change only if the code says that nothing was done', async () => {
  const tries = async (status: number, error: object): Promise<number> => {
    let sent = 0
    const fetch = (): Promise<Response> => {
      sent += 1
      const headers = { 'Content-Type': 'application/json', 'Retry-After': '0' }
      return Promise.resolve(new Response(JSON.stringify({ error }), { status, headers }))
    }
    const told = createClient({ baseUrl: SERVER_URL, key: 'k', communityId: 'c', maxAttempts: 2, fetch })
    const change = told.changeExperience({ path: { userId: '104' }, body: { op: 'increment', amount: 5 } })
    await assert.rejects(change, ApiError)
    return sent
  }
  const committed = { details: { committed: ['experience'] } }
  assert.equal(await tries(429, { code: 'provider-rejected-429', message: '' }), 2)
  assert.equal(await tries(503, { code: 'scheduler-disabled', message: '' }), 2)
  assert.equal(await tries(429, { code: 'provider-rejected-429', message: '', ...committed }), 1)
  assert.equal(await tries(429, { code: 'not_known_yet', message: '' }), 1)
  assert.equal(await tries(503, { code: 'dependency_unavailable', message: '' }), 1)
})

test('submits one rank change although the answer was lost, and waits for its end', async () => {
  await client.syncRanks()
  const body = { userId: '105', rankId: 50 } as const
  const { data, headers } = await lossy.submitRankOperation({ body })
  assert.equal(headers.get('idempotent-replayed'), 'true')
  const ended = await client.waitForOperation(data.id, { timeoutSeconds: 20 })
  assert.equal(ended.status, 'succeeded')
  assert.equal((await client.getMember({ path: { userId: '105' } })).data.rank?.rankId, 50)
})

test('promotes one step although the answers were lost', async () => {
  await client.syncRanks()
  const { status } = await lossy.changeRank({ userId: '102', move: 'promote' }, { timeoutSeconds: 20 })
  assert.equal(status, 'succeeded')
  assert.equal((await client.getMember({ path: { userId: '102' } })).data.rank?.rankId, 10)
})

test('submits one response and decides it once although the answers were lost', async () => {
  const submission = { userId: '101', version: 1, answers: { why: 'I like to fly.' } }
  assert.equal((await lossy.submitApplication(FORM_ID, submission)).status, 'Pending')
  const path = { applicationId: FORM_ID }
  const responses: { userId: string; revision: number; responseId: string }[] = []
  for await (const response of client.each('listResponses', { path })) responses.push(response)
  assert.deepEqual(
    responses.map(({ userId, revision }) => [userId, revision]),
    [['101', 1]],
  )
  await assert.rejects(client.submitApplication(FORM_ID, submission), (error) =>
    isApiError(error, 'duplicate_submission'),
  )
  const { responseId = '' } = responses[0] ?? {}
  const decided = await lossy.review(FORM_ID, responseId, { revision: 1, status: 'Passed' })
  assert.deepEqual([decided.status, decided.revision], ['Passed', 2])
  const other = client.review(FORM_ID, responseId, { revision: 1, status: 'Failed' })
  await assert.rejects(other, (error) => isApiError(error, 'response_already_reviewed', 'revision_conflict'))
  assert.equal((await client.getResponse({ path: { ...path, responseId } })).data.status, 'Passed')
})

test('creates one record although the answer was lost', async () => {
  const created = await lossy.createWarning({ body: { userId: '101', reason: 'Answer lost', points: 1 } })
  assert.equal(created.headers.get('idempotent-replayed'), 'true')
  const warnings: (string | null)[] = []
  for await (const { reason } of client.each('listWarnings', { query: { userId: '101' } })) warnings.push(reason)
  assert.deepEqual(warnings, ['Answer lost'])
})

test('waits for Retry-After', async () => {
  const start = performance.now()
  await connect(`${LOSSY_URL}/throttled`).changeExperience({ path: { userId: '102' }, body: { op: 'set', amount: 1 } })
  assert(performance.now() - start >= 1_000)
})

test('tells an answer of something else from errors of the API', async () => {
  const failed = connect(`${LOSSY_URL}/html`).changeExperience({
    path: { userId: '102' },
    body: { op: 'set', amount: 1 },
  })
  await assert.rejects(failed, (error) => error instanceof NoAnswerError && error.status === 502)
})

test('stops when the caller aborts', async () => {
  const signal = AbortSignal.abort(new Error('stopped'))
  await assert.rejects(client.getMember({ path: { userId: '101' }, signal }), /stopped/)
})
