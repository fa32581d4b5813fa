// Each operation with an optional Idempotency-Key, as the contract lists them.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { operationsOf, type Contract } from '../../scripts/contract-rules/document'
import { secretNames } from '../../scripts/secret-names'
import { allScopes } from '../../src/auth/actions'
import { loadContract } from '../../src/contract/document'
import { randomBase32 } from '../../src/base/ids'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { untilSettled } from '../support/scenario'
import { keyedIds, subjects, type Subject } from './subjects'

const contract = loadContract() as unknown as Contract
let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
})
afterAll(() => app.close())

const send = (client: Client, { path, body }: Subject, key: string): Promise<Answer> =>
  client.post(path, body, { 'Idempotency-Key': key })

/** Number of audit entries: every effect has one. */
async function countEffects(): Promise<number> {
  // the end of a reversal has an entry too
  await untilSettled(app, home)
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_entry
    where community_id = ${home.communityId}`.execute(app.app.db)
  return Number(rows[0]?.count)
}

const replays = (answers: readonly Answer[]): number =>
  answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length

/** Properties of webhooks and deliveries that change meanwhile: messages go to an address that does not answer. */
const moving = ['failingSince', 'status', 'attempts', 'lastAttemptAt', 'lastError', 'nextAttemptAt', 'finishedAt']
const isMoving = (of: object, name: string): boolean =>
  moving.includes(name) && ('deliveryId' in of || 'webhookId' in of)
/** Names of the properties that are secrets in a successful answer of the operation. */
const secretsOf = (id: string): readonly string[] =>
  secretNames(contract, operationsOf(contract).find(({ node }) => node.operationId === id)?.node.responses ?? {})

const lasting = ({ text }: Answer, secrets: readonly string[] = []): unknown =>
  JSON.parse(text, function (this: object, name, value: unknown) {
    return isMoving(this, name) || secrets.includes(name) ? undefined : value
  })
const shownSecrets = ({ body }: Answer, names: readonly string[]): unknown[] => names.map((name) => body.data[name])

describe.each(keyedIds)('%s with an Idempotency-Key', (id) => {
  const secrets = secretsOf(id)

  it('has one effect and answers equally when it is sent twice', async () => {
    const subject = await subjects[id]({ app, home })
    const key = randomBase32(12)
    const before = await countEffects()
    const first = await send(home.client, subject, key)
    const effects = (await countEffects()) - before
    const again = await send(home.client, subject, `"${key}"`)
    expect(lasting(again, secrets)).toEqual(lasting(first, secrets))
    for (const secret of shownSecrets(first, secrets)) expect(secret).toEqual(expect.any(String))
    expect(shownSecrets(again, secrets)).toEqual(secrets.map(() => null))
    expect([first.status < 300, again.status]).toEqual([true, first.status])
    expect([replays([first]), replays([again])]).toEqual([0, 1])
    expect(effects).toBeGreaterThan(0)
    expect((await countEffects()) - before).toBe(effects)
  })

  it('has the effect of one when ten equal requests run concurrently', async () => {
    const effectsOf = async (copies: number): Promise<number> => {
      const subject = await subjects[id]({ app, home })
      const before = await countEffects()
      const key = randomBase32(12)
      const answers = await Promise.all(Array.from({ length: copies }, () => send(home.client, subject, key)))
      const [first, ...others] = answers.map((answer) => [answer.status, lasting(answer, secrets)])
      for (const other of others) expect(other).toEqual(first)
      expect(answers[0]?.status).toBeLessThan(300)
      expect(replays(answers)).toBe(copies - 1)
      for (const name of secrets) expect(answers.filter(({ body }) => body.data[name] !== null)).toHaveLength(1)
      return (await countEffects()) - before
    }
    expect(await effectsOf(10)).toBe(await effectsOf(1))
  })

  it('refuses the key for another request, and changes nothing', async () => {
    const subject = await subjects[id]({ app, home })
    const key = randomBase32(12)
    expect((await send(home.client, subject, key)).status).toBeLessThan(300)
    const before = await countEffects()
    const others: Subject[] = [
      { path: id === 'createMedal' ? '/v2/qualifications' : '/v2/medals', body: { name: randomBase32(12) } },
      ...(subject.other ? [{ ...subject, ...subject.other }] : []),
    ]
    for (const other of others) {
      const { status, body } = await send(home.client, other, key)
      expect([status, body.error.code]).toEqual([409, 'idempotency_key_reused'])
    }
    expect(await countEffects()).toBe(before)
  })

  it('separates the keys of two API keys', async () => {
    const colleague = await home.clientWith(allScopes)
    const key = randomBase32(12)
    const answers = [
      await send(home.client, await subjects[id]({ app, home }), key),
      await send(colleague, await subjects[id]({ app, home }), key),
    ]
    expect([answers.map(({ status }) => status), replays(answers)]).toEqual([answers.map(() => answers[0]?.status), 0])
    expect(answers[0]?.status).toBeLessThan(300)
  })
})

it('covers every extension that creates or acts, apart from those with a reason', () => {
  expect(keyedIds.length).toBeGreaterThan(15)
  for (const id of keyedIds) expect(operationTable[id].method).toBe('post')
  const secret = keyedIds.filter((id) => secretsOf(id).length > 0)
  expect(secret).toEqual(expect.arrayContaining(['createKey', 'rotateKey', 'createWebhook', 'rotateWebhookSecret']))
})
