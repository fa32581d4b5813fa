// Every statement of the server, wherever it is written: each function that speaks to the database is called with arguments
// that can be anything, and what it says is taken down.
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

/** What stands for any argument: it has every property, can be iterated over once, and reads as a short text or number. */
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
    // a promise and a piece of Kysely it is not
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

/** Arguments that cannot be anything, after the first; a call for each. */
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

/** The database and the context in one, since functions ask for either. */
function both(db: object): TxCtx {
  return Object.assign(db, contextOn(db as TxCtx['db']))
}

/** How often a function hands a statement over that is not declared with `query`. */
export const placesIn = (fn: unknown): number =>
  // a transaction is begun, not said
  [...String(fn).matchAll(/(?<!\.transaction\(\))\.(execute|executeTakeFirst|executeTakeFirstOrThrow|executeQuery)\(/g)]
    .length

export interface Found {
  readonly statements: readonly Statement[]
  /** Functions that said less than they can. */
  readonly missed: readonly string[]
}

/** Every statement; and the functions of which not every statement was heard. */
export async function everyStatement(): Promise<Found> {
  const statements: Statement[] = []
  const missed: string[] = []
  for (const { name, fn } of queryFunctions()) {
    const heard = await heardFrom(name, fn)
    const unnamed = new Set(heard.filter((statement) => statement.name === null).map(({ text }) => text))
    if (unnamed.size < placesIn(fn)) missed.push(`${name}: ${unnamed.size} of ${placesIn(fn)}`)
    for (const text of unnamed) statements.push({ from: name, text })
  }
  for (const [text, name] of preparedNames) statements.push({ from: name, text })
  return { statements, missed }
}

async function heardFrom(name: string, fn: unknown): Promise<Recorded[]> {
  const hot = hotStatements.filter(({ of }) => of === fn)
  if (hot.length > 0) {
    return (await Promise.all(hot.map(({ send }) => recorded((db) => send(both(db)), [anything()])))).flat()
  }
  const call = fn as (...args: unknown[]) => Promise<unknown>
  const calls = given[name] ?? [[anything(), anything(), anything(), anything(), anything()]]
  const heard = calls.map((rest) => recorded(async (db) => call(both(db), ...rest), [anything()]))
  // a function that fails before it says anything is missed, and named
  return (await Promise.allSettled(heard)).flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
