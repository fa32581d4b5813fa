// SQL functions (sql/functions/<name>.sql), applied again when their text changes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { readFunctionsEntry, sha256, unixLines } from './checksums'
import { failure } from './failure'

export interface FunctionFile {
  readonly name: string
  readonly sha256: string
  readonly text: string
}

export interface FunctionSet {
  /** Grows with every change of a file. A server does not apply its functions over those of a higher revision. */
  readonly revision: number
  readonly files: readonly FunctionFile[]
}

export interface AppliedFunction {
  readonly name: string
  readonly sha256: string
  readonly revision: number
}

export function readFunctions(sqlDir: string): FunctionSet {
  const folder = path.join(sqlDir, 'functions')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : []
  const files = names.sort().map((name) => {
    const text = unixLines(readFileSync(path.join(folder, name), 'utf8'))
    return { name, sha256: sha256(text), text }
  })
  return { revision: readFunctionsEntry(sqlDir)?.revision ?? 0, files }
}

/**
 * The first function that the database lacks or has in an older form; null: none, or the functions of a newer version.
 */
export function findFunctionGap({ revision, files }: FunctionSet, applied: readonly AppliedFunction[]): string | null {
  if (applied.some((one) => one.revision > revision)) return null
  const known = new Map(applied.map((one) => [one.name, one.sha256]))
  return files.find((file) => known.get(file.name) !== file.sha256)?.name ?? null
}

export async function readAppliedFunctions(client: Client): Promise<AppliedFunction[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_function') is not null as exists`,
  )
  if (!found[0]?.exists) return []
  return (await client.query<AppliedFunction>('select name, sha256, revision from schema_function')).rows
}

/**
 * Applies changed functions in the current transaction.
 * @param all also unchanged ones, because a migration may have replaced or dropped them
 * @returns how many
 * @throws StartError naming the file and line
 */
export async function applyFunctions(client: Client, functions: FunctionSet, all: boolean): Promise<number> {
  const { revision, files } = functions
  await client.query(`
    create table if not exists schema_function (
      name text primary key,
      sha256 text not null,
      revision integer not null,
      applied_at timestamptz not null default now()
    )`)
  const applied = await readAppliedFunctions(client)
  if (applied.some((one) => one.revision > revision)) return 0
  const known = new Map(applied.map((one) => [one.name, one.sha256]))
  const changed = all ? files : files.filter((file) => known.get(file.name) !== file.sha256)
  // first without their bodies: functions call each other
  for (const bodies of ['off', 'on']) {
    await client.query(`set local check_function_bodies to ${bodies}`)
    for (const { name, text } of changed) {
      await client.query(text).catch((error: unknown) => {
        throw failure(`the function ${name}`, text, error)
      })
    }
  }
  await client.query('delete from schema_function where name <> all ($1)', [files.map(({ name }) => name)])
  await client.query(
    `insert into schema_function (name, sha256, revision) select name, sha256, $3 from unnest($1::text[], $2::text[]) as t (name, sha256)
     on conflict (name) do update set sha256 = excluded.sha256, revision = excluded.revision, applied_at = now()`,
    [changed.map(({ name }) => name), changed.map((file) => file.sha256), revision],
  )
  return changed.length
}
