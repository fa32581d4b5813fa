// A key gives no other key a power that it lacks itself.
import fc from 'fast-check'
import { issueKey, setKey } from '../../src/auth/actions'
import { toBoundsShown } from '../../src/auth/bounds/rules'
import { requireKey } from '../../src/auth/operator/actions'
import type { Powers } from '../../src/auth/handing-on/rules'
import type { KeyRow } from '../../src/auth/queries'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { runs } from '../support/runs'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const scopes = ['members.read', 'ranks.read', 'events.read', 'audit.read'] as const
/** Networks: the address of the tests (127.0.0.1) is in the first four only. */
const networks = [
  ...['0.0.0.0/0', '127.0.0.0/8', '127.0.0.0/16', '127.0.0.1/32'],
  ...['127.1.0.0/16', '10.0.0.0/8', '2001:db8::/32'],
]
const REACHABLE = 4
const day = (days: number): string => new Date(Date.UTC(2090, 0, 1 + days)).toISOString()

const ranks = fc.constantFrom(10, 100, 255)
const somePowers = fc.record({
  takesPerHour: fc.constantFrom(5, 500, null),
  bounds: fc.record({ highestGiven: ranks, lowestTouched: fc.constantFrom(0, 5), highestTouched: ranks }),
  scopes: fc.subarray([...scopes], { minLength: 1 }),
  expiresAt: fc.option(fc.integer({ min: 0, max: 3 }).map(day)),
  allowedAddresses: fc.option(fc.subarray(networks, { minLength: 1, maxLength: 2 })),
  actFor: fc.boolean(),
})
/** Names of the powers that a key shares with its caller. */
const someLikeness = fc.subarray([
  'scopes',
  'expiresAt',
  'allowedAddresses',
  'bounds',
  'takesPerHour',
  'actFor',
] as const)
const like = (caller: Powers, powers: Powers, same: readonly (keyof Powers)[]): Powers => ({
  ...powers,
  ...Object.fromEntries(same.map((name) => [name, caller[name]])),
})
const aCaller = fc.tuple(somePowers, fc.constantFrom(...networks.slice(0, REACHABLE))).map(([powers, reached]) => ({
  ...powers,
  scopes: [...powers.scopes, 'keys.write'],
  allowedAddresses: powers.allowedAddresses && [...new Set([...powers.allowedAddresses, reached])],
}))
const anAct = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'rotate', 'revoke', 'enable'),
  given: fc.subarray(['scopes', 'expiresAt', 'allowedAddresses', 'bounds', 'takesPerHour', 'actFor'] as const),
  powers: somePowers,
  isOwn: fc.boolean(),
})

/** Bits of the network's prefix. Of IPv6 a single network is used, so that its text will do. */
function prefixOf(network: string): string {
  const [address = '', bits] = network.split('/')
  if (address.includes(':')) return `six ${network}`
  const all = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  return `four ${all.join('').slice(0, Number(bits))}`
}

/** Whether the caller has all powers of the key. Deliberately not the server's code. */
function has(caller: Powers, key: Powers): boolean {
  const isLate = caller.expiresAt !== null && (key.expiresAt ?? '9999') > caller.expiresAt
  const from = caller.allowedAddresses
  const isAnywhere = from !== null && !key.allowedAddresses
  const isElsewhere = (key.allowedAddresses ?? []).some((one) => {
    return from !== null && !from?.some((other) => prefixOf(one).startsWith(prefixOf(other)))
  })
  const isWider =
    key.bounds.highestGiven > caller.bounds.highestGiven ||
    key.bounds.highestTouched > caller.bounds.highestTouched ||
    key.bounds.lowestTouched < caller.bounds.lowestTouched ||
    (key.takesPerHour ?? Infinity) > (caller.takesPerHour ?? Infinity) ||
    (key.actFor && !caller.actFor)
  const hasScopes = key.scopes.every((scope) => caller.scopes.includes(scope))
  return hasScopes && !isLate && !isAnywhere && !isElsewhere && !isWider
}

const powersOf = (row: KeyRow): Powers => ({
  scopes: row.scopes,
  expiresAt: row.expires_at && new Date(row.expires_at).toISOString(),
  allowedAddresses: row.allowed_addresses,
  bounds: row.bounds,
  takesPerHour: row.takes_per_hour_limit,
  actFor: row.act_for,
})

const toBody = ({
  scopes: granted,
  expiresAt,
  allowedAddresses,
  bounds,
  takesPerHour,
  actFor,
}: { [Name in keyof Powers]?: Powers[Name] | undefined }): object => ({
  ...(granted === undefined ? {} : { scopes: granted }),
  ...(expiresAt === undefined ? {} : expiresAt === null ? { neverExpires: true } : { expiresAt }),
  ...(allowedAddresses === undefined ? {} : allowedAddresses === null ? { anyAddress: true } : { allowedAddresses }),
  ...(bounds && toBoundsShown(bounds)),
  ...(actFor === undefined ? {} : { actFor }),
  ...(takesPerHour === undefined ? {} : { takesPerHourLimit: takesPerHour }),
})

type Act = Omit<typeof anAct extends fc.Arbitrary<infer One> ? One : never, 'powers'> & { readonly powers: Powers }

async function act(client: Client, keyId: string, { kind, given, powers }: Act): Promise<Answer> {
  const chosen = Object.fromEntries(given.map((name) => [name, powers[name]])) as Partial<Powers>
  const path = `/v2/keys/${keyId}`
  const acts: Record<typeof kind, () => Promise<Answer>> = {
    create: () => client.post('/v2/keys', { name: 'made', scopes: powers.scopes, ...toBody(chosen) }),
    update: () => client.patch(path, { name: 'changed', ...toBody(chosen) }),
    rotate: () => client.post(`${path}/rotate`, { ...toBody({ expiresAt: chosen.expiresAt }), overlapSeconds: 60 }),
    revoke: () => client.post(`${path}/revoke`),
    enable: () => client.patch(path, { enabled: true }),
  }
  return acts[kind]()
}

it('no created or changed key has what the caller lacks, and what the caller has is not refused', async () => {
  let allowed = 0
  let refused = 0
  type Likeness = readonly (keyof Powers)[]
  const property = async (
    caller: Powers,
    given: Powers,
    same: Likeness,
    random: Act,
    sameInBody: Likeness,
  ): Promise<void> => {
    const target = like(caller, given, same)
    const one = { ...random, powers: like(caller, random.powers, sameInBody) }
    home = await app.community({ connected: false })
    const acting = await issueKey(await home.ctx(), asRequest('caller', caller))
    const existing = await issueKey(await home.ctx(), asRequest('target', target))
    if (one.kind === 'enable') await setKey(await home.ctx(), existing.row, { enabled: false })
    const isOwn = one.isOwn && one.kind !== 'enable'
    const before = await requireKey(app.app.db, isOwn ? acting.keyId : existing.keyId)
    const client = app.clientFor(acting.key, home.communityId)
    const answer = await act(client, before.key_id, one)
    const after = await requireKey(app.app.db, before.key_id)
    if (answer.status >= 300) {
      refused++
      expect(answer.body.error.code).toBe('key_authority_exceeded')
      expect(after).toEqual(before)
      expect(await countKeys()).toBe(2)
      expect(isPermitted(caller, powersOf(before), one, isOwn)).toBe(false)
      return
    }
    allowed++
    const changed = one.kind === 'create' || one.kind === 'rotate' ? await requireKey(app.app.db, idOf(answer)) : after
    const isNoMore =
      changed.key_id === before.key_id && changed.enabled <= before.enabled && has(powersOf(before), powersOf(changed))
    expect(one.kind === 'revoke' || isNoMore || has(caller, powersOf(changed))).toBe(true)
    // a caller with an end or with networks may only reduce others, or create keys
    if (isConditional(caller) && !isOwn && (one.kind === 'update' || one.kind === 'enable')) expect(isNoMore).toBe(true)
    if (one.kind !== 'create') expect(has(caller, { ...caller, scopes: before.scopes })).toBe(true)
    const [entry] = await newestEntries(app.base, home.communityId, 1)
    expect([entry?.actor_kind, entry?.actor_id]).toEqual(['key', acting.keyId])
  }
  await fc.assert(fc.asyncProperty(aCaller, somePowers, someLikeness, anAct, someLikeness, property), {
    numRuns: runs(320),
  })
  expect(Math.min(allowed, refused)).toBeGreaterThan(15)
})

const asRequest = (name: string, { bounds, takesPerHour, ...powers }: Powers) => ({
  ...powers,
  name,
  bounds: { ...toBoundsShown(bounds), takesPerHourLimit: takesPerHour },
})
const countKeys = async (): Promise<number> => (await home.client.get('/v2/keys')).body.data.length - 1
const idOf = (answer: Answer): string => answer.body.data.keyId as string

const isConditional = ({ expiresAt, allowedAddresses }: Powers): boolean =>
  expiresAt !== null || allowedAddresses !== null

/** Whether the caller may do what it asks for. Defaults that fit the caller fill what the request leaves out. */
function isPermitted(caller: Powers, before: Powers, { kind, given, powers }: Act, isOwn: boolean): boolean {
  const chosen = Object.fromEntries(given.map((name) => [name, powers[name]])) as Partial<Powers>
  const { expiresAt: end, allowedAddresses, bounds, takesPerHour } = caller
  const fitting = { expiresAt: end, allowedAddresses, bounds, takesPerHour, actFor: false }
  if (kind === 'create') return has(caller, { ...fitting, scopes: powers.scopes, ...chosen })
  const mayManage = has(caller, { ...fitting, scopes: before.scopes })
  if (kind === 'revoke') return mayManage
  const after = { ...before, ...chosen }
  const mayWiden = isOwn || !isConditional(caller)
  if (kind === 'update') return mayManage && (has(before, after) || (mayWiden && has(caller, after)))
  if (kind === 'enable' && !mayWiden) return false
  const expiresAt = given.includes('expiresAt') ? powers.expiresAt : caller.expiresAt
  return mayManage && has(caller, kind === 'rotate' ? { ...before, expiresAt } : before)
}

it('a caller that loses powers while it creates keys does not give those powers afterwards', async () => {
  home = await app.community({ connected: false })
  const caller = await issueKey(await home.ctx(), { name: 'caller', scopes: ['keys.write', 'members.read'] })
  const client = app.clientFor(caller.key, home.communityId)
  const create = () => client.post('/v2/keys', { name: 'made', scopes: ['members.read'] })
  const cut = async () => setKey(await home.ctx(), caller.row, { scopes: ['keys.write'] })
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, create),
    cut(),
    ...Array.from({ length: 10 }, create),
  ])
  const entries = (await newestEntries(app.base, home.communityId, 100)).reverse()
  const cutAt = entries.findIndex(({ action, actor_kind }) => action === 'key.set' && actor_kind === 'operator')
  const later = entries.slice(cutAt + 1).filter(({ action }) => action === 'key.create')
  expect([cutAt > 0, later, answers.length]).toEqual([true, [], 21])
})
