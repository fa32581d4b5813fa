// What a table needs to be distributed by community.
import fs from 'node:fs'
import path from 'node:path'
import { otherIndexes, wholeServer } from '../statements/exceptions'
import type { Catalogue } from './catalogue'
import { filesIn, lineIn, readText, root, type MissingPart } from './fault'

const EXCEPTIONS = 'scripts/statements/exceptions.ts'

/** The line of sql/ that declares a function, or else the first of the newest file that names it. */
export function sqlPlaceOf(name: string): { readonly file: string; readonly line: number } {
  const own = `sql/functions/${name}.sql`
  if (fs.existsSync(path.join(root, own))) return { file: own, line: lineIn(own, /^create or replace function/m) }
  const pattern = new RegExp(`\\b${name}\\b`)
  const migrations = filesIn('sql', '.sql').filter((one) => /^sql\/\d/.test(one))
  const file = ['sql/schema.sql', ...migrations].findLast((one) => pattern.test(readText(one)))
  return file === undefined ? { file: 'sql', line: 1 } : { file, line: lineIn(file, pattern) }
}

const entryOf = (table: string): { readonly file: string; readonly line: number } => ({
  file: EXCEPTIONS,
  line: lineIn(EXCEPTIONS, new RegExp(`^export const ${table}\\b`, 'm')),
})

/** Tables, keys and indexes across communities that are no exception, and exceptions that exist no more. */
export function missingDistribution(catalogue: Catalogue): MissingPart[] {
  const { tables, columns, indexes, foreignKeys, ofCommunity } = catalogue
  const own = indexes.filter(({ table }) => ofCommunity.has(table))
  const others = own.filter(({ first }) => first !== 'community_id')
  const keyed = new Set(own.filter(({ primary }) => primary).map(({ table }) => table))
  const gone = (table: string, name: string): MissingPart => ({
    file: EXCEPTIONS,
    line: lineIn(EXCEPTIONS, new RegExp(`^ +${name}:`, 'm')),
    rule: `${name} is of one community, or exists no more.`,
    fix: `Remove it from ${table}.`,
  })
  return [
    ...tables
      .filter((table) => !ofCommunity.has(table) && !(table in wholeServer))
      .map((table) => ({
        ...sqlPlaceOf(table),
        rule: `The table ${table} has no community_id.`,
        fix: `Add one, or the table with its reason to wholeServer at ${EXCEPTIONS}:${entryOf('wholeServer').line}.`,
      })),
    ...Object.keys(wholeServer)
      .filter((table) => !tables.includes(table) || ofCommunity.has(table))
      .map((table) => gone('wholeServer', table)),
    ...columns
      .filter(({ column, nullable }) => column === 'community_id' && nullable)
      .map(({ table }) => ({
        ...sqlPlaceOf(table),
        rule: `community_id of ${table} may be null.`,
        fix: 'Declare it not null.',
      })),
    ...tables
      .filter((table) => ofCommunity.has(table) && !keyed.has(table))
      .map((table) => ({ ...sqlPlaceOf(table), rule: `${table} has no primary key.`, fix: 'Add one.' })),
    ...others
      .filter(({ unique }) => unique)
      .map(({ name }) => ({
        ...sqlPlaceOf(name.replace(/_pkey$/, '')),
        rule: `The unique index ${name} does not begin with community_id.`,
        fix: 'Begin it with community_id.',
      })),
    ...others
      .filter(({ name, unique }) => !unique && !(name in otherIndexes))
      .map(({ name }) => ({
        ...sqlPlaceOf(name),
        rule: `The index ${name} does not begin with community_id.`,
        fix: `Begin it so, or add it with its reason to otherIndexes at ${EXCEPTIONS}:${entryOf('otherIndexes').line}.`,
      })),
    ...Object.keys(otherIndexes)
      .filter((name) => !others.some((index) => index.name === name))
      .map((name) => gone('otherIndexes', name)),
    ...foreignKeys
      .filter(({ from, to, columns: [first], referred: [target] }) => {
        if (wholeServer[to]?.as === 'reference') return false
        return !ofCommunity.has(from) || first !== 'community_id' || target !== 'community_id'
      })
      .map(({ name, from, to }) => ({
        ...sqlPlaceOf(from),
        rule: `The foreign key ${name} to ${to} leaves the community.`,
        fix: 'Begin it with community_id on both sides.',
      })),
  ]
}
