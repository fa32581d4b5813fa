// `fields`, in the query or the body, selects the properties of the records.
import type { Json, Operation, Schema } from './contract'
import { bodiesOf, pathOf, toSent, type Given } from './requests'
import { ask, type Session } from './session'

type Fields = { readonly [name: string]: Json }

const isRecord = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null: it takes none. */
function schemaOf({
  parameters,
  body,
}: Operation): { readonly where: 'query' | 'body'; readonly schema: Schema } | null {
  const inQuery = parameters.find(({ name, in: where }) => name === 'fields' && where === 'query')
  if (inQuery) return { where: 'query', schema: inQuery.schema }
  const inBody = body?.schema.properties?.['fields']
  return inBody ? { where: 'body', schema: inBody } : null
}

/** One property alone, and all without `fields`. */
export async function checkFields(session: Session, operation: Operation): Promise<void> {
  const fields = schemaOf(operation)
  const answer = operation.responses.get(operation.success)?.schema
  const names = (fields?.schema.items?.enum ?? []).map(String)
  if (!fields || !answer || names.length === 0) return
  const path = pathOf(session, operation)
  const base = bodiesOf(session, operation).find(isRecord)
  const given = (chosen: readonly string[] | null): Given => {
    if (fields.where === 'query') return { path, query: chosen ? { fields: chosen.join(',') } : {}, body: base }
    const rest = Object.entries(base ?? {}).filter(([name]) => name !== 'fields')
    return { path, body: { ...Object.fromEntries(rest), ...(chosen && { fields: [...chosen] }) } }
  }
  const hasOnly = (expected: (required: readonly string[]) => readonly string[], chosen: readonly string[] | null) =>
    ask(
      session,
      operation,
      chosen ? `fields: ${chosen.join()} alone` : 'without fields',
      toSent(session, operation, given(chosen)),
      {
        statuses: [operation.success],
        and: ({ body }) =>
          recordsIn(answer, body, names).flatMap(({ record, required }) => differences(record, expected(required))),
      },
    )
  const optional = names.find((name) => !recordSchemas(answer, names).some(({ required }) => required?.includes(name)))
  if (optional !== undefined) await hasOnly((required) => [...required, optional], [optional])
  await hasOnly(() => names, null)
}

function differences(record: Fields, expected: readonly string[]): string[] {
  const lacking = expected.filter((name) => !(name in record)).map((name) => `a record lacks '${name}'`)
  const beyond = Object.keys(record).filter((name) => !expected.includes(name))
  return [...lacking, ...beyond.map((name) => `a record has '${name}', which was not selected`)].slice(0, 1)
}

const isOfFields = ({ properties = {} }: Schema, names: readonly string[]): boolean =>
  names.length === Object.keys(properties).length && names.every((name) => name in properties)

/** The schemas whose properties are the names. */
function recordSchemas(schema: Schema, names: readonly string[]): Schema[] {
  if (isOfFields(schema, names)) return [schema]
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
  return inner.flatMap((one) => recordSchemas(one, names))
}

interface Found {
  readonly record: Fields
  readonly required: readonly string[]
}

function recordsIn(schema: Schema, value: Json | undefined, names: readonly string[]): Found[] {
  if (Array.isArray(value)) return value.flatMap((one) => recordsIn(schema.items ?? {}, one, names))
  if (!isRecord(value)) return []
  if (isOfFields(schema, names)) return [{ record: value, required: schema.required ?? [] }]
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => recordsIn(inner, value[name], names))
}
