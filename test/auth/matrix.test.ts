// Every operation with every reason for which authentication or authorisation refuses it.
import http from 'node:http'
import { sql } from 'kysely'
import { effects, gives, operationTable, webhookReadScopes } from '../../generated/operations'
import { allScopes, changeKey, issueKey } from '../../src/auth/actions'
import { importLegacyKey, requireKey } from '../../src/auth/operator/actions'
import type { Effect } from '../../src/auth/effects'
import { makeKey } from '../../src/auth/keys'
import { createAward } from '../../src/awards/medals/actions'
import { setCommunity, setSubscription } from '../../src/communities/actions'
import type { Ctx } from '../../src/context'
import type { OperationId } from '../../src/contract/types'
import {
  anyNumber,
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Headers,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { scopesOf } from '../../src/people/roles'
import { makeForms, successOf } from '../support/successes'
import { sendRaw } from '../http/raw'
import { signatureOf } from '../../src/simulator/notifications'

const operationIds = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].scope !== null)
const signedIds = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].scope === null)
const features = [...new Set(Object.values(operationTable).flatMap(({ feature }) => feature ?? []))]
const withFeature = operationIds.filter((id) => operationTable[id].feature !== null)
const legacyKey = 'a-key-of-the-first-version'
/** Networks that do not contain the address of the tests. */
const elsewhere = ['203.0.113.0/24', '2001:db8::/32']
const past = new Date(Date.now() - 1_000).toISOString()

/** The secret of a webhook, and its replacement. */
const secrets = ['the-webhook-secret-of-the-matrix', 'and-the-one-that-comes-after-it']

interface Place {
  readonly communityId: string
  readonly ctx: () => Promise<Ctx>
}

let app: TestApp
let home: TestCommunity
let places: Record<'other' | 'off' | 'unsubscribed' | 'ended' | 'free' | 'trial', Place>
const without = new Map<string, Place>()

beforeAll(async () => {
  app = await startTestApp({ platformSecrets: secrets })
  for (const feature of features) {
    const rest = features.filter((one) => one !== feature)
    await sql`insert into plan (name, api_access, automatic_grading, features)
      values (${`no-${feature}`}, true, false, ${rest}::text[])`.execute(app.app.db)
    without.set(feature, await app.community({ plan: `no-${feature}`, connected: false }))
  }
  const [other, off, unsubscribed, ended, free, trial] = [
    await app.community({ connected: false }),
    await app.community({ connected: false }),
    await app.community({ connected: false }),
    await app.community({ connected: false }),
    await app.community({ plan: 'free', connected: false }),
    await app.community({ plan: 'free', connected: false }),
  ]
  places = { other, off, unsubscribed, ended, free, trial }
  await setCommunity(await off.ctx(), { apiEnabled: false })
  await setSubscription(await unsubscribed.ctx(), 'subscription', null, null)
  await setSubscription(await ended.ctx(), 'subscription', null, null)
  await setSubscription(await ended.ctx(), 'trial', 'pro', past)
  await setSubscription(await trial.ctx(), 'trial', 'standard', new Date(Date.now() + 3_600_000).toISOString())
  home = await app.community()
  await importLegacyKey(await home.ctx(), legacyKey)
  for (const [kind, name] of [
    ['medal', 'Valor'],
    ['qualification', 'Pilot'],
  ] as const) {
    await createAward(await home.ctx(), kind, name)
  }
  await makeForms(app, home)
})
afterAll(() => app.close())

interface KeyState {
  readonly scopes?: readonly string[]
  readonly expiresAt?: string
  readonly allowedAddresses?: readonly string[]
  readonly to?: 'disabled' | 'revoked'
}

const issued = new Map<string, Promise<string>>()

/** Creates each key once. */
function keyOf(
  { communityId, ctx }: Place,
  { scopes = allScopes, expiresAt, allowedAddresses, to }: KeyState = {},
): Promise<string> {
  const name = JSON.stringify([communityId, scopes, expiresAt, allowedAddresses, to])
  const known = issued.get(name)
  if (known) return known
  const key = (async () => {
    const lasts = { expiresAt: expiresAt ?? null, allowedAddresses: allowedAddresses ?? null }
    const request = { name: 'matrix', scopes, ...lasts, bounds: { ...everyRank, ...anyNumber } }
    const fresh = await issueKey(await ctx(), request)
    if (to) await changeKey(await ctx(), await requireKey(app.app.db, fresh.keyId), to)
    return fresh.key
  })()
  issued.set(name, key)
  return key
}

/** Operations with a scope; every key may call the others. */
const scopedIds = operationIds.filter((id) => operationTable[id].scope !== 'any')

const allBut = (scope: string): string[] => allScopes.filter((one) => one !== scope)
const bearer = (key: string, { communityId }: Place): Headers => ({
  Authorization: `Bearer ${key}`,
  'X-Community-Id': communityId,
})

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

interface Expected {
  readonly status: number
  readonly code: string
  readonly challenge?: string | undefined
  readonly details?: object | undefined
}
type Case = readonly [
  string,
  (id: OperationId) => Headers | Promise<Headers>,
  Expected | ((id: OperationId) => Expected),
]

const missing: Expected = { status: 401, code: 'missing_credentials', challenge: 'Bearer' }
const unauthorized: Expected = { status: 401, code: 'unauthorized', challenge: 'Bearer error="invalid_token"' }
const forbidden = (code: string): Expected => ({ status: 403, code })
const scopeOf = (id: OperationId): string => operationTable[id].scope ?? ''
const placeWithout = (id: OperationId): Place => without.get(operationTable[id].feature ?? '') ?? places.other
const lacksScope = (id: OperationId, granted = allBut(scopeOf(id))): Expected => ({
  status: 403,
  code: 'insufficient_scope',
  challenge: `Bearer error="insufficient_scope", scope="${scopeOf(id)}"`,
  details: { required: [scopeOf(id)], granted },
})
const lacksFeature = (id: OperationId): Expected => ({
  status: 403,
  code: 'feature_unavailable',
  details: { feature: operationTable[id].feature },
})

const single: Case[] = [
  ['nothing', () => ({}), missing],
  ['no Authorization', () => ({ 'X-Community-Id': home.communityId }), missing],
  ['no X-Community-Id', async () => ({ Authorization: `Bearer ${await keyOf(home)}` }), missing],
  ['an empty X-Community-Id', async () => ({ ...bearer(await keyOf(home), home), 'X-Community-Id': '' }), missing],
  ['another scheme', () => ({ ...bearer('', home), Authorization: 'Basic dXNlcjpwYXNz' }), unauthorized],
  ['a malformed key', () => bearer('nonsense', home), unauthorized],
  ['a wrong checksum', async () => bearer(mistyped(await keyOf(home)), home), unauthorized],
  ['an unknown key', () => bearer(makeKey().key, home), unauthorized],
  ['a revoked key', async () => bearer(await keyOf(home, { to: 'revoked' }), home), unauthorized],
  ["another community's key", async () => bearer(await keyOf(places.other), home), unauthorized],
  [
    'an unknown community',
    async () => ({ ...bearer(await keyOf(home), home), 'X-Community-Id': 'cmt_zzzzzzzzzzzzzzzzzzzz' }),
    unauthorized,
  ],
  [
    'a malformed community',
    async () => ({ ...bearer(await keyOf(home), home), 'X-Community-Id': "' or 1=1" }),
    unauthorized,
  ],
  ['a legacy key', () => bearer(legacyKey, home), forbidden('legacy_key_unsupported')],
  ["another community's legacy key", () => bearer(legacyKey, places.other), unauthorized],
  ['a disabled key', async () => bearer(await keyOf(home, { to: 'disabled' }), home), forbidden('key_disabled')],
  ['an expired key', async () => bearer(await keyOf(home, { expiresAt: past }), home), forbidden('key_disabled')],
  [
    'an address that the key does not allow',
    async () => bearer(await keyOf(home, { allowedAddresses: elsewhere }), home),
    forbidden('address_not_allowed'),
  ],
  ['the API switch off', async () => bearer(await keyOf(places.off), places.off), forbidden('api_disabled')],
  [
    'no subscription',
    async () => bearer(await keyOf(places.unsubscribed), places.unsubscribed),
    forbidden('entitlement_required'),
  ],
  ['an ended trial', async () => bearer(await keyOf(places.ended), places.ended), forbidden('entitlement_required')],
  ['the free plan', async () => bearer(await keyOf(places.free), places.free), forbidden('api_access_unavailable')],
  [
    'every scope but its own',
    async (id) => bearer(await keyOf(home, { scopes: allBut(scopeOf(id)) }), home),
    (id) => lacksScope(id),
  ],
]

const both: Case[] = [
  [
    'revoked and disabled',
    async () => {
      const { key, keyId } = await issueKey(await home.ctx(), { name: 'both', scopes: allScopes, expiresAt: null })
      const row = await requireKey(app.app.db, keyId)
      for (const to of ['disabled', 'revoked'] as const) await changeKey(await home.ctx(), row, to)
      return bearer(key, home)
    },
    unauthorized,
  ],
  [
    'a disabled key, from an address that it does not allow',
    async () => bearer(await keyOf(home, { to: 'disabled', allowedAddresses: elsewhere }), home),
    forbidden('address_not_allowed'),
  ],
  [
    'no scope, from an address that the key does not allow',
    async (id) => bearer(await keyOf(home, { scopes: allBut(scopeOf(id)), allowedAddresses: elsewhere }), home),
    forbidden('address_not_allowed'),
  ],
  [
    'a disabled key, the switch off',
    async () => bearer(await keyOf(places.off, { to: 'disabled' }), places.off),
    forbidden('key_disabled'),
  ],
  [
    'an expired key, no subscription',
    async () => bearer(await keyOf(places.ended, { expiresAt: past }), places.ended),
    forbidden('key_disabled'),
  ],
  [
    'a disabled key without the scope',
    async (id) => bearer(await keyOf(home, { to: 'disabled', scopes: allBut(scopeOf(id)) }), home),
    forbidden('key_disabled'),
  ],
  [
    'the switch off, no subscription',
    async () => {
      await setSubscription(await places.off.ctx(), 'subscription', null, null)
      return bearer(await keyOf(places.off), places.off)
    },
    forbidden('api_disabled'),
  ],
  [
    'no subscription, no scope',
    async (id) => bearer(await keyOf(places.ended, { scopes: allBut(scopeOf(id)) }), places.ended),
    forbidden('entitlement_required'),
  ],
  [
    'the free plan, no scope',
    async (id) => bearer(await keyOf(places.free, { scopes: allBut(scopeOf(id)) }), places.free),
    forbidden('api_access_unavailable'),
  ],
  [
    'neither scope nor feature',
    async (id) => bearer(await keyOf(placeWithout(id), { scopes: allBut(scopeOf(id)) }), placeWithout(id)),
    (id) => lacksScope(id),
  ],
]

/** One connection for all requests. */
const agent = new http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** A request without body and parameters, to find the refusals that come before validation. */
function knock(id: OperationId, headers: Headers): Promise<Answer> {
  const { method, path } = operationTable[id]
  const url = `${path.replace('{userId}', '%20').replace(/\{[^}]+\}/g, 'x')}?unknown=1`
  return sendRaw(app.url, {
    method: method.toUpperCase(),
    path: url,
    headers: { ...headers, 'Idempotency-Key': 'x' },
    body: '{',
    agent,
  })
}

const needsScope = (name: string): boolean => /no scope|without the scope|its own|neither scope/.test(name)

async function knockAll(ids: readonly OperationId[], headersOf: (id: OperationId) => Headers | Promise<Headers>) {
  const answers: Partial<Record<OperationId, Expected>> = {}
  for (const id of ids) {
    const { status, headers, body } = await knock(id, await headersOf(id))
    const { code, details } = body.error as { code: string; details?: object }
    answers[id] = { status, code, challenge: headers['www-authenticate'], details }
  }
  return answers
}

describe('every operation refuses', () => {
  it.each([...single, ...both])('%s', async (name, headersOf, expected) => {
    const ids = needsScope(name) ? scopedIds : operationIds
    const expectedOf = (id: OperationId) => (typeof expected === 'function' ? expected(id) : expected)
    expect(await knockAll(ids, headersOf)).toEqual(Object.fromEntries(ids.map((id) => [id, expectedOf(id)])))
  })

  it('a plan without its feature', async () => {
    const answers = await knockAll(withFeature, async (id) => bearer(await keyOf(placeWithout(id)), placeWithout(id)))
    expect(answers).toEqual(Object.fromEntries(withFeature.map((id) => [id, lacksFeature(id)])))
  })
})

const now = (): number => Math.floor(Date.now() / 1_000)
const sign = (body: string, secret = secrets[0] ?? '', time = now()): string => signatureOf(body, secret, time)
const unsigned: Expected = {
  status: 401,
  code: 'unauthorized',
  challenge: 'PlatformSignature header="roblox-signature"',
}

const notSigned: readonly (readonly [string, (body: string) => Headers | Promise<Headers>])[] = [
  ['nothing', () => ({})],
  ['an empty signature', () => ({ 'roblox-signature': '' })],
  ["a community's key", async () => bearer(await keyOf(home), home)],
  ['words', () => ({ 'roblox-signature': 'let me in' })],
  ['no time', (body) => ({ 'roblox-signature': sign(body).replace(/^t=\d+,/, '') })],
  ['two times', (body) => ({ 'roblox-signature': `t=${now() - 9_000},${sign(body)}` })],
  ['no code', () => ({ 'roblox-signature': `t=${now()}` })],
  ['a code that is too short', (body) => ({ 'roblox-signature': sign(body).slice(0, -8) })],
  ['another version of the scheme', (body) => ({ 'roblox-signature': sign(body).replace('v1=', 'v0=') })],
  ['another secret', (body) => ({ 'roblox-signature': sign(body, 'a-secret-that-nobody-was-told') })],
  ['the signature of another body', (body) => ({ 'roblox-signature': sign(`${body} `) })],
  [
    'a changed time',
    (body) => ({ 'roblox-signature': sign(body).replace(/^t=(\d+)/, (_, t) => `t=${Number(t) + 1}`) }),
  ],
  ['a signature eleven minutes old', (body) => ({ 'roblox-signature': sign(body, secrets[0], now() - 660) })],
  ['a signature of in eleven minutes', (body) => ({ 'roblox-signature': sign(body, secrets[0], now() + 660) })],
]

function notify(id: OperationId, headers: Headers, text?: string): Promise<Answer> {
  const { path, body = {} } = successOf(id)
  const sent = { 'Content-Type': 'application/json', ...headers }
  return sendRaw(app.url, {
    method: operationTable[id].method.toUpperCase(),
    path,
    headers: sent,
    body: text ?? JSON.stringify(body),
  })
}

describe.each(signedIds)('%s, for which the platform signs', (id) => {
  const { body: sent, status: accepted } = successOf(id)
  const body = JSON.stringify(sent)

  it.each(notSigned)('is refused with %s', async (_, headersOf) => {
    const answer = await notify(id, await headersOf(body))
    const { code } = answer.body.error
    expect({ status: answer.status, code, challenge: answer.headers['www-authenticate'] }).toEqual(unsigned)
  })

  it('gives the same reply to every invalid signature', async () => {
    const answers = await Promise.all(notSigned.map(async ([, headersOf]) => notify(id, await headersOf(body))))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  // signed when sent: these tests take more than a minute, after which nine minutes exceed the limit of ten
  it.each<[string, () => readonly string[]]>([
    ['either secret', () => [sign(body, secrets[0]), sign(body, secrets[1])]],
    [
      'nine minutes ago, and in nine minutes',
      () => [sign(body, secrets[0], now() - 540), sign(body, secrets[1], now() + 540)],
    ],
    ['one of two codes', () => [`${sign(body, 'a-secret-that-nobody-was-told')},${sign(body).split(',')[1]}`]],
  ])('accepts %s', async (_, signatures) => {
    for (const signature of signatures()) {
      const { status } = await notify(id, { 'roblox-signature': signature })
      expect([signature, status]).toEqual([signature, accepted])
    }
  })
})

it('gives the same reply to a key of another community and to an unknown key', async () => {
  const answers = await Promise.all([
    knock('getMember', bearer(makeKey().key, home)),
    knock('getMember', bearer(await keyOf(places.other), home)),
    knock('getMember', bearer(await keyOf(home, { to: 'revoked' }), home)),
    knock('getMember', bearer(await keyOf(home), places.other)),
    knock('getMember', { ...bearer(await keyOf(home), home), 'X-Community-Id': 'cmt_zzzzzzzzzzzzzzzzzzzz' }),
  ])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

/** A dry run of a reversal, made by the key: only that key may delete it. */
async function dryRunOf(key: string): Promise<string> {
  const asked = { source: 'batch', sourceId: 'made', dryRun: true }
  const { body } = await app.clientFor(key, home.communityId).post('/v2/reversals', asked)
  return body.data.reversalId as string
}

const madeBatch = { batchId: 'made', entries: [{ userId: 101, experience: { op: 'increment', amount: 1 } }] }

/** Operations whose scope is that of the operation they name; here a rank change. */
const ofRankChange = new Set<OperationId>(['getPlatformOperation', 'cancelPlatformOperation', 'retryPlatformOperation'])

/** Operations that give a person a role; the caller needs the role's scopes. */
const ofPeople = new Set<OperationId>([
  ...(['createPerson', 'updatePerson', 'invitePerson', 'deletePerson', 'revokeSession'] as const),
  ...(['setStaffRole', 'deleteStaffRole'] as const),
])

/** The scopes that an operation needs for its effects and its reply, besides its own. */
const scopesOfEffects = (id: OperationId): string[] => {
  const given: Partial<Record<string, { readonly body: readonly { readonly effect: Effect }[] }>> = gives
  const told =
    id === 'createWebhook' ? Object.values(webhookReadScopes) : ofRankChange.has(id) ? ['members.ranks.write'] : []
  const person = ofPeople.has(id) ? scopesOf('viewer') : []
  return [...(given[id]?.body ?? []).map(({ effect }) => effects[effect].scope), ...told, ...person]
}

it.each(operationIds)('%s succeeds with exactly its own scope and those of its effects', async (id) => {
  const { path: sample, body, headers, status: expected } = successOf(id)
  const key = await keyOf(home, {
    scopes: scopedIds.includes(id) ? [scopeOf(id), ...scopesOfEffects(id)] : ['ranks.read', ...scopesOfEffects(id)],
  })
  // a batch is visible only to the key that sent it
  if (id === 'getAwardBatch') await app.clientFor(key, home.communityId).post('/v2/award-batches', madeBatch)
  const path = id === 'deleteReversal' ? `/v2/reversals/${await dryRunOf(key)}` : sample
  const { status } = await sendRaw(app.url, {
    method: operationTable[id].method.toUpperCase(),
    path,
    headers: { ...bearer(key, home), 'Content-Type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect([id, status]).toEqual([id, expected])
  expect(group.members).toContain(Number(/\/members\/(\d+)/.exec(path)?.[1] ?? group.members[0]))
})

it('a live trial of a better plan admits a community with the free plan', async () => {
  const { status } = await sendRaw(app.url, {
    path: '/v2/ranks',
    headers: bearer(await keyOf(places.trial), places.trial),
  })
  expect(status).toBe(200)
})

it('a key and a trial expire without a notice', async () => {
  const soon = new Date(Date.now() + 7_200_000).toISOString()
  const headers = bearer(await keyOf(home, { expiresAt: soon }), home)
  const trial = bearer(await keyOf(places.trial), places.trial)
  const ask = async (with_: Headers) =>
    (await sendRaw(app.url, { path: '/v2/ranks', headers: with_ })).body.error?.code as unknown
  expect([await ask(headers), await ask(trial)]).toEqual([undefined, undefined])
  app.advance(3_600_000)
  expect([await ask(headers), await ask(trial)]).toEqual([undefined, 'api_access_unavailable'])
  app.advance(3_600_000)
  expect([await ask(headers), await ask(trial)]).toEqual(['key_disabled', 'api_access_unavailable'])
})
