// All statements of the server: calls each query function with placeholders on a recording database.
import { contextOn, hotStatements } from '../plans/hot'
import { recorded, type Recorded } from '../plans/recorder'
import type { TxCtx } from '../../src/context'
import { preparedNames } from '../../src/db/statements'
import { sealedColumns } from '../../src/db/tables'
import { recordKinds } from '../../src/reversals/entries/rules'
import { queryFunctions } from './functions'

export interface Statement {
  /** `<room> <function>`, or the name of the prepared statement. */
  readonly from: string
  readonly text: string
}

/** A placeholder argument: has every property, iterates over one item, converts to a short text or number. */
export function anything(): unknown {
  const values: Readonly<Record<string | symbol, unknown>> = {
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? 7 : 'x'),
    [Symbol.iterator]: () => [anything()][Symbol.iterator](),
    toString: () => 'x',
    toJSON: () => 'x',
    toISOString: () => new Date(0).toISOString(),
    length: 1,
    map: (each: (value: unknown, index: number) => unknown) => [each(anything(), 0)],
    flatMap: (each: (value: unknown, index: number) => unknown) => [each(anything(), 0)].flat(),
    filter: () => [anything()],
    some: () => true,
    // not a promise, not a node of Kysely
    then: undefined,
    toOperationNode: undefined,
  }
  return new Proxy(
    {},
    {
      get: (_target, key) => (key in values ? values[key] : anything()),
      has: () => false,
      ownKeys: () => [],
      getOwnPropertyDescriptor: () => undefined,
    },
  )
}

/** Arguments for functions that do not work with placeholders, without the first; one call per list. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'auth listKeys': [[{ after: null, limit: 1 }], [{ after: { at: 'x', id: 'x' }, limit: 1 }]],
  'people updatePerson': [['x', { enabled: true }]],
  'auth updateKey': [[{ community_id: 'x', key_id: 'x' }, { enabled: true }]],
  'audit insertAuditEntryInEach': [
    [null, { action: 'x' }],
    ['x', { action: 'x' }],
  ],
  'applications/reviews listPendingResponses': [
    [{ applicationId: null, after: null, limit: 1 }],
    [{ applicationId: 'x', after: { at: 'x', id: 'x' }, limit: 1 }],
  ],
  'communities describeCommunities': [[null], ['x']],
  'awards/medals insertDefinition': [['medal', 'x', 'x']],
  'awards/medals lockDefinition': [['medal', 'x']],
  'awards/medals updateDefinition': [['medal', 'x', {}]],
  'awards/medals findDefinition': [['medal', 'x']],
  'awards/medals storedNames': [['medal', ['x']]],
  'events listTypesNamed': [['x']],
  'auth/stored listBoundRoles': [[{ medals: ['x'], qualifications: ['x'] }]],
  'identities/accounts upsertMark': [
    ['account_restriction', 1, 'x'],
    ['data_rights_hold', 1, 'x'],
  ],
  'identities/accounts deleteMark': [
    ['account_restriction', 1],
    ['data_rights_hold', 1],
  ],
  'moderation/suspensions endKeptSuspensions': [
    ['all', { actor: { kind: 'job', id: 'x' }, requestId: null }],
    [anything(), { actor: { kind: 'job', id: 'x' }, requestId: null }],
  ],
  'reversals storeVerdicts': [['x', [{ item: { auditId: '1' }, supersededBy: null, clamped: false }], null]],
  'reversals/records readRecords': [[recordKinds.map((kind) => ({ kind, object: 'x' }))]],
  'reversals/entries findEndOf': [['asc'], ['desc']],
  'reversals/entries readLog': [[1, 1]],
  'awards/medals/awards storeCounts': (['medal', 'qualification'] as const).map((kind) => [
    kind,
    [0, 1].map((count) => ({ userId: 1, awardId: 1, count })),
  ]),
  'moderation/suspensions storeSuspendedRank': [[1], [null]],
  'operations/operator setPaused': [['paused'], ['open']],
  'platform-connection/pause storePause': [[true], [false]],
  'operations/operator readBacklog': [[null], ['x']],
  'encryption/rotation listSealed': sealedColumns.map((sealed) => [sealed, ['x', 'y'], 1]),
  'encryption/rotation replaceSealed': sealedColumns.map((sealed) => [
    sealed,
    { key: ['x', 'y', '\\x00'], old: Buffer.alloc(1), fresh: Buffer.alloc(1) },
  ]),
  'ranks replaceRanks': [[[{ uniqueId: 1, rankId: 1, name: 'x', memberCount: null, powers: null }]]],
  'webhooks insertEndpoint': [[{ types: null }]],
  'webhooks storeSecret': [['x', Buffer.alloc(1), 1]],
}

/** A database that is also a context: functions take either. */
function both(db: object): TxCtx {
  return Object.assign(db, contextOn(db as TxCtx['db']))
}

/** Calls that send a statement not declared with `query`. */
export const placesIn = (code: unknown): number =>
  // a transaction itself sends no statement
  [
    ...String(code).matchAll(
      /(?<!\.transaction\(\))\.(execute|executeTakeFirst|executeTakeFirstOrThrow|executeQuery)\(/g,
    ),
  ].length

export interface Found {
  readonly statements: readonly Statement[]
  /** Functions that sent fewer statements than their text has. */
  readonly missed: readonly { readonly name: string; readonly sent: number; readonly places: number }[]
}

export async function everyStatement(): Promise<Found> {
  const statements: Statement[] = []
  const missed: Found['missed'][number][] = []
  for (const { name, fn } of queryFunctions()) {
    const sent = await sentBy(name, fn)
    const unnamed = new Set(sent.filter((statement) => statement.name === null).map(({ text }) => text))
    if (unnamed.size < placesIn(fn)) missed.push({ name, sent: unnamed.size, places: placesIn(fn) })
    for (const text of unnamed) statements.push({ from: name, text })
  }
  for (const [text, name] of preparedNames) statements.push({ from: name, text })
  return { statements, missed }
}

async function sentBy(name: string, fn: unknown): Promise<Recorded[]> {
  const hot = hotStatements.filter(({ of }) => of === fn)
  if (hot.length > 0) {
    return (await Promise.all(hot.map(({ send }) => recorded((db) => send(both(db)), [anything()])))).flat()
  }
  const call = fn as (...args: unknown[]) => Promise<unknown>
  const calls = given[name] ?? [[anything(), anything(), anything(), anything(), anything()]]
  const sent = calls.map((rest) => recorded(async (db) => call(both(db), ...rest), [anything()]))
  // functions that throw before their first statement are reported as missing
  return (await Promise.allSettled(sent)).flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
