// Body limits from schemas: bytes and values of the largest valid body.

/** As far as supported. */
export interface BodySchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly maxLength?: number
  readonly pattern?: string
  readonly maxItems?: number
  readonly items?: BodySchema
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly additionalProperties?: boolean | BodySchema
  readonly maxProperties?: number
  readonly oneOf?: readonly BodySchema[]
}

/** Infinity: unbounded. */
export interface Extent {
  /** Without whitespace, with the longest escapes. */
  readonly bytes: number
  /** Objects, arrays, strings, numbers, booleans, nulls. */
  readonly values: number
}

/** `\ud83d\ude00`. */
const ESCAPED_BYTES = 12
/** `-9007199254740991`, fraction or exponent. */
const NUMBER_BYTES = 24
/** Free names are ids. */
const FREE_NAME_BYTES = 64
/** Allows non-ASCII characters. */
const BEYOND_ASCII = /\[\^|\.(?![*+?{]?\))|\\[SWDpP]/
/** Per indented value. */
const INDENT_BYTES = 16

/** @param resolve looks up a `$ref` */
export function extentOf(schema: BodySchema, resolve: (ref: string) => BodySchema): Extent {
  const of = (inner: BodySchema): Extent => extentOf(inner, resolve)
  if (schema.$ref !== undefined) return of(resolve(schema.$ref))
  if (schema.oneOf) return largest(schema.oneOf.map(of))
  if (schema.enum) return { bytes: Math.max(...schema.enum.map((one) => JSON.stringify(one).length)), values: 1 }
  switch (schema.type ?? 'any') {
    case 'string':
      return { bytes: 2 + (schema.maxLength ?? Infinity) * characterBytes(schema.pattern), values: 1 }
    case 'integer':
    case 'number':
    case 'boolean':
      return { bytes: NUMBER_BYTES, values: 1 }
    case 'array':
      return container([times(of(schema.items ?? {}), schema.maxItems ?? Infinity)], schema.maxItems ?? Infinity)
    case 'object':
      return objectExtent(schema, of)
    default:
      return { bytes: Infinity, values: Infinity }
  }
}

function objectExtent(schema: BodySchema, of: (inner: BodySchema) => Extent): Extent {
  const named = Object.entries(schema.properties ?? {}).map(([name, inner]) => withName(of(inner), name.length))
  const { additionalProperties: free = true } = schema
  if (free === false) return container(named, named.length)
  const most = schema.maxProperties ?? Infinity
  return container([...named, times(withName(of(free === true ? {} : free), FREE_NAME_BYTES), most)], most)
}

const withName = ({ bytes, values }: Extent, length: number): Extent => ({ bytes: bytes + length + 3, values })

const times = ({ bytes, values }: Extent, count: number): Extent => ({ bytes: bytes * count, values: values * count })

/** Brackets and commas. */
function container(parts: readonly Extent[], members: number): Extent {
  const sum = (of: keyof Extent): number => parts.reduce((total, part) => total + part[of], 0)
  return { bytes: 2 + sum('bytes') + members, values: 1 + sum('values') }
}

function largest(extents: readonly Extent[]): Extent {
  const most = (of: keyof Extent): number => Math.max(...extents.map((extent) => extent[of]))
  return { bytes: most('bytes'), values: most('values') }
}

const characterBytes = (pattern: string | undefined): number =>
  pattern === undefined || BEYOND_ASCII.test(pattern) ? ESCAPED_BYTES : 1

export interface BodyLimits {
  /** After decompression. */
  readonly maxBodyBytes: number
  /** Without property names. */
  readonly maxBodyValues: number
}

/** Parsing blocks the event loop. */
const LARGEST_BODY = 1024 * 1024
/** So that errors are reported individually. */
const SPARE_VALUES = 100

/**
 * Bytes with indentation, rounded up to a power of two; twice the values.
 * @param schema undefined: no body
 * @param smallest bytes; the limit of an unbounded schema
 */
export function bodyLimitsOf(schema: BodySchema | undefined, document: object, smallest: number): BodyLimits {
  if (!schema) return { maxBodyBytes: smallest, maxBodyValues: SPARE_VALUES }
  const { bytes, values } = extentOf(schema, (ref) => lookUp(document, ref))
  if (!Number.isFinite(values)) return { maxBodyBytes: smallest, maxBodyValues: smallest / INDENT_BYTES }
  const needed = 2 ** Math.ceil(Math.log2(bytes + values * INDENT_BYTES))
  const maxBodyBytes = Math.min(LARGEST_BODY, Math.max(smallest, needed))
  return { maxBodyBytes, maxBodyValues: 2 * values + SPARE_VALUES }
}

/** Such as `#/components/schemas/Member`. */
function lookUp(document: object, ref: string): BodySchema {
  let node: unknown = document
  for (const step of ref.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[step]
  if (!node) throw new Error(`openapi.yaml has no ${ref}`)
  return node
}
