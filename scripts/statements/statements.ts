// Every statement of the server: each query function is called with placeholders on a database that records.
import { contextOn, hotStatements } from '../plans/hot'
import { recorded, type Recorded } from '../plans/recorder'
import type { TxCtx } from '../../src/context'
import { preparedNames } from '../../src/db/statements'
import { queryFunctions } from './functions'

export interface Statement {
  /** `<room> <function>`, or the name it is prepared under. */
  readonly from: string
  readonly text: string
}

/** A placeholder for any argument: it has every property, iterates over one item, and converts to a short text or number. */
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
    // it is neither a promise nor a node of Kysely
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

/** Arguments after the first, for functions that need other ones than placeholders; one call for each list. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'auth updateKey': [[{ community_id: 'x', key_id: 'x' }, { enabled: true }]],
  'medals insertDefinition': [['medal', 'x', 'x']],
  'medals updateDefinition': [['medal', 'x', {}]],
  'medals findDefinition': [['medal', 'x']],
  'events listExistingMedals': [[['x']]],
  'moderation/suspensions storeSuspendedRank': [[1], [null]],
  'webhooks insertEndpoint': [[{ types: null }]],
  'webhooks storeSecret': [['x', Buffer.alloc(1), 1]],
}

/** Database and context in one: functions take either. */
function both(db: object): TxCtx {
  return Object.assign(db, contextOn(db as TxCtx['db']))
}

/** The calls by which the text of a function, or of a file, sends a statement that is not declared with `query`. */
export const placesIn = (code: unknown): number =>
  // a transaction sends none itself
  [
    ...String(code).matchAll(
      /(?<!\.transaction\(\))\.(execute|executeTakeFirst|executeTakeFirstOrThrow|executeQuery)\(/g,
    ),
  ].length

export interface Found {
  readonly statements: readonly Statement[]
  /** Functions that sent fewer distinct statements than they have places. */
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
  // a function that throws before its first statement is among those missed
  return (await Promise.allSettled(sent)).flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
