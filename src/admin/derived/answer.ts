// The reply of an operation as tables and fields.
import type { Document } from 'openapi-backend'
import type { Actor } from '../../context'
import { account, actor } from '../names'
import { nextPage, type Answer, type Field, type NamedCell, type NamedHuman } from '../output'
import type { DerivedVerb } from './names'
import type { Column } from './override'
import { replyOf, resolve, wordsOf, type Schema } from './schema'

export type Values = Readonly<Record<string, unknown>>

export interface ReplyShape {
  readonly isList: boolean
  readonly properties: Readonly<Record<string, Schema>>
  readonly table: { readonly name: string; readonly properties: Readonly<Record<string, Schema>> } | null
}

export function shapeOf(document: Document, verb: DerivedVerb): ReplyShape {
  const data = resolve(document, replyOf(document, verb.operation)?.['data'] ?? {})
  const { properties = {} } = data
  const items = data.type === 'array' ? data.items : resolve(document, properties['items'] ?? {}).items
  if (items !== undefined) return { isList: true, properties: propertiesOf(document, items), table: null }
  const lists = Object.entries(properties).flatMap(([name, property]) => {
    const inner = resolve(document, property).items
    return inner && resolve(document, inner).properties ? [{ name, properties: propertiesOf(document, inner) }] : []
  })
  return {
    isList: false,
    properties: propertiesOf(document, data),
    table: lists.length === 1 ? (lists[0] ?? null) : null,
  }
}

const propertiesOf = (document: Document, schema: Schema): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(resolve(document, schema).properties ?? {}).map(([name, one]) => [name, resolve(document, one)]),
  )

export function toListAnswer(
  verb: DerivedVerb,
  { properties }: ReplyShape,
  rows: readonly Values[],
  meta: Values,
): Answer {
  const { nextCursor } = meta
  const shown = Object.entries(meta).filter(([name]) => !ofPages.has(name))
  const table = tableOf(properties, rows, verb.override.columns)
  const json = { [collectionOf(verb)]: rows, ...meta }
  const next = nextPage('cursor', typeof nextCursor === 'string' ? nextCursor : null)
  const none = verb.override.none ?? `There are no ${wordsOf(collectionOf(verb)).join(' ')}.`
  const notes = rows.length === 0 ? [none] : [verb.override.note?.(json), next]
  const note = notes.filter(Boolean).join('\n') || undefined
  return {
    json,
    human: { table, fields: fieldsOf({}, Object.fromEntries(shown)), note },
  }
}

const ofPages = new Set(['nextCursor', 'hasMore'])

export function toRecordAnswer(
  { override }: DerivedVerb,
  { properties, table }: ReplyShape,
  data: Values,
  given: Values,
): Answer {
  const { metaNames = {} } = override
  const meta = Object.fromEntries(Object.entries(given).map(([name, value]) => [metaNames[name] ?? name, value]))
  const listed = table === null ? undefined : (data[table.name] as readonly Values[] | undefined)
  const single = Object.entries(data).filter(([name]) => !listed || name !== table?.name)
  const columns = override.fields ?? (table === null ? override.columns : undefined)
  const own = columns ? columnFields(properties, data, columns) : null
  // a list is a note, where the override says it in words
  const inFields = Object.entries(meta).filter(([, value]) => override.note === undefined || !Array.isArray(value))
  const metaFields = fieldsOf({}, Object.fromEntries(inFields))
  const fields = [...(own ?? fieldsOf(properties, Object.fromEntries(single))), ...metaFields]
  const isClear = Object.keys(meta).every((name) => !(name in data))
  const isCreated = override.exists === undefined ? {} : { created: true }
  const note = override.note?.({ ...data, ...meta }) ?? (meta['auditId'] === null ? 'No change.' : undefined)
  return {
    json: { ...data, ...(isClear ? meta : { meta }), ...isCreated },
    human: override.human?.({ ...data, ...meta }) ?? {
      fields,
      ...(table && listed && listed.length > 0 ? { table: tableOf(table.properties, listed, override.columns) } : {}),
      note,
    },
  }
}

export const toExistingAnswer = (body: Values): Answer => ({
  json: { ...body, created: false },
  human: { fields: fieldsOf({}, body), note: 'It exists already, and was not changed.' },
})

export function toDoneAnswer({ method }: DerivedVerb, path: Values): Answer {
  const [word, note] = method === 'delete' ? ['deleted', 'Deleted.'] : ['done', 'Done.']
  return { json: { ...path, [word]: true }, human: { fields: fieldsOf({}, path), note } }
}

/** The last fixed segment of the path that is not what a request does, such as `blacklistEntries`. */
function collectionOf({ path, verb, method }: DerivedVerb): string {
  const isNamed = (one: string): boolean => one !== '' && !one.startsWith('{') && (method === 'get' || one !== verb)
  const segment = path.split('/').findLast(isNamed) ?? 'data'
  return segment.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function tableOf(
  properties: ReplyShape['properties'],
  rows: readonly Values[],
  columns: readonly Column[] = Object.keys(properties),
): NonNullable<NamedHuman['table']> {
  const own = columns.length > 0 ? columns : Object.keys(rows[0] ?? {})
  return {
    columns: own.map((column) => headingOf(column).toUpperCase()),
    rows: rows.map((row) => own.map((column) => columnCell(properties, row, column))),
  }
}

const columnFields = (properties: ReplyShape['properties'], data: Values, columns: readonly Column[]) =>
  columns.map((column) => [headingOf(column), columnCell(properties, data, column)] as const)

const headingOf = (column: Column): string => (typeof column === 'string' ? labelOf(column) : column[0])

const columnCell = (properties: ReplyShape['properties'], row: Values, column: Column): NamedCell =>
  typeof column === 'string' ? cellOf(properties, row, column) : textOf(column[1](row))

function fieldsOf(properties: ReplyShape['properties'], values: Values): Field<NamedCell>[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isLarge = isObject(value) && !('name' in value) && Object.keys(value).length > MOST_INLINE
    return isLarge ? fieldsOf({}, value) : [[labelOf(name), cellOf(properties, values, name)] as const]
  })
}

const MOST_INLINE = 4

const labels: Readonly<Record<string, string>> = {
  uniqueId: 'unique id',
  rankId: 'rank id',
  rankUniqueId: 'rank',
  roleUniqueId: 'role',
  auditId: 'audit entry',
  actor: 'by',
}

/** `createdAt`: created; `eventTypeId`: event type. */
const labelOf = (name: string): string => labels[name] ?? wordsOf(name.replace(/(?<=.)(Id|At)$/, '')).join(' ')

function cellOf(properties: ReplyShape['properties'], row: Values, name: string): NamedCell {
  const value = row[name]
  if (value === undefined || value === null) return null
  const isAccount = properties[name]?.['x-account-id'] !== undefined
  // a record with its username needs no look-up
  if (isAccount && !('username' in row)) return account(value as string)
  return isActor(value) ? actor(value.kind, value.id) : textOf(value)
}

const isActor = (value: unknown): value is Actor =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  ['key', 'operator', 'job', 'person'].includes(value['kind'] as string)

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map((one) => String(textOf(one))).join(', ') || null
  if (!isObject(value)) return value as string | number | boolean
  const { name } = value
  if (typeof name === 'string') return name
  const parts = Object.entries(value).filter(([, inner]) => inner !== null)
  return parts.map(([key, inner]) => `${labelOf(key)}: ${String(textOf(inner))}`).join(', ') || null
}
