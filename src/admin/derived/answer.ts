// The reply of an operation as tables and fields.
import type { Document } from 'openapi-backend'
import { scopes } from '../../../generated/operations'
import type { Actor } from '../../context'
import { account, actor } from '../names'
import { nextPage, type Answer, type Field, type NamedCell, type NamedHuman } from '../output'
import type { DerivedVerb } from './names'
import { sentenceOf } from '../sentences'
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
    Object.entries(resolve(document, schema).properties ?? {}).map(([name, one]) => [name, withItems(document, one)]),
  )

function withItems(document: Document, schema: Schema): Schema {
  const found = resolve(document, schema)
  return found.items === undefined ? found : { ...found, items: resolve(document, found.items) }
}

export function toListAnswer(
  verb: DerivedVerb,
  { properties }: ReplyShape,
  rows: readonly Values[],
  meta: Values,
): Answer {
  const { nextCursor } = meta
  const shown = Object.entries(meta).filter(([name]) => !ofPages.has(name))
  const table = tableOf(properties, rows)
  const json = { [collectionOf(verb)]: rows, ...meta }
  const next = nextPage('cursor', typeof nextCursor === 'string' ? nextCursor : null)
  const none = `There are no ${wordsOf(collectionOf(verb)).join(' ')}.`
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
  const inMeta = Object.entries(meta).find(([, value]) => isRows(value))?.[0]
  const listed = table === null ? inMeta : table.name
  const rows = { ...meta, ...data }[listed ?? '']
  const below = listed !== undefined && isRows(rows) ? { [listed]: 'below' } : {}
  const ofData = fieldsOf(properties, Object.fromEntries(Object.entries(data).filter(([name]) => !(name in below))))
  const ofMeta = fieldsOf({}, table === null ? { ...meta, ...below } : meta)
  const isClear = Object.keys(meta).every((name) => !(name in data))
  const isCreated = override.exists === undefined ? {} : { created: true }
  const note = override.note?.({ ...data, ...meta }) ?? (meta['auditId'] === null ? 'No change.' : undefined)
  return {
    json: { ...data, ...(isClear ? meta : { meta }), ...isCreated },
    human: override.human?.({ ...data, ...meta }) ?? {
      fields: [...ofData, ...ofMeta],
      ...(isRows(rows) && { table: tableOf(table?.properties ?? {}, rows) }),
      note,
    },
  }
}

const isRows = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && !('name' in one && 'count' in one))

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

function tableOf(properties: ReplyShape['properties'], rows: readonly Values[]): NonNullable<NamedHuman['table']> {
  const known = Object.keys(properties)
  const columns = (known.length > 0 ? known : Object.keys(rows[0] ?? {}))
    .filter((name) => !isListOfRecords(properties[name]))
    .map((name, at) => ({ name, place: at === 0 ? 0 : placeOf(name, properties[name]) }))
    .toSorted((one, other) => one.place - other.place)
  return {
    columns: columns.map(({ name }) => labelOf(name).toUpperCase()),
    rows: rows.map((row) => columns.map(({ name }) => tableCell(properties, row, name))),
  }
}

/** Names and kinds first, then figures, and times; texts, other ids and what is nested last: what does not fit is below its row. */
function placeOf(name: string, schema: Schema = {}): number {
  if (name === 'userId') return 0
  if (/(^n|N|usern)ame$/.test(name)) return 1
  if (schema.enum !== undefined || ['action', 'type', 'kind'].includes(name)) return 2
  if (['boolean', 'integer', 'number'].includes(schema.type ?? '')) return 3
  return schema.format === 'date-time' ? 4 : 5
}

/** A record shows it; in a row it would hide the others. */
const isListOfRecords = (schema: Schema = {}): boolean =>
  schema.items?.properties !== undefined && schema.items.properties['name'] === undefined

/** A URL may contain a secret. */
function tableCell(properties: ReplyShape['properties'], row: Values, name: string): NamedCell {
  const value = row[name]
  const isUrl = /(^u|U)rl$/.test(name) && typeof value === 'string' && URL.canParse(value)
  return isUrl ? new URL(value).host : cellOf(properties, row, name)
}

function fieldsOf(properties: ReplyShape['properties'], values: Values): Field<NamedCell>[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isLarge = isObject(value) && !('name' in value) && Object.keys(value).length > MOST_INLINE
    return isLarge ? fieldsOf({}, value) : [[labelOf(name), cellOf(properties, values, name)] as const]
  })
}

const MOST_INLINE = 4
const allScopes = Object.keys(scopes)

const labels: Readonly<Record<string, string>> = {
  uniqueId: 'unique id',
  rankId: 'rank id',
  keyId: 'key id',
  auditId: 'audit entry',
  actor: 'by',
}

/** `createdAt`: created; `eventTypeId`: event type; `roleUniqueId`: role. */
const labelOf = (name: string): string => labels[name] ?? wordsOf(name.replace(/(?<=.)(UniqueId|Id|At)$/, '')).join(' ')

function cellOf(properties: ReplyShape['properties'], row: Values, name: string): NamedCell {
  const value = row[name]
  if (value === undefined || value === null) return null
  const isAccount = properties[name]?.['x-account-id'] !== undefined
  // a record with its username needs no look-up
  if (isAccount && !('username' in row)) return account(value as string)
  if (name === 'scopes' && allScopes.every((scope) => (value as readonly string[]).includes(scope))) return 'all'
  const isFree = properties[name]?.type === 'object' && properties[name].properties === undefined
  if (isFree && isObject(value)) return partsOf(value)
  const isCode = name === 'waitingFor' || name === 'code' || (name === 'reason' && properties[name]?.enum !== undefined)
  if (isCode) return sentenceOf(value as string)
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
  const { name, count } = value
  if (typeof name === 'string') return typeof count === 'number' && count > 1 ? `${name} (${count})` : name
  const { kind, ...others } = value
  if (typeof kind === 'string' && Object.values(others).every((other) => other === null)) return kind
  return partsOf(value)
}

function partsOf(value: Values): string | null {
  const parts = Object.entries(value).filter(([, inner]) => inner !== null)
  return parts.map(([key, inner]) => `${labelOf(key)}: ${String(textOf(inner))}`).join(', ') || null
}
