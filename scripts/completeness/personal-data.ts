// What personal data needs: erasure, export, a row in the test of erasure.
import { listAccountAuditEntries, readAccount } from '../../src/accounts/queries'
import type { Db } from '../../src/context'
import { erasures } from '../../src/privacy/full-erasure/queries'
import { readCommunityExports } from '../../src/privacy/queries'
import { listOpenRequests } from '../../src/privacy/requests/queries'
import { recorded } from '../plans/recorder'
import { accountColumns, EXPORTED, otherTexts, personalTexts } from './account-columns'
import type { Catalogue, Column } from './catalogue'
import { lineIn, type MissingPart } from './fault'
import { tableIn } from './tables'

const COLUMNS = 'scripts/completeness/account-columns.ts'
const ERASURES = 'src/privacy/full-erasure/queries.ts'
const PLANT = 'test/privacy/plant.ts'
const EXPORTS = 'src/privacy/queries.ts'

const nameOf = ({ table, column }: Column): string => `${table}.${column}`

/** `table.column`. */
export const accountColumnsOf = ({ columns }: Catalogue): string[] =>
  columns.filter(({ column }) => /user_?ids?$/.test(column)).map(nameOf)

/** Without ids, kinds and states. */
export function textColumnsOf(catalogue: Catalogue): string[] {
  const holding = new Set(accountColumnsOf(catalogue).map((name) => name.split('.')[0]))
  return catalogue.columns
    .filter(({ table, type }) => holding.has(table) && ['text', 'jsonb', 'json'].includes(type))
    .filter(({ column }) => !/(^|_)(id|kind|state|status)$/.test(column))
    .map(nameOf)
}

export function missingErasures({ tables }: Catalogue): MissingPart[] {
  return tables
    .filter((table) => !(table in erasures))
    .map((table) => ({
      file: ERASURES,
      line: tableIn(ERASURES, 'erasures').line,
      rule: `The table ${table} is not in \`erasures\`.`,
      fix: `Add ${table}: rowsOfAccount('${table}') where it has a user_id, or nothing('<why>').`,
    }))
}

const unlisted = (table: string, name: string): MissingPart => ({
  file: COLUMNS,
  line: lineIn(COLUMNS, new RegExp(`^ +'${name.replace('.', '\\.')}'`, 'm')),
  rule: `${name} exists no more, or holds nothing of an account.`,
  fix: `Remove it from ${table}.`,
})

/** On no list of account-columns.ts, and stale entries. */
export function missingColumns(catalogue: Catalogue): MissingPart[] {
  const [accounts, texts] = [accountColumnsOf(catalogue), textColumnsOf(catalogue)]
  const listed = [...personalTexts, ...Object.keys(otherTexts)]
  const lineOf = (table: string): { file: string; line: number } => ({
    file: COLUMNS,
    line: tableIn(COLUMNS, table).line,
  })
  return [
    ...accounts
      .filter((name) => !(name in accountColumns))
      .map((name) => ({
        ...lineOf('accountColumns'),
        rule: `${name} holds an account and is not in accountColumns.`,
        fix: `Erase it in ${ERASURES}, show it in ${EXPORTS}, store one in ${PLANT}; then add it.`,
      })),
    ...texts
      .filter((name) => !listed.includes(name))
      .map((name) => ({
        ...lineOf('personalTexts'),
        rule: `${name} is a text in a table about accounts, and on neither list.`,
        fix: `Add it to personalTexts and write the mark there in ${PLANT}, or to otherTexts with what it holds.`,
      })),
    ...Object.keys(accountColumns)
      .filter((name) => !accounts.includes(name))
      .map((name) => unlisted('accountColumns', name)),
    ...listed.filter((name) => !texts.includes(name)).map((name) => unlisted('personalTexts or otherTexts', name)),
  ]
}

/** Declared as exported, but not read by the export. */
export async function missingExports(): Promise<MissingPart[]> {
  const reads: readonly ((db: Db) => Promise<unknown>)[] = [
    (db) => readAccount(db, 1),
    (db) => readCommunityExports(db, 1),
    (db) => listOpenRequests(db, 1),
    (db) => listAccountAuditEntries(db, 1, 1),
  ]
  const statements = await Promise.all(reads.map((read) => recorded(read, [{}])))
  const text = statements.flatMap((sent) => sent.map((statement) => statement.text)).join('\n')
  return Object.entries(accountColumns)
    .filter(([name, how]) => how === EXPORTED && !new RegExp(`\\b${name.split('.')[0]}\\b`).test(text))
    .map(([name]) => ({
      file: EXPORTS,
      line: lineIn(EXPORTS, /function readCommunityExports/),
      rule: `The export of an account does not read the table of ${name}.`,
      fix: `Add it here, or say in ${COLUMNS} why it is left out.`,
    }))
}
