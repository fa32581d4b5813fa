// What personal data needs: erasure, export, a row in the test of erasure.
import { listAccountAuditEntries, readAccount } from '../../src/identities/accounts/queries'
import type { Db } from '../../src/context'
import { tables as registry } from '../../src/db/tables'
import { deleteAccountRows, eraseReportedNames } from '../../src/data-rights/account-rows/queries'
import {
  eraseAccountAuditTexts,
  eraseAuditTexts,
  eraseNotifications,
  eraseProfiles,
  eraseReasons,
  eraseResponses,
  eraseWebhookDeliveries,
  readCommunityExports,
} from '../../src/data-rights/queries'
import { listOpenRequests } from '../../src/data-rights/requests/queries'
import { recorded } from '../plans/recorder'
import { accountColumns, EXPORTED, keptFromExport, otherTexts, personalTexts } from './account-columns'
import type { Catalogue, Column } from './catalogue'
import { lineIn, type MissingPart } from './fault'
import { tableIn } from './tables'

const COLUMNS = 'scripts/completeness/account-columns.ts'
const ERASURES = 'src/db/tables.ts'
const PLANT = 'test/data-rights/plant.ts'
const EXPORTS = 'src/data-rights/queries.ts'

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
    .filter((table) => !(table in registry))
    .map((table) => ({
      file: ERASURES,
      line: tableIn(ERASURES, 'tables').line,
      rule: `The table ${table} is not in the registry of tables.`,
      fix: `Add ${table}: { place, moves, erased }, with erased: ownRows where it has a user_id, or nothing('<why>').`,
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

type Work = (db: Db) => Promise<unknown>

const exportWork: readonly Work[] = [
  (db) => readAccount(db, 1),
  (db) => readCommunityExports(db, 1),
  (db) => listOpenRequests(db, 1),
  (db) => listAccountAuditEntries(db, 1, 1),
]

/** Of an erasure that keeps the account's rows. */
const erasureWork: readonly Work[] = [
  ...[eraseResponses, eraseNotifications, eraseProfiles, eraseReasons, eraseWebhookDeliveries, deleteAccountRows],
  ...[eraseReportedNames],
  ...[eraseAuditTexts, eraseAccountAuditTexts],
].map((erase) => (db: Db) => erase(db, 1))

async function textsOf(work: readonly Work[]): Promise<string[]> {
  const statements = await Promise.all(work.map((one) => recorded(one, [{}])))
  return statements.flatMap((sent) => sent.map(({ text }) => text))
}

/** @param texts statements of the export, @param erasing statements of the erasure */
export function forgottenTexts(names: readonly string[], texts: readonly string[], erasing: readonly string[]) {
  const has = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)
  const exported = texts.join('\n')
  const isExported = (table: string, column: string): boolean =>
    has(exported, column) || exported.includes(`select * from "${table}"`)
  const isErased = (table: string, column: string): boolean =>
    erasing.some(
      (text) =>
        (has(text, `erase_${table.replace(/_entry$/, '')}_texts`) && table.endsWith('audit_entry')) ||
        text.startsWith(`delete from "${table}"`) ||
        (text.startsWith(`update "${table}"`) && has(text.split(' where ')[0] ?? '', column)),
    )
  const parts = names.map((name) => [name, ...name.split('.')] as const)
  return {
    exports: parts.filter(
      ([name, table, column]) => !(name in keptFromExport || isExported(table ?? '', column ?? '')),
    ),
    erasures: parts.filter(([, table, column]) => !isErased(table ?? '', column ?? '')),
  }
}

/** Texts about an account that the export or the erasure does not name. */
export async function missingTexts(names = personalTexts): Promise<MissingPart[]> {
  const { exports, erasures: kept } = forgottenTexts(names, await textsOf(exportWork), await textsOf(erasureWork))
  const lineOf = (pattern: RegExp): { file: string; line: number } => ({
    file: EXPORTS,
    line: lineIn(EXPORTS, pattern),
  })
  return [
    ...exports.map(([name]) => ({
      ...lineOf(/function readCommunityExports/),
      rule: `The export of an account does not contain ${name}.`,
      fix: `Add it to the SQL above, or to keptFromExport in ${COLUMNS} with the reason.`,
    })),
    ...kept.map(([name]) => ({
      ...lineOf(/function eraseProfiles/),
      rule: `The erasure of an account's texts does not clear ${name}.`,
      fix: `Clear it in the function of this file that updates its table.`,
    })),
  ]
}

/** Declared as exported, but not read by the export. */
export async function missingExports(): Promise<MissingPart[]> {
  const text = (await textsOf(exportWork)).join('\n')
  return Object.entries(accountColumns)
    .filter(([name, how]) => how === EXPORTED && !new RegExp(`\\b${name.split('.')[0]}\\b`).test(text))
    .map(([name]) => ({
      file: EXPORTS,
      line: lineIn(EXPORTS, /function readCommunityExports/),
      rule: `The export of an account does not read the table of ${name}.`,
      fix: `Add it here, or say in ${COLUMNS} why it is left out.`,
    }))
}
