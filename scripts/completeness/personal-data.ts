// What personal data needs: a row in the registry, the use of each column, and its erasure.
import type { Db } from '../../src/context'
import { accountColumns, usesOf, wordsAboutAccounts, type TableOfAccounts } from '../../src/db/account-columns'
import { tables as registry } from '../../src/db/tables'
import { deleteAccountRows } from '../../src/data-rights/account-rows/queries'
import {
  eraseAccountAuditTexts,
  eraseAuditTexts,
  eraseNotifications,
  eraseProfiles,
  eraseReasons,
  eraseReportedNames,
  eraseResponses,
  eraseWebhookDeliveries,
} from '../../src/data-rights/queries'
import { recorded } from '../plans/recorder'
import type { Catalogue, Column } from './catalogue'
import { lineIn, type MissingPart } from './fault'
import { tableIn } from './tables'

const COLUMNS = 'src/db/account-columns.ts'
const REGISTRY = 'src/db/tables.ts'
const ERASURES = 'src/data-rights/queries.ts'

const nameOf = ({ table, column }: Column): string => `${table}.${column}`

/** `table.column`. */
export const accountIdsIn = ({ columns }: Catalogue): string[] =>
  columns.filter(({ column }) => /user_ids?$/.test(column)).map(nameOf)

export function missingErasures({ tables }: Catalogue): MissingPart[] {
  return tables
    .filter((table) => !(table in registry))
    .map((table) => ({
      file: REGISTRY,
      line: tableIn(REGISTRY, 'tables').line,
      rule: `The table ${table} is not in the registry of tables.`,
      fix: `Add ${table}: { place, moves, erased }, with erased: ownRows where it has a user_id, or nothing('<why>').`,
    }))
}

/** Columns of tables about accounts whose use is not stated, and stated ones that exist no more. */
export function missingColumns(catalogue: Catalogue): MissingPart[] {
  const tables = new Set(accountIdsIn(catalogue).map((name) => name.split('.')[0] as TableOfAccounts))
  return [
    ...[...tables]
      .filter((table) => !(table in accountColumns))
      .map((table) => ({
        file: COLUMNS,
        line: tableIn(COLUMNS, 'accountColumns').line,
        rule: `The table ${table} holds accounts, and accountColumns does not state the use of its columns.`,
        fix: `Add it; export its rows in ${ERASURES}, and store one in test/data-rights/plant.ts.`,
      })),
    ...[...tables].filter((table) => table in accountColumns).flatMap((table) => misstated(table, catalogue)),
  ]
}

function misstated(table: TableOfAccounts, { columns }: Catalogue): MissingPart[] {
  if ('because' in accountColumns[table]) return []
  const [stored, stated] = [
    columns.filter((column) => column.table === table).map(({ column }) => column),
    Object.keys(usesOf(table)),
  ]
  const place = { file: COLUMNS, line: lineIn(COLUMNS, new RegExp(`^  ${table}: `, 'm')) }
  return [
    ...stored
      .filter((column) => !stated.includes(column))
      .map((column) => ({
        ...place,
        rule: `The use of ${table}.${column} is not stated.`,
        fix: 'Add it to the facts, words, times or internal columns of its table.',
      })),
    ...stated
      .filter((column) => !stored.includes(column))
      .map((column) => ({ ...place, rule: `${table} has no column ${column}.`, fix: 'Remove it.' })),
  ]
}

type Work = (db: Db) => Promise<unknown>

/** Of an erasure that keeps the account's rows. */
const erasureWork: readonly Work[] = [
  ...[eraseResponses, eraseNotifications, eraseProfiles, eraseReasons, eraseWebhookDeliveries, deleteAccountRows],
  ...[eraseReportedNames],
  ...[eraseAuditTexts, eraseAccountAuditTexts],
].map((erase) => (db: Db) => erase(db, 1))

/** @param erasing statements of the erasure */
export function uncleared(names: readonly string[], erasing: readonly string[]): string[] {
  const has = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)
  const isCleared = (table: string, column: string): boolean =>
    erasing.some(
      (text) =>
        (has(text, `erase_${table.replace(/_entry$/, '')}_texts`) && table.endsWith('audit_entry')) ||
        new RegExp(`^delete from "?${table}\\b`).test(text.trim()) ||
        (text.startsWith(`update "${table}"`) && has(text.split(' where ')[0] ?? '', column)),
    )
  return names.filter((name) => !isCleared(...(name.split('.') as [string, string])))
}

/** Words about an account that its erasure does not clear. */
export async function missingTexts(names = wordsAboutAccounts): Promise<MissingPart[]> {
  const statements = await Promise.all(erasureWork.map((one) => recorded(one, [{}])))
  const erasing = statements.flatMap((sent) => sent.map(({ text }) => text))
  return uncleared(names, erasing).map((name) => ({
    file: ERASURES,
    line: lineIn(ERASURES, /function eraseProfiles/),
    rule: `The erasure of an account's texts does not clear ${name}.`,
    fix: `Clear it in the function of this file that updates its table.`,
  }))
}
