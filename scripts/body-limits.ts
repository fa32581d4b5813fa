// Limits of request bodies from their schemas: the bytes and JSON values of the largest valid body.

/** The supported part of OpenAPI 3.0 schemas. */
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

/** The size of the largest valid document; Infinity: the schema sets no bound. */
export interface Extent {
  /** Without whitespace, with the longest escapes. */
  readonly bytes: number
  /** Objects, arrays, strings, numbers, booleans, nulls. */
  readonly values: number
}

/** `\ud83d\ude00`: a character outside the BMP, as a client writes it that escapes everything beyond ASCII. */
const ESCAPED_BYTES = 12
/** The longest number: `-9007199254740991`, a fraction or an exponent. */
const NUMBER_BYTES = 24
/** Length of the names of free properties, which are ids. */
const FREE_NAME_BYTES = 64
/** A pattern with one of these allows characters beyond ASCII. */
const BEYOND_ASCII = /\[\^|\.(?![*+?{]?\))|\\[SWDpP]/
/** Whitespace around a value of an indented document. */
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

/** Brackets around the parts, and commas between so many members. */
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
  /** Bytes after decompression. */
  readonly maxBodyBytes: number
  /** JSON values; names of properties are not counted. */
  readonly maxBodyValues: number
}

/** Bytes. The largest form, escaped, needs it. Parsing blocks the event loop: 4 MiB take some 20 ms. */
const LARGEST_BODY = 4 * 1024 * 1024
/** Above the valid body, so that so many wrong or unknown values are still reported individually. */
const SPARE_VALUES = 100

/**
 * The bytes of the largest document with indentation, rounded up to a power of two, and twice its values.
 * @param schema undefined: the operation takes no body
 * @param smallest bytes that every body may have; the limit of a schema that sets no bound
 */
export function bodyLimitsOf(schema: BodySchema | undefined, document: object, smallest: number): BodyLimits {
  if (!schema) return { maxBodyBytes: smallest, maxBodyValues: SPARE_VALUES }
  const { bytes, values } = extentOf(schema, (ref) => lookUp(document, ref))
  if (!Number.isFinite(values)) return { maxBodyBytes: smallest, maxBodyValues: smallest / INDENT_BYTES }
  const needed = 2 ** Math.ceil(Math.log2(bytes + values * INDENT_BYTES))
  const maxBodyBytes = Math.min(LARGEST_BODY, Math.max(smallest, needed))
  return { maxBodyBytes, maxBodyValues: 2 * values + SPARE_VALUES }
}

/** @param ref such as `#/components/schemas/Member` */
function lookUp(document: object, ref: string): BodySchema {
  let node: unknown = document
  for (const step of ref.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[step]
  if (!node) throw new Error(`openapi.yaml has no ${ref}`)
  return node
}
