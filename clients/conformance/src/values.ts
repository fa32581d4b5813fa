// Valid values, and violations of each constraint.
import { isValid, type Json, type Schema } from './contract'

export interface Violation {
  /** JSON pointer; empty: the root. */
  readonly pointer: string
  readonly keyword: string
  /** Otherwise valid. */
  readonly value: Json
}

type Fields = Readonly<Record<string, Json>>

/** The example, or minimal. */
export function sampleOf(schema: Schema): Json {
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0] ?? null
  if (schema.oneOf?.[0]) return sampleOf(schema.oneOf[0])
  switch (schema.type) {
    case 'object':
      return sampleObject(schema)
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
    case undefined:
    default:
      return sampleText(schema)
  }
}

const texts = ['x', '1', '2090-01-31T18:00:00Z', 'https://example.com/', 'member.', 'xx', '00000']

function sampleText(schema: Schema): string {
  return texts.find((text) => isValid(schema, text)) ?? 'x'.repeat(schema.minLength ?? 1)
}

function sampleObject(schema: Schema): Json {
  const { properties = {}, required = [] } = schema
  const names = new Set([...required, ...(schema['x-exactly-one-of'] ?? schema['x-at-least-one-of'] ?? []).slice(0, 1)])
  const first = Object.keys(properties)[0]
  if (names.size < (schema.minProperties ?? 0) && first !== undefined) names.add(first)
  return Object.fromEntries([...names].map((name) => [name, sampleOf(properties[name] ?? {})]))
}

/** A value of a body, with the schema that it has to match. */
export interface Place {
  /** JSON pointer; empty: the root. */
  readonly pointer: string
  readonly schema: Schema
  readonly value: Json
  readonly isRequired: boolean
  /** The body with another value here; undefined: without it. */
  readonly put: (value: Json | undefined) => Json
}

/** The root and all below, each alternative of a union with a discriminator by itself. The values that `base` lacks are samples. */
export function placesOf(schema: Schema, base: Json): Place[] {
  return [...walk({ schema, value: base, pointer: '', isRequired: false, put: (value) => value ?? null })]
}

function* walk(place: Place): Generator<Place> {
  yield place
  const { schema, value, pointer, put } = place
  if (schema.discriminator) {
    for (const one of schema.oneOf ?? []) yield* walk({ ...place, schema: one, value: sampleOf(one) })
    return
  }
  if (Array.isArray(value)) {
    if (!schema.items) return
    const item = value[0] ?? sampleOf(schema.items)
    const others = value.slice(1)
    const putItem: Place['put'] = (inner) => put(inner === undefined ? others : [inner, ...others])
    yield* walk({ schema: schema.items, value: item, pointer: `${pointer}/0`, isRequired: false, put: putItem })
    return
  }
  if (schema.type !== 'object') return
  const fields = value as Fields
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const whole = withField(schema, fields, name, fields[name] ?? sampleOf(inner))
    if (!whole) continue
    yield* walk({
      schema: inner,
      value: whole[name] ?? null,
      pointer: `${pointer}/${name}`,
      isRequired: schema.required?.includes(name) ?? false,
      put: (changed) => put(changed === undefined ? without(whole, name) : { ...whole, [name]: changed }),
    })
  }
}

/** At the root and below. */
export function violationsOf(schema: Schema, base: Json): Violation[] {
  const found = new Map<string, Violation>()
  const keep = (violation: Violation): void => {
    const known = `${violation.pointer} ${violation.keyword}`
    if (!found.has(known) && !isValid(schema, violation.value)) found.set(known, violation)
  }
  for (const { pointer, schema: own, value, isRequired, put } of placesOf(schema, base)) {
    for (const [keyword, wrong] of wrongValues(own, value)) keep({ pointer, keyword, value: put(wrong) })
    if (!isRequired) continue
    keep({ pointer, keyword: 'required', value: put(undefined) })
    keep({ pointer, keyword: 'type (null)', value: put(null) })
  }
  return [...found.values()]
}

/** With as few other fields as possible. */
function withField(schema: Schema, fields: Fields, name: string, value: Json): Fields | null {
  const whole = { ...fields, [name]: value }
  const least = { ...pick(fields, schema.required ?? []), [name]: value }
  const choices = [
    ...(name in fields ? [whole] : [least, whole]),
    { ...(sampleObject(schema) as Fields), [name]: value },
  ]
  return choices.find((choice) => isValid(schema, choice)) ?? null
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** The caller filters those that are valid. */
export function wrongValues(schema: Schema, value: Json): (readonly [string, Json])[] {
  const choice: [string, Json][] = schema.enum ? [['enum', schema.type === 'boolean' ? false : 'no-such-choice']] : []
  // null is absent if optional; `visit` tests required ones
  const common = choice
  if (schema.discriminator) return [...common, ['type', 'x']]
  if (schema.oneOf) return [...common, ['oneOf', true], ...schema.oneOf.flatMap((one) => wrongOfBranch(one, schema))]
  switch (schema.type) {
    case 'string':
      return [...common, ['type', true], ...wrongTexts(schema, typeof value === 'string' ? value : sampleText(schema))]
    case 'integer':
    case 'number':
      return [...common, ['type', 'x'], ...wrongNumbers(schema)]
    case 'boolean':
      return [...common, ['type', 'x']]
    case 'array':
      return [...common, ['type', 'x'], ...wrongArrays(schema, value)]
    case 'object':
      return [...common, ['type', 'x'], ...wrongObjects(schema, value as Fields)]
    case undefined:
    default:
      return []
  }
}

function wrongOfBranch(branch: Schema, whole: Schema): [string, Json][] {
  const wrong = wrongValues(branch, sampleOf(branch)).filter(([, value]) => value !== null && !isValid(whole, value))
  return wrong.map(([keyword, value]) => [`oneOf ${branch.type} ${keyword}`, value])
}

const oddTexts = ['!', ' ', '\u0000', 'é', 'x', '-1', 'a b']

function wrongTexts({ minLength = 0, maxLength, pattern, format }: Schema, value: string): [string, Json][] {
  const wrong: [string, Json][] = []
  if (minLength > 0) wrong.push(['minLength', value.slice(0, minLength - 1)])
  if (maxLength !== undefined) wrong.push(['maxLength', (value || 'x').repeat(maxLength + 1).slice(0, maxLength + 1)])
  // the contract's, not user input
  const odd = pattern === undefined ? undefined : oddTexts.find((text) => !new RegExp(pattern, 'u').test(text))
  if (odd !== undefined) wrong.push(['pattern', odd])
  if (format === 'date-time') wrong.push(['format', '2026-02-30T18:00:00Z'])
  return wrong
}

function wrongNumbers({ type, minimum, maximum }: Schema): [string, Json][] {
  const wrong: [string, Json][] = type === 'integer' ? [['type (fraction)', 1.5]] : []
  if (minimum !== undefined) wrong.push(['minimum', minimum - 1])
  if (maximum !== undefined) wrong.push(['maximum', maximum + 1])
  return wrong
}

function wrongArrays(schema: Schema, value: Json): [string, Json][] {
  const { items = {}, minItems = 0, maxItems } = schema
  const item = (value as Json[])[0] ?? sampleOf(items)
  const wrong: [string, Json][] = minItems > 0 ? [['minItems', (value as Json[]).slice(0, minItems - 1)]] : []
  if (maxItems !== undefined) wrong.push(['maxItems', Array.from({ length: maxItems + 1 }, () => item)])
  if (schema['x-unique-items']) wrong.push(['uniqueItems', [item, item]])
  return wrong
}

function wrongObjects(schema: Schema, fields: Fields): [string, Json][] {
  const { properties = {}, additionalProperties, minProperties = 0, maxProperties } = schema
  const wrong: [string, Json][] = []
  if (additionalProperties === false) wrong.push(['additionalProperties', { ...fields, conformanceUnknown: 1 }])
  if (minProperties > 0) wrong.push(['minProperties', {}])
  const names = maxProperties === undefined ? [] : namesBeyond(maxProperties, Object.keys(properties))
  if (names.length > 0) {
    wrong.push(['maxProperties', Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {})]))])
  }
  const [one, other] = schema['x-exactly-one-of'] ?? []
  const group = schema['x-exactly-one-of'] ?? schema['x-at-least-one-of']
  if (group)
    wrong.push([one === undefined ? 'x-at-least-one-of' : 'x-exactly-one-of (none)', without(fields, ...group)])
  if (one !== undefined && other !== undefined) {
    const both = { [one]: sampleOf(properties[one] ?? {}), [other]: sampleOf(properties[other] ?? {}) }
    wrong.push(['x-exactly-one-of (two)', { ...fields, ...both }])
  }
  return wrong
}

function namesBeyond(most: number, known: readonly string[]): string[] {
  if (known.length > most) return known.slice(0, most + 1)
  return known.length > 0 ? [] : Array.from({ length: most + 1 }, (_, index) => `name${index}`)
}
