// Secrets go through every route, action and error. Then logs, tables and responses are searched.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { changeKey, issueKey, rotateKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { makeKey } from '../../src/auth/keys'
import { createAward } from '../../src/awards/medals/actions'
import { DiscordChat } from '../../src/applications/chat/discord-chat'
import type { OperationId } from '../../src/contract/types'
import { connectGroup } from '../../src/platform-connection/actions'
import { decryptCredential } from '../../src/encryption/credentials'
import { Keyring } from '../../src/encryption/keyring'
import { startChatSimulator, type ChatSimulator } from '../../src/simulator/chat/server'
import { signatureOf } from '../../src/simulator/notifications'
import { sendRaw } from '../http/raw'
import { settled } from '../operations/fixture'
import {
  encryptionKey,
  group,
  startTestApp,
  type Answer,
  type Headers,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { some } from '../support/runs'
import { makeForms, successOf } from '../support/successes'
import { holds, secret, whereStored, wordOf, words, type Planted } from './planted'

const platformSecret = 'the-platforms-own-webhook-secret'
const botToken = 'MTEx.planted-bot.token'
const password = 'open-sesame-and-close-again'
const wrongPassword = 'a-guess-that-is-quite-wrong'
const apiKey = 'planted-platform-api-key'
const oauth = { clientId: 'app', clientSecret: 'planted-client-secret', refreshToken: 'planted-refresh-token' }
const nobodysKey = makeKey().key
const operationIds = Object.keys(operationTable) as OperationId[]

let app: TestApp
let chat: ChatSimulator
let home: TestCommunity
const planted: Planted[] = [
  ...words,
  ...Object.entries({ platformSecret, botToken, password, wrongPassword, apiKey }).map(([what, value]) =>
    secret(what, value),
  ),
  secret('a key that is nobody’s', nobodysKey),
  secret('client secret', oauth.clientSecret),
  secret('refresh token', oauth.refreshToken),
  ...(['hex', 'base64'] as const).map((form) => secret(`encryption key in ${form}`, encryptionKey.toString(form))),
]
/** All answers, with their operation and whether they succeeded. */
const answers: { id: string; ok: boolean; text: string }[] = []

/** Bodies with secrets in their fields, by operation. */
const added: Partial<Record<OperationId, object>> = {
  changeExperience: { reason: wordOf('award reason') },
  changeQuotaPoints: { reason: wordOf('award reason') },
  createApplication: { password },
  updateApplication: { password },
  openApplication: { password },
  getApplicationStatus: { password },
  submitResponse: { password, answers: { q1: wordOf('answer') } },
  reviewResponse: { privateNote: wordOf('private note'), applicantFeedback: wordOf('applicant feedback') },
  createBlacklistEntry: {
    reason: wordOf('blacklist reason'),
    evidenceUrl: `https://example.com/${wordOf('evidence')}`,
  },
  updateBlacklistEntry: {
    reason: wordOf('blacklist reason'),
    evidenceUrl: `https://example.com/${wordOf('evidence')}`,
  },
  liftBlacklistEntry: { reason: wordOf('lift reason') },
  createWarning: { reason: wordOf('warning reason') },
  revokeWarning: { reason: wordOf('revoke reason') },
  createSuspension: { reason: wordOf('suspension reason') },
  updateSuspension: { reason: wordOf('suspension reason') },
  liftSuspension: { reason: wordOf('suspension reason') },
  cancelEvent: { reason: wordOf('cancel reason') },
  awardBatch: {
    entries: [{ userId: 101, experience: { op: 'increment', amount: 1 }, reason: wordOf('award reason') }],
  },
}

beforeAll(async () => {
  chat = await startChatSimulator({ botToken })
  const client = new DiscordChat({ apiUrl: chat.url, botToken, timeoutMs: 500 })
  app = await startTestApp({ platformSecrets: [platformSecret], chat: { client, resultUrl: null } })
  home = await app.community()
  app.world.addKey(apiKey, { name: 'planted', ownerUserId: group.owner, groupIds: [group.id] })
  await connectGroup(await home.ctx(), group.id, apiKey)
  planted.push(secret('key', home.key))
  for (const [kind, name] of [
    ['medal', 'Valor'],
    ['qualification', 'Pilot'],
  ] as const)
    await createAward(await home.ctx(), kind, name)
  await makeForms(app, home)
})
afterAll(async () => {
  await app.close()
  await chat.close()
})

async function send(id: OperationId, body: string | undefined, more: Headers = {}, query = ''): Promise<Answer> {
  const { path, headers } = successOf(id)
  const signature = signatureOf(body ?? '', platformSecret, Math.floor(Date.now() / 1_000))
  const answer = await sendRaw(app.url, {
    method: operationTable[id].method.toUpperCase(),
    path: path + query,
    headers: {
      Authorization: `Bearer ${home.key}`,
      'X-Community-Id': home.communityId,
      'Content-Type': 'application/json',
      'roblox-signature': signature,
      ...headers,
      ...more,
    },
    ...(body === undefined ? {} : { body }),
  })
  answers.push({ id, ok: answer.status < 300, text: JSON.stringify([answer.headers, answer.body]) })
  return answer
}

const bodyOf = (id: OperationId): object | undefined => {
  const { body } = successOf(id)
  return body === undefined && added[id] === undefined ? undefined : { ...body, ...added[id] }
}

/** Requests without valid credentials. No operation sees them, so all operations behave alike. */
async function intrude(id: OperationId): Promise<void> {
  await send(id, JSON.stringify(bodyOf(id) ?? {}), { Authorization: `Bearer ${nobodysKey}` })
  await send(id, JSON.stringify(bodyOf(id) ?? {}), { Authorization: `Basic ${password}` })
}

/** Requests that contain secrets and are refused. */
async function misuse(id: OperationId): Promise<void> {
  const everything = Object.fromEntries(planted.map(({ value }, index) => [`field${index}`, value]))
  await send(id, `{"reason": ${wordOf('answer')} ${password}`)
  await send(id, JSON.stringify(everything))
  await send(id, undefined, {}, `?password=${password}&key=${encodeURIComponent(home.key)}`)
}

/** Handles secrets on the command line. */
async function operate(): Promise<void> {
  const ctx = await home.ctx()
  for (const to of ['disabled', 'revoked', 'rotated'] as const) {
    const made = await issueKey(ctx, { name: to, scopes: ['members.read'], expiresAt: null })
    planted.push(secret(`a key that was ${to}`, made.key))
    const row = await requireKey(app.app.db, made.keyId)
    if (to === 'rotated') planted.push(secret('the new key of a rotation', (await rotateKey(ctx, row, 60)).key))
    else await changeKey(ctx, row, to)
    await send('getMember', undefined, { Authorization: `Bearer ${made.key}` })
  }
  app.world.addGrant({ ...oauth, ownerUserId: group.owner, groupIds: [group.id] })
  const other = await app.community({ connected: false })
  await connectGroup(await other.ctx(), group.id, oauth)
  const { rows } = await sql<{ credential: Buffer }>`
    select credential from platform_connection where community_id = ${other.communityId}`.execute(app.app.db)
  const stored = decryptCredential(
    new Keyring(encryptionKey),
    other.communityId,
    rows[0]?.credential ?? Buffer.alloc(0),
    app.base.log,
  )
  const { accessToken, refreshToken } = JSON.parse(stored) as Record<string, string>
  planted.push(secret('access token', accessToken ?? ''), secret('renewed refresh token', refreshToken ?? ''))
}

/** Lets the database and the platform fail while secrets are processed. */
async function fail(): Promise<void> {
  app.simulator.faults.add({ kind: 'reject', status: 500, message: apiKey, count: 3 })
  await send('syncRanks', undefined)
  app.simulator.faults.clear()
  await sql`alter table warning add constraint broken check (user_id <> 104) not valid`.execute(app.dba)
  const body = JSON.stringify({ userId: 104, reason: wordOf('warning reason') })
  expect((await send('createWarning', body)).status).toBe(500)
  await sql`alter table warning drop constraint broken`.execute(app.dba)
}

it('plants secrets through every operation, invalid requests, actions and failures', async () => {
  for (const id of operationIds) {
    const body = bodyOf(id)
    const answer = await send(id, body === undefined ? undefined : JSON.stringify(body))
    expect([id, answer.status]).toEqual([id, successOf(id).status])
    const made = answer.body?.data as { secret?: string; id?: string } | undefined
    if (made?.secret)
      planted.push(secret(`webhook secret of ${id}`, made.secret, ['createWebhook', 'rotateWebhookSecret']))
    if (id === 'submitRankOperation') await settled(home, made?.id ?? '')
  }
  const locked = await home.client.post('/v2/applications', {
    definition: { name: 'Locked', state: 'open', questions: [{ id: 'q1', type: 'short', title: 'Why?' }] },
    password,
  })
  const open = `/v2/applications/${locked.body.data.applicationId}/open`
  for (const [given, status] of [
    [password, 200],
    [wrongPassword, 403],
  ] as const) {
    expect((await home.client.post(open, { userId: 101, password: given })).status).toBe(status)
  }
  for (const id of ['getResponse', 'getWarning', 'getBlacklistEntry', 'listAuditEntries'] as const)
    await send(id, undefined)
  await operate()
  for (const id of some(operationIds)) await intrude(id)
  for (const id of operationIds) await misuse(id)
  await fail()
})

it('logs no secret', () => {
  expect(app.logs.length).toBeGreaterThan(operationIds.length * 4)
  const lines = app.logs.map((line) => JSON.stringify(line))
  const told = planted.flatMap((one) => lines.filter((line) => holds(line, one)).map((line) => `${one.what}: ${line}`))
  expect(told.slice(0, 5)).toEqual([])
})

it('returns no secret except where it belongs', () => {
  const told = planted.flatMap((one) =>
    answers
      .filter(({ id, ok, text }) => holds(text, one) && !(ok && one.shown.includes(id)))
      .map(({ id, text }) => `${one.what}: ${id} ${text.slice(0, 300)}`),
  )
  expect(told.slice(0, 5)).toEqual([])
})

it('stores no secret except in its columns, and stores each there', async () => {
  const { found, values } = await whereStored(app.app.db, planted)
  expect(found.sort()).toEqual(
    planted.flatMap(({ what, columns }) => columns.map((column) => `${what}: ${column}`)).sort(),
  )
  process.stdout.write(
    `${planted.length} planted secrets and words; searched ${app.logs.length} lines of log, ${answers.length} answers, ` +
      `${values} values of the database: 0 out of place\n`,
  )
})
