// Flags from the parameters and the body of an operation.
import type { Option } from 'commander'
import type { Document } from 'openapi-backend'
import { duration, idWith, list, listOf, member, onOff, oneOf, time, wholeNumber } from '../arguments'
import { optional, required } from '../options'
import type { DerivedVerb } from './names'
import type { OwnFlag } from './override'
import { bodyOf, firstSentence, kebab, resolve, wordsOf, type Parameter, type Schema } from './schema'

export type Location = 'path' | 'query' | 'body'

export interface DerivedFlag {
  /** Of the contract; `autoRank/experience` in an object. */
  readonly name: string
  readonly location: Location
  readonly isRequired: boolean
  readonly kind: Kind
  readonly option: Option
  /** As on the command line. */
  readonly example: string | null
  /** What a text must be, where the contract has only a pattern for it. */
  readonly form: string | null
  /** What a flag sets that is not in the contract. */
  readonly sets?: OwnFlag['sets']
}

type Values = Readonly<Record<string, unknown>>

type Kind =
  | 'account'
  | 'id'
  | 'rank'
  | 'password'
  | 'duration'
  | 'time'
  | 'switch'
  | 'on-off'
  | 'words'
  | 'list'
  | 'json'
  | 'number'
  | 'text'

interface Field {
  readonly name: string
  readonly location: Location
  readonly isRequired: boolean
  readonly schema: Schema
  readonly description: string
  readonly example: unknown
}

const reserved = new Set(['version', 'help', 'json', 'csv', 'as', 'yes', 'community', 'all', 'limit', 'cursor'])

export function flagsOf(document: Document, verb: DerivedVerb): DerivedFlag[] {
  const taken = new Set<string>()
  const fields = fieldsOf(document, verb)
  const isOwn = ({ name }: Field): boolean => name !== 'by' && !(isPaged(document, verb) && isOfPages(name))
  const replaced = (verb.override.own ?? []).flatMap(({ names }) => names)
  const derived = fields
    .filter((field) => isOwn(field) && isShown(field, verb) && !replaced.includes(keyOf(field)))
    .map((field) => {
      const named = verb.override.flags?.[keyOf(field)] ?? shortOf(field.name)
      const free = [named, kebab(field.name), `${verb.noun}-${kebab(field.name)}`]
      const flag = free.find((one) => !taken.has(one) && !isTaken(one, document, verb)) ?? field.name
      taken.add(flag)
      return toFlag(document, verb, field, flag)
    })
  const own = (verb.override.own ?? []).flatMap((flag): DerivedFlag[] => {
    const field = fields.find((one) => keyOf(one) === flag.names[0])
    return field ? [toOwnFlag(document, field, flag)] : []
  })
  return [...derived, ...own]
}

function toOwnFlag(document: Document, field: Field, { option, sets, example: own }: OwnFlag): DerivedFlag {
  const { name, location } = field
  const flag = option.long?.replace('--', '') ?? ''
  const kind = kindOf(document, field)
  const example = exampleOf(kind, flag, own ?? field.example)
  return { name, location, isRequired: option.mandatory, kind, option, example, form: formOf(field), sets }
}

const keyOf = ({ location, name }: Field): string => `${location}/${name}`

const isShown = (field: Field, { override: { only, without = [] } }: DerivedVerb): boolean =>
  field.location === 'path' || (!without.includes(keyOf(field)) && (!only || only.includes(keyOf(field))))

function isTaken(flag: string, document: Document, verb: DerivedVerb): boolean {
  return reserved.has(flag) && (isPaged(document, verb) || !isOfPages(flag))
}

const isOfPages = (name: string): boolean => name === 'limit' || name === 'cursor'

export const parametersOf = (document: Document, { operation }: DerivedVerb): Parameter[] =>
  (operation.parameters ?? []).map((parameter) => resolve(document, parameter))

export const isPaged = (document: Document, verb: DerivedVerb): boolean =>
  parametersOf(document, verb).some(({ name }) => name === 'cursor')

/** A name that is both in the query and in the body is in the query alone. */
function fieldsOf(document: Document, verb: DerivedVerb): Field[] {
  const fields = parametersOf(document, verb).flatMap((parameter): Field[] => {
    const { name, in: location, required: isRequired = false, description = '', example } = parameter
    if (location === 'header') return []
    const schema = resolve(document, parameter.schema)
    return [{ name, location, isRequired, schema, description, example: example ?? schema.example }]
  })
  const { schema: body, example } = bodyOf(document, verb.operation)
  const inQuery = fields.filter(({ location }) => location === 'query').map(({ name }) => name)
  return [...fields, ...bodyFields(document, body, example, true).filter(({ name }) => !inQuery.includes(name))]
}

function bodyFields(document: Document, body: Schema, example: Values, isSent: boolean, prefix = ''): Field[] {
  return Object.entries(body.properties ?? {}).flatMap(([own, property]) => {
    const schema = resolve(document, property)
    const name = `${prefix}${own}`
    const isRequired = isSent && body.required?.includes(own) === true
    const shown = example[own]
    if (isFlat(document, schema)) return bodyFields(document, schema, Object(shown) as Values, isRequired, `${name}/`)
    const description = property.description ?? schema.description ?? ''
    return [{ name, location: 'body' as const, isRequired, schema, description, example: shown ?? schema.example }]
  })
}

function isFlat(document: Document, { properties }: Schema): boolean {
  if (properties === undefined) return false
  const types = Object.values(properties).map((property) => resolve(document, property).type)
  return types.every((type) => type !== undefined && type !== 'object' && type !== 'array')
}

const renamed: Readonly<Record<string, string>> = {
  durationSeconds: 'for',
  uniqueId: 'rank',
  rankUniqueId: 'rank',
  roleUniqueId: 'role',
  password: 'password-file',
  eventTypeId: 'type',
  blacklistEntryId: 'entry',
}

/** `eventTypeId`: event-type; `startsAt`: starts; `overlapSeconds`: overlap. */
const shortOf = (name: string): string => renamed[name] ?? kebab(name.replace(/(?<=.)(Id|At|Seconds|Url)$/, ''))

function toFlag(document: Document, verb: DerivedVerb, field: Field, flag: string): DerivedFlag {
  const { name, location, schema } = field
  const { only } = verb.override
  const isRequired = field.isRequired || (only?.length === 1 && only[0] === keyOf(field) && field.location === 'body')
  const kind = kindOf(document, field)
  const declare = isRequired ? required : optional
  const usage = kind === 'switch' ? `--${flag}` : `--${flag} <${placeholderOf(kind, flag, name)}>`
  const words = kind === 'words' ? (schema.enum ?? []).map(String) : []
  const listed = words.length > 0 ? `: ${words.join(', ')}` : ''
  const summary = summaryOf(field, kind, flag) + listed
  const option =
    kind === 'switch' ? declare(usage, summary) : declare(usage, summary, parserOf(kind, field, verb.method))
  const value = verb.override.values?.[keyOf(field)]
  if (value !== undefined) option.default(value)
  return {
    name,
    location,
    isRequired,
    kind,
    option,
    example: exampleOf(kind, flag, field.example),
    form: formOf(field),
  }
}

function summaryOf({ location, name, description, example }: Field, kind: Kind, flag: string): string {
  if (kind === 'switch' && name.startsWith('remove')) return `remove the ${wordsOf(name).slice(1).join(' ')}`
  const what = flag.replaceAll('-', ' ')
  const forms: { readonly [K in Kind]?: string } = {
    account: `the ${what}, by its user id or username`,
    id: `the ${what}${listHint(example)}`,
    rank: `the ${what}, by its name or unique id`,
    duration: `${what}: a duration, such as 7d`,
    time: `${what}: a time, such as 2027-01-31T18:00:00Z`,
    password: 'a file with the password; - is stdin',
  }
  const form = forms[kind]
  return form !== undefined && location !== 'query' ? form : firstSentence(description) || what
}

function kindOf(document: Document, { name, schema, example }: Field): Kind {
  if (schema['x-account-id'] !== undefined) return 'account'
  if (name === 'password') return 'password'
  if (schema.type === 'string' && prefixOf(example) !== null) return 'id'
  if (/(^u|RankU|rankU|roleU)niqueId$/.test(name)) return 'rank'
  if (schema.type === 'boolean') return /^(remove|never|any|supersede|transfer)/.test(name) ? 'switch' : 'on-off'
  if (schema.enum !== undefined) return 'words'
  if (schema.type === 'integer') return name.endsWith('Seconds') ? 'duration' : 'number'
  if (schema.format === 'date-time') return 'time'
  if (schema.type === 'object') return 'json'
  if (schema.type !== 'array') return 'text'
  return resolve(document, schema.items ?? {}).type === 'object' ? 'json' : 'list'
}

function placeholderOf(kind: Kind, flag: string, name: string): string {
  const fixed: { readonly [K in Kind]?: string } = {
    account: 'id|name',
    id: 'id',
    rank: 'rank',
    password: 'file',
    duration: 'duration',
    time: 'time',
    'on-off': 'on|off',
    list: 'a,b',
    json: 'file|json',
    number: 'n',
    words: flag,
  }
  return fixed[kind] ?? (/Id$|^id$/.test(name) ? 'id' : /url$/i.test(name) ? 'url' : 'text')
}

const text = (value: string): string => value

function parserOf(
  kind: Exclude<Kind, 'switch'>,
  { schema, example }: Field,
  method: string,
): (text: string) => unknown {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  const parsers: { readonly [K in Exclude<Kind, 'switch'>]: (text: string) => unknown } = {
    account: member(method === 'get' ? 'read' : 'write'),
    id: idWith(prefixOf(example) ?? ''),
    rank: text,
    password: text,
    duration: duration(1),
    time,
    'on-off': onOff,
    words: oneOf((schema.enum ?? []).map(String)),
    list,
    json: text,
    number: wholeNumber(minimum, maximum),
    text,
  }
  return parsers[kind]
}

/** `evt_k3v5…`: evt. */
const prefixOf = (example: unknown): string | null =>
  (typeof example === 'string' && /^([a-z]{2,3})_[a-z2-7]{20}$/.exec(example)?.[1]) || null

function listHint(example: unknown): string {
  const list = listOf(prefixOf(example) ?? '')
  return list === null ? '' : `; see ${list}`
}

function formOf({ schema, example }: Field): string | null {
  const { minLength = 0, maxLength } = schema
  if (maxLength === undefined || typeof example !== 'string') return null
  return `must be ${minLength} to ${maxLength} characters, such as ${example}`
}

/** In the largest unit that divides it. */
function toDuration(seconds: number): string {
  const units = Object.entries({ d: 86_400, h: 3_600, m: 60, s: 1 })
  const [unit = 's', size = 1] = units.find(([, one]) => seconds % one === 0) ?? []
  return `${seconds / size}${unit}`
}

function exampleOf(kind: Kind, flag: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (kind === 'switch') return value === true ? `--${flag}` : null
  if (kind === 'json') return `--${flag} ${flag}.json`
  if (kind === 'password') return `--${flag} password`
  if (kind === 'on-off') return `--${flag} ${value === true || value === 'true' ? 'on' : 'off'}`
  if (kind === 'duration') return `--${flag} ${toDuration(value as number)}`
  const shown = [value as string | string[]].flat().join(',')
  return `--${flag} ${/^[\w.,:/@-]+$/.test(shown) ? shown : JSON.stringify(shown)}`
}
