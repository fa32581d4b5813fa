// Each operation that ranks a member or gives a role × scope × rank of the target and of what is given, for a key and a
// person with bounds and for a key that acts for a member. Operations come from the contract: a new one is tested, or
// exempted with a reason.
import { randomUUID } from 'node:crypto'
import { effects, gives, operationTable } from '../../generated/operations'
import { allScopes, issueKey } from '../../src/auth/actions'
import { createAward } from '../../src/awards/medals/actions'
import type { OperationId } from '../../src/contract/types'
import { scopesOf, staffRoles } from '../../src/people/roles'
import { release, resetRoles, settled } from '../operations/fixture'
import { anyNumber, everyRank, group, startTestApp, type Answer, type Client } from '../support/app'
import type { Headers, TestApp, TestCommunity } from '../support/app'
import { staffOf } from '../support/people'
import { isWhole } from '../support/runs'
import { successOf } from '../support/successes'

const { roles } = group
const [actor, below, equal, above] = group.members
const targets = { below, equal, above } as const
type Relation = keyof typeof targets
/** Rank ids; the caller has 50. */
const numbers: Readonly<Record<Relation, number>> = { below: 10, equal: 50, above: 100 }
const ranks = { below: roles.private, equal: roles.sergeant, above: roles.lieutenant } as const
/** Roles that are not ranks. A group has no role with the number of one of its ranks. */
const besides = { below: 9020, above: 9075 } as const

const ranking = ['rank', 'role', 'suspension'] as const
const isRanking = (effect: string): boolean => (ranking as readonly string[]).includes(effect)
type Gives = {
  readonly body: readonly { readonly effect: string; readonly at: readonly string[] }[]
  readonly stored: readonly string[]
}
const givesOf = (id: OperationId): Gives =>
  (gives as Partial<Record<OperationId, Gives>>)[id] ?? { body: [], stored: [] }

const operations = (Object.keys(operationTable) as OperationId[]).filter((id) => {
  const { method, scope } = operationTable[id]
  const { body, stored } = givesOf(id)
  const own = ranking.some((effect) => effects[effect].scope === scope)
  return method !== 'get' && (own || [...body.map(({ effect }) => effect), ...stored].some(isRanking))
})

const passes = 'what a pass gives is checked when the form is stored: test/applications/pass-awards.test.ts'

/** Why no request of these operations names a rank or a ranked member. */
const without: Readonly<Partial<Record<OperationId, string>>> = {
  updateSettings: 'it says which roles are ranks',
  updateAutoRankSettings: 'it switches AutoRank, which stays within the bounds of each caller',
  cancelPlatformOperation: 'nothing is ranked',
  retryPlatformOperation: 'it repeats an operation: test/operations/list-and-retry.test.ts',
  updateSuspension: 'it changes the time of a suspension',
  liftSuspension: 'it gives back what was held: test/auth/bounds.test.ts',
  createApplication: passes,
  updateApplication: passes,
  saveTemplate: passes,
  createEventType: 'ranks are given when an event is finished',
  updateEventType: 'ranks are given when an event is finished',
  createEvent: 'ranks are given when an event is finished',
  updateEvent: 'ranks are given when an event is finished',
  finishEvent: 'attendees that are out of bounds are reported: test/auth/bounds.test.ts',
}

interface Shape {
  readonly namesTarget: boolean
  readonly gives: 'rankId' | 'rankUniqueId' | 'roleUniqueId' | 'path' | 'move' | null
}

/** How a request names the member and what it gives. */
function shapeOf(id: OperationId): Shape {
  const { path } = operationTable[id]
  const { body = {} } = successOf(id)
  const named = [...Object.keys(body), ...givesOf(id).body.map(({ at }) => at[0] ?? '')]
  const property = (['rankId', 'rankUniqueId', 'roleUniqueId'] as const).find((name) => named.includes(name))
  const otherwise = path.startsWith('/v2/ranks/{') ? 'path' : /\/(promote|demote)$/.test(path) ? 'move' : null
  return { namesTarget: path.includes('{userId}') || named.includes('userId'), gives: property ?? otherwise }
}

const tested = operations.filter((id) => without[id] === undefined)

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: besides.below, rank: 20, name: 'Scout' })
  app.world.addRole(group.id, { roleId: besides.above, rank: 75, name: 'Moderator' })
})
afterAll(() => app.close())

/** Makes a new community with the members that the matrix needs. */
async function start(): Promise<void> {
  await release(app)
  resetRoles(app)
  for (const role of Object.values(besides))
    for (const userId of group.members)
      if (app.world.rolesOf(group.id, userId).includes(role)) app.world.takeRole(group.id, userId, role)
  app.world.giveRole(group.id, actor, roles.sergeant)
  for (const relation of Object.keys(targets) as Relation[])
    app.world.giveRole(group.id, targets[relation], ranks[relation])
  home = await app.community()
  for (const role of Object.values(besides)) await home.client.patch(`/v2/ranks/${role}`, { managed: false })
  for (const kind of ['medal', 'qualification'] as const)
    await createAward(await home.ctx(), kind, kind === 'medal' ? 'Valor' : 'Pilot')
  for (const userId of [actor, ...Object.values(targets)]) await home.client.get(`/v2/members/${userId}`)
}

const callers = ['a key up to 50', 'a person up to 50', 'a key that acts for a member of 50'] as const
type CallerKind = (typeof callers)[number]
const isBounded = (kind: CallerKind): boolean => kind !== 'a key that acts for a member of 50'

/** @param lacking the scope that the caller lacks; null: none */
async function callerOf(kind: CallerKind, lacking: string | null): Promise<{ client: Client; headers: Headers }> {
  const isActing = !isBounded(kind)
  const bounds = isActing ? everyRank : { ...everyRank, highestRankGiven: 50, highestRankTouched: 50 }
  if (kind === 'a person up to 50') {
    const role =
      [...staffRoles].reverse().find((one) => lacking === null || !scopesOf(one).includes(lacking)) ?? 'viewer'
    const { client } = await staffOf(app, home, role, 'Ana', { ...bounds, ...anyNumber })
    return { client, headers: {} }
  }
  const scopes = allScopes.filter((scope) => scope !== lacking)
  const request = { name: kind, scopes, actFor: isActing, bounds: { ...bounds, ...anyNumber } }
  const { key } = await issueKey(await home.ctx(), request)
  return {
    client: app.clientFor(key, home.communityId),
    headers: isActing ? { 'X-On-Behalf-Of': String(actor) } : {},
  }
}

/** The request of the success example, for the given member and rank. */
function requestOf(id: OperationId, target: Relation | null, given: Relation | null) {
  const { path: example, body: shown = {} } = successOf(id)
  const { gives: property } = shapeOf(id)
  const inBody = Object.keys(shown).includes('userId')
  const path = target === null || inBody ? example : example.replace(/\/members\/\d+/, `/members/${targets[target]}`)
  const role = property === 'roleUniqueId' ? besides : ranks
  const value = given && (property === 'rankId' ? numbers[given] : role[given as keyof typeof role])
  return {
    path: property === 'path' ? path.replace(/\d+$/, String(value)) : path,
    body: {
      ...shown,
      ...('name' in shown ? { name: randomUUID() } : {}),
      ...(target !== null && inBody ? { userId: targets[target] } : {}),
      ...(property !== null && property !== 'path' && property !== 'move' ? { [property]: value } : {}),
    },
  }
}

const refusals = ['rank_out_of_bounds', 'actor-authorization-revoked']

async function outcomeOf({ status, body, text }: Answer): Promise<string> {
  if (status === 403) return refusals.includes(body.error.code as string) ? 'refused' : (body.error.code as string)
  if (status >= 300) throw new Error(text)
  if (status !== 202) return 'done'
  const operation = await settled(home, body.data.id as string)
  if (operation.status === 'succeeded') return 'done'
  return refusals.includes(operation.error?.code ?? '') ? 'refused' : String(operation.error?.code)
}

async function ask(id: OperationId, kind: CallerKind, lacking: string | null, row: Row): Promise<string> {
  const { client, headers } = await callerOf(kind, lacking)
  const { path, body } = requestOf(id, row.target, row.given)
  const { method } = operationTable[id]
  const key = 'Idempotency-Key' in (successOf(id).headers ?? {}) ? { 'Idempotency-Key': randomUUID() } : {}
  const isEmpty = Object.keys(body).length === 0
  const sent = { ...headers, ...key }
  return outcomeOf(await client.send(method.toUpperCase(), path, isEmpty ? undefined : body, sent))
}

interface Row {
  readonly target: Relation | null
  readonly given: Relation | null
}

const relations: readonly Relation[] = ['below', 'equal', 'above']

function rowsOf(id: OperationId): Row[] {
  const { namesTarget, gives: property } = shapeOf(id)
  const given: readonly (Relation | null)[] =
    property === null || property === 'move' ? [null] : property === 'roleUniqueId' ? ['below', 'above'] : relations
  return (namesTarget ? relations : [null]).flatMap((target) => given.map((one) => ({ target, given: one })))
}

/** Whether the row is within the bounds. A promotion gives the next rank. */
function isAllowed(id: OperationId, kind: CallerKind, { target, given }: Row): boolean {
  const fits = (relation: Relation | null): boolean =>
    relation === null || relation === 'below' || (relation === 'equal' && isBounded(kind))
  const promoted = target === null ? null : (relations[relations.indexOf(target) + 1] ?? 'above')
  return fits(target) && fits(id === 'promoteMember' ? promoted : given)
}

it('has every operation of the contract that ranks or gives a role', () => {
  expect(tested).toEqual(expect.arrayContaining(['setMemberRank', 'submitRoleOperation', 'createSuspension']))
  expect(tested.filter((id) => rowsOf(id).length < 2)).toEqual([])
  expect(Object.keys(without).filter((id) => !operations.includes(id as OperationId))).toEqual([])
})

describe.each(tested)('%s', (id) => {
  beforeAll(start)

  it.each(callers)('without its scope by %s, whatever the ranks are', async (kind) => {
    const found = await Promise.all(rowsOf(id).map((row) => ask(id, kind, operationTable[id].scope, row)))
    expect(found).toEqual(rowsOf(id).map(() => 'insufficient_scope'))
  })

  it.each(callers)('by %s', async (kind) => {
    const found: [Row, string][] = []
    for (const [index, row] of rowsBy(id, kind).entries()) {
      // a request that succeeded has changed the members
      if (index === 0 || found.at(-1)?.[1] === 'done') await start()
      found.push([row, await ask(id, kind, null, row)])
    }
    expect(found).toEqual(rowsBy(id, kind).map((row) => [row, isAllowed(id, kind, row) ? 'done' : 'refused']))
  })
})

/** All rows that are refused, then the lowest and the highest that are allowed. */
function rowsBy(id: OperationId, kind: CallerKind): Row[] {
  const refused = rowsOf(id).filter((row) => !isAllowed(id, kind, row))
  const done = rowsOf(id).filter((row) => isAllowed(id, kind, row))
  return [...refused, ...done.filter((_, index) => isWhole || index === 0 || index === done.length - 1)]
}
