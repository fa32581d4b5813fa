// What kysely-codegen does not know of the columns: the values that a CHECK allows, the shape of jsonb, and the columns of views.
import type { Client } from 'pg'

const json = (type: string): string => `ColumnType<${type}, string, string>`
const nullableJson = (type: string): string => `ColumnType<${type} | null, string | null, string | null>`
const schema = (name: string): string => `components["schemas"]["${name}"]`
const facts = 'Readonly<Record<string, unknown>>'
const actor = '"key" | "operator" | "job" | "person"'
const bounds = nullableJson('Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>>')
const definition = `Omit<${schema('Definition')}, "eligibility"> & Pick<${schema('DefinitionInput')}, "eligibility">`

/** Types of columns by the contract; jsonb is written as JSON text. */
const columnTypes: Readonly<Record<string, string>> = {
  'application_response.answers': nullableJson(schema('Answers')),
  'application_response.questions': nullableJson(`${schema('Question')}[]`),
  'application_response.decided_by_kind': '"key" | "operator" | "person" | null',
  'application_template.definition': json(definition),
  'application_version.author_bounds': bounds,
  'application_version.definition': json(definition),
  'audit_entry.after': nullableJson(facts),
  'audit_entry.before': nullableJson(facts),
  'erasure_request.erased': nullableJson('Readonly<Record<string, number>>'),
  'event.author_bounds': bounds,
  'event.awards': json(`${schema('EventAwardRule')}[]`),
  'event_type.awards': json(`${schema('EventAwardRule')}[]`),
  'medal.author_bounds': bounds,
  // a partial erasure removes the feedback
  'notification.payload': json(
    `(Omit<${schema('NotifiedResponse')}, "applicantFeedback"> & Partial<Pick<${schema('NotifiedResponse')}, "applicantFeedback">>) | ${schema('NotifiedLimit')} | ${schema('NotifiedDependants')}`,
  ),
  'platform_operation.actor_kind': `${actor} | "applicant"`,
  'platform_operation.error_code': `${schema('ErrorCode')} | null`,
  'qualification.author_bounds': bounds,
  'rank.author_bounds': bounds,
  'suspension.actor_kind': actor,
  'suspension.author_bounds': bounds,
  'suspension.error_code': `${schema('ErrorCode')} | null`,
  'suspension.lifted_by_kind': `${actor} | null`,
  'suspension_settings.author_bounds': bounds,
}

/** The values of columns with `check (column in (…))`, by `table.column`, as a TypeScript union. */
export async function readUnions(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ place: string; definition: string }>(`
    select k.conrelid::regclass::text || '.' || a.attname as place, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and k.connamespace = 'public'::regnamespace`)
  const unions = rows.flatMap(({ place, definition }) => {
    const [list] =
      /(?<=^CHECK \(\(\w+ = (ANY \(ARRAY\[)?)'.*'::text(?=(\]\))?\)\)( NOT VALID)?$)/.exec(definition) ?? []
    const values = [...(list ?? '').matchAll(/'([^']+)'::text/g)].map(([, value]) => JSON.stringify(value))
    return values.length === 0 ? [] : [[place, values.join(' | ')] as const]
  })
  return new Map(unions)
}

/** Views over one table, by their name. */
async function readViews(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ view: string; table: string }>(`
    select view_name as view, min(table_name) as table from information_schema.view_table_usage
    where view_schema = 'public' group by view_name having count(*) = 1`)
  return new Map(rows.map(({ view, table }) => [view, table]))
}

const interfaceOf = (table: string): string =>
  table.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** @param module as kysely-codegen writes it */
export async function refineTypes(module: string, client: Client): Promise<string> {
  const bodyOf = (text: string, table: string): string =>
    new RegExp(`(?<=export interface ${interfaceOf(table)} \\{\\n)[^}]*(?=\\})`).exec(text)?.[0] ?? ''
  let text = module.replace('import type { ColumnType } from "kysely";', (line) =>
    [line, 'import type { components } from "./openapi";'].join('\n'),
  )
  const change = (table: string, to: (body: string) => string): void => {
    const body = bodyOf(text, table)
    if (body === '') throw new Error(`generated/database.ts has no table ${table}`)
    text = text.replace(`interface ${interfaceOf(table)} {\n${body}`, `interface ${interfaceOf(table)} {\n${to(body)}`)
  }
  const retype = (place: string, from: RegExp, to: string): void => {
    const [table = '', column = ''] = place.split('.')
    change(table, (body) => body.replace(new RegExp(`(?<=^  ${column}: .*)${from.source}(?=.*;$)`, 'm'), to))
  }
  for (const [place, union] of await readUnions(client)) retype(place, /\bstring\b/, union)
  for (const [place, type] of Object.entries(columnTypes)) retype(place, /(Json|string)( \| null)?/, type)
  for (const [view, table] of await readViews(client)) {
    change(view, () => bodyOf(text, table).replace(/Generated<(.*)>;/g, '$1;'))
  }
  return text
}
