// What a query function needs beside its SQL: a golden plan, a community, a condition on the row it writes.
import { readByRequests } from '../plans/callers'
import { exemptReads } from '../plans/exempt'
import { hotStatements } from '../plans/hot'
import { acrossCommunities } from '../statements/exceptions'
import { queryFunctions, type QueryFunction } from '../statements/functions'
import { readStatement, statementsOfFunction } from '../statements/reading'
import { refusedOnNodes } from '../statements/on-nodes'
import { reviewedWrites } from '../statements/reviewed-writes'
import type { Found, Statement } from '../statements/statements'
import type { StatementFault } from '../statements/types'
import { placedTables } from '../../src/db/tables'
import { tablesWrittenByKey } from '../statements/writes-by-key'
import type { Catalogue } from './catalogue'
import { filesIn, lineIn, printMissing, readText, type MissingPart } from './fault'
import { sqlPlaceOf } from './schema'

const EXEMPT = 'scripts/plans/exempt.ts'
const EXCEPTIONS = 'scripts/statements/exceptions.ts'
const REVIEWED = 'scripts/statements/reviewed-writes.ts'

/** @param from `<room> <function>`, a prepared statement, or `<function of the database>()` */
function placeOf(from: string): { readonly file: string; readonly line: number } {
  const [room = '', called] = from.split(' ')
  if (called) {
    const file = `src/${room}/queries.ts`
    return { file, line: lineIn(file, new RegExp(`^export (async )?(function|const) ${called}\\b`, 'm')) }
  }
  if (room.endsWith('()')) return sqlPlaceOf(room.slice(0, -2))
  const pattern = new RegExp(`'${room}'`)
  const file = filesIn('src', 'queries.ts').find((one) => pattern.test(readText(one)))
  return file === undefined ? { file: 'src', line: 1 } : { file, line: lineIn(file, pattern) }
}

const unlisted = (file: string, table: string, name: string, rule: string): MissingPart => ({
  file,
  line: lineIn(file, new RegExp(`^ +'?${name.replaceAll('(', '\\(').replaceAll(')', '\\)')}'?[:,]`, 'm')),
  rule,
  fix: `Remove ${name} from ${table}.`,
})

function placeOfHot(name: string): { readonly file: string; readonly line: number } {
  const pattern = new RegExp(`'${name}'`)
  const file = filesIn('scripts/plans/hot', '.ts').find((one) => pattern.test(readText(one)))
  return { file: file ?? 'scripts/plans/hot/index.ts', line: file ? lineIn(file, pattern) : 1 }
}

export const printStatementFaults = (faults: readonly StatementFault[]): string =>
  printMissing(
    faults.map(({ name, rule }) => ({
      ...placeOf(name),
      rule,
      fix: 'Correct the statement, then run npm run generate.',
    })),
  )

/** Reads of a GET without a golden plan, and entries of the lists that have no function. */
export function missingPlans(
  functions: readonly QueryFunction[] = queryFunctions(),
  reached: ReadonlySet<string> = readByRequests(),
): MissingPart[] {
  const exported = new Set(functions.map(({ fn }) => fn))
  const hot = new Set(hotStatements.map(({ of }) => of))
  const names = hotStatements.map(({ name }) => name)
  const isRead = (name: string): boolean => /^(find|list|read|search)/.test(name.split(' ')[1] ?? '')
  const open = functions
    .filter(({ fn, name }) => !hot.has(fn) && reached.has(name) && isRead(name))
    .map(({ name }) => name)
  return [
    ...hotStatements
      .filter(({ of, name }, index) => !exported.has(of) || names.indexOf(name) < index)
      .map(({ name }) => ({
        ...placeOfHot(name),
        rule: `The hot statement ${name} is of no exported query function, or has a name twice.`,
        fix: 'Remove it, or correct its name or function.',
      })),
    ...open
      .filter((name) => !(name in exemptReads))
      .map((name) => ({
        ...placeOf(name),
        rule: `${name.split(' ')[1]} is read by a GET and has no golden plan.`,
        fix: `Add one('<statement>', …) to scripts/plans/hot, or '${name}' with its reason to ${EXEMPT}.`,
      })),
    ...Object.keys(exemptReads)
      .filter((name) => !open.includes(name))
      .map((name) => unlisted(EXEMPT, 'exemptReads', name, `${name} has a plan, or no GET reads it.`)),
  ]
}

async function statementsInDatabase({ functions }: Catalogue): Promise<Statement[]> {
  const texts = functions.map(async ({ name, language, definition, body }) =>
    (language === 'plpgsql' ? await statementsOfFunction(definition) : [body]).map((text) => ({
      from: `${name}()`,
      text,
    })),
  )
  return (await Promise.all(texts)).flat()
}

/** Statements that name no community and are no exception, and exceptions that are none. */
export async function missingCommunities(catalogue: Catalogue, { statements, missed }: Found): Promise<MissingPart[]> {
  const open = new Map<string, string[]>()
  for (const { from, text } of [...statements, ...(await statementsInDatabase(catalogue))]) {
    const tables = (await readStatement(text, catalogue.ofCommunity)).open
    if (tables.length > 0) open.set(from, [...new Set([...(open.get(from) ?? []), ...tables])])
  }
  return [
    ...missed.map(({ name, sent, places }) => ({
      ...placeOf(name),
      rule: `${name.split(' ')[1]} sends ${sent} of its ${places} statements when it is called with placeholders.`,
      fix: 'Add its arguments to `given` in scripts/statements/statements.ts.',
    })),
    ...[...open]
      .filter(([from]) => !(from in acrossCommunities))
      .map(([from, tables]) => ({
        ...placeOf(from),
        rule: `${from} reads or writes ${tables.join(', ')} of any community.`,
        fix: `Add community_id = … to its conditions, or its reason to acrossCommunities in ${EXCEPTIONS}.`,
      })),
    ...Object.keys(acrossCommunities)
      .filter((from) => !open.has(from))
      .map((from) =>
        unlisted(EXCEPTIONS, 'acrossCommunities', from, `${from} is of one community, or exists no more.`),
      ),
  ]
}

/** Writes by key alone that are not on the review list. */
export async function missingReviews(catalogue: Catalogue, { statements }: Found): Promise<MissingPart[]> {
  const inDatabase = await statementsInDatabase({
    ...catalogue,
    functions: catalogue.functions.filter(({ language }) => language === 'plpgsql'),
  })
  const found = new Map<string, Set<string>>()
  for (const { from, text } of [...statements, ...inDatabase]) {
    const tables = await tablesWrittenByKey(text, (table) => catalogue.keys.get(table) ?? new Set())
    if (tables.length > 0) found.set(from, new Set([...(found.get(from) ?? []), ...tables]))
  }
  const reviewedOf = (from: string): readonly string[] => reviewedWrites[from]?.tables ?? []
  return [
    ...[...found].flatMap(([from, tables]) => {
      const missing = [...tables].filter((table) => !reviewedOf(from).includes(table))
      const rule = `${from} writes ${missing.join(', ')} by key alone: a concurrent change is lost.`
      const fix = `Repeat the decision in the WHERE, or lock the row in the statement; else add '${from}' to ${REVIEWED}.`
      return missing.length === 0 ? [] : [{ ...placeOf(from), rule, fix }]
    }),
    ...Object.keys(reviewedWrites)
      .filter((from) => reviewedOf(from).some((table) => !found.get(from)?.has(table)))
      .map((from) => unlisted(REVIEWED, 'reviewedWrites', from, `${from} does not write all its tables by key alone.`)),
  ]
}

/** Statements that Citus refuses where the tables are placed as src/db/tables.ts says. */
export async function missingOnNodes(catalogue: Catalogue, { statements }: Found): Promise<MissingPart[]> {
  const distributed: ReadonlySet<string> = new Set(placedTables('distributed'))
  // those that only previous releases call have no file
  const functions = catalogue.functions.filter(({ name }) => sqlPlaceOf(name).file.startsWith('sql/functions/'))
  const inDatabase = await statementsInDatabase({ ...catalogue, functions })
  const uses = (text: string, tables: Iterable<string>): boolean =>
    new RegExp(`\\b(from|join|into|update)\\s+(${[...tables].join('|')})\\b`).test(text)
  const querying = inDatabase.filter(({ text }) => uses(text, catalogue.tables)).map(({ from }) => from.slice(0, -2))
  const own = new Set(inDatabase.map(({ from }) => from))
  const faults = [...statements, ...inDatabase].map(async ({ from, text }) => {
    const isOpen = own.has(from) || from in acrossCommunities
    const refused = await refusedOnNodes(text, { distributed, querying: new Set(querying), isOpen })
    return refused.map((fault) => ({
      ...placeOf(from),
      rule: `Citus refuses ${from}: ${fault}.`,
      fix: 'Change the statement as docs/operations/citus.md says.',
    }))
  })
  const inSql = functions
    .filter(({ language, body }) => language === 'sql' && uses(body, distributed))
    .map(({ name }) => ({
      ...sqlPlaceOf(name),
      rule: `Citus does not plan the parameters of the SQL function ${name}, which reads a distributed table.`,
      fix: 'Write it in PL/pgSQL.',
    }))
  const inCase = functions
    .filter(({ language, body }) => language === 'sql' && /\bcase\s+(?!when\b|\s)/i.test(body))
    .map(({ name }) => ({
      ...sqlPlaceOf(name),
      rule: `Citus sends the CASE with an operand of the SQL function ${name} to a node with a wrong type.`,
      fix: 'Write case when … = … then.',
    }))
  return [...(await Promise.all(faults)).flat(), ...inSql, ...inCase]
}
