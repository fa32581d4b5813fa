// Reads and parses a request's body, after the caller was let in: an unknown caller's body is never read, but for the one
// the platform signs, because the signature is over its bytes.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import type { Operation } from 'openapi-backend'
import { escapePointer } from '../contract/validator'
import { DomainError, invalid } from '../errors'

type Parser = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

const parsers = new Map<number, Parser>()

/** Deeper than any body of the contract, and shallow enough for any stack. */
const MAX_DEPTH = 32

/**
 * The JSON body of a request that has one; undefined when it is empty.
 * @param maxBytes after decompression; gzip, deflate and br are understood
 * @throws DomainError `validation_failed`, keyword `maxBytes`, `parse` or `contentType`
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  operation: Operation,
  maxBytes: number,
): Promise<unknown> {
  assertNotTooLarge(request, response, maxBytes)
  if (operation.requestBody && !isJson(request.headers['content-type'])) {
    throw invalid('/body', 'contentType', 'must be sent with Content-Type: application/json')
  }
  assertUtf8(request.headers['content-type'])
  const body: unknown = await parse(request, response, parserFor(maxBytes), maxBytes)
  assertWellFormed(body, '/body', 0)
  if (operation.requestBody) return emptyTablesAsObjects(body, bodySchemaOf(operation))
  // an HTTP client that cannot send a POST without a body sends an empty object
  if (body === undefined || isEmptyObject(body)) return undefined
  throw invalid('/body', 'additionalProperties', 'must be empty: this operation takes no body')
}

/**
 * The bytes of a body as they came; none are an empty buffer. A compressed body is not read: the signature would not be
 * over what it holds.
 * @throws DomainError `validation_failed`, keyword `maxBytes`, `parse` or `contentType`
 */
export async function readBytes(request: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0)
  assertNotTooLarge(request, response, maxBytes)
  const parser = express.raw({ limit: maxBytes, inflate: false, type: () => true }) as Parser
  const bytes = await parse(request, response, parser, maxBytes)
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
}

/**
 * The JSON in bytes that were read already; undefined where there are none.
 * @throws DomainError `validation_failed`, keyword `parse`, `format` or `maxDepth`
 */
export function parseBytes(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw invalid('/body', 'parse', 'must be UTF-8')
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalid('/body', 'parse', 'must be well-formed JSON')
  }
  assertWellFormed(body, '/body', 0)
  return body
}

function assertNotTooLarge(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return
  // not read to its end: the connection cannot be used again
  response.setHeader('Connection', 'close')
  throw tooLarge(maxBytes)
}

/** Whether the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '')
}

/** JSON between systems is UTF-8 (RFC 8259, 8.1); the parser would also read UTF-16 and UTF-32. */
function assertUtf8(contentType: string | undefined): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw invalid('/body', 'contentType', 'must be sent in UTF-8')
}

function parse(request: IncomingMessage, response: ServerResponse, parser: Parser, maxBytes: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parser(request, response, (error) => {
      if (error) reject(toDomainError(error as BodyError, maxBytes))
      else resolve((request as IncomingMessage & { body?: unknown }).body)
    })
  })
}

function parserFor(maxBytes: number): Parser {
  const known = parsers.get(maxBytes)
  if (known) return known
  const parser = express.json({
    limit: maxBytes,
    // null and numbers are JSON: the contract refuses them, with a better message
    strict: false,
    type: () => true,
    verify: (_request, _response, bytes) => {
      if (!isUtf8(bytes)) throw invalid('/body', 'parse', 'must be UTF-8')
    },
  }) as Parser
  parsers.set(maxBytes, parser)
  return parser
}

interface BodyError extends Error {
  readonly type?: string
  readonly status?: number
}

function toDomainError(error: BodyError, maxBytes: number): Error {
  if (error instanceof DomainError) return error
  switch (error.type ?? 'none') {
    case 'entity.too.large':
      return tooLarge(maxBytes)
    case 'entity.parse.failed':
      return invalid('/body', 'parse', 'must be well-formed JSON')
    case 'charset.unsupported':
      return invalid('/body', 'contentType', 'must be sent in UTF-8')
    case 'encoding.unsupported':
      return invalid('/body', 'contentType', 'must be sent as it is, or with gzip, deflate or br')
  }
  // a broken gzip stream, a length that does not fit, a connection that ended in the middle
  return error.status === 400 ? invalid('/body', 'parse', 'cannot be read to its end') : error
}

function tooLarge(maxBytes: number): DomainError {
  return invalid('/body', 'maxBytes', `must not be larger than ${maxBytes} bytes`)
}

interface BodySchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, BodySchema>>
}

function bodySchemaOf({ requestBody }: Operation): BodySchema {
  const content = (requestBody as { content?: Record<string, { schema?: BodySchema }> }).content
  return content?.['application/json']?.schema ?? {}
}

/** Luau's JSONEncode writes an empty table as `[]`: where the contract asks for an object, that is what it meant. */
function emptyTablesAsObjects(value: unknown, schema: BodySchema): unknown {
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.length === 0 ? {} : value
  const properties = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(properties, name)) properties[name] = emptyTablesAsObjects(properties[name], inner)
  }
  return value
}

/** PostgreSQL holds no half of a surrogate pair. */
function assertWellFormed(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw invalid(path, 'format', 'must be well-formed Unicode text')
  }
  if (value === null || typeof value !== 'object') return
  if (depth === MAX_DEPTH) throw invalid(path, 'maxDepth', `must not be nested deeper than ${MAX_DEPTH}`)
  for (const [name, inner] of Object.entries(value)) {
    if (!name.isWellFormed()) throw invalid(path, 'format', 'must have well-formed Unicode property names')
    assertWellFormed(inner, `${path}/${escapePointer(name)}`.slice(0, 900), depth + 1)
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
