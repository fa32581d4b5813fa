// Reads and parses request bodies.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express from 'express'
import type { Operation } from 'openapi-backend'
import { escapePointer } from '../contract/issues'
import { DomainError, invalid } from '../base/errors'
import { findExcess } from './json-values'

type Parser = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

export interface BodyLimits {
  /** Bytes after decompression. */
  readonly maxBodyBytes: number
  /** JSON values, counted as in json-values.ts. */
  readonly maxBodyValues: number
}

const parsers = new Map<BodyLimits, Parser>()

const MAX_DEPTH = 32
const MAX_PATH = 900

/**
 * Undefined when empty. Limits are checked before parsing.
 * @throws DomainError `validation_failed`, keyword `maxBytes`, `maxValues`, `maxDepth`, `parse`, `format` or
 * `contentType`
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  operation: Operation,
  limits: BodyLimits,
): Promise<unknown> {
  assertNotTooLarge(request, response, limits.maxBodyBytes)
  if (operation.requestBody && !isJson(request.headers['content-type'])) {
    throw invalid('/body', 'contentType', 'must be sent with Content-Type: application/json')
  }
  assertUtf8(request.headers['content-type'])
  const encodings = 'uncompressed, or with gzip, deflate or br'
  const reading = { parser: parserFor(limits), maxBytes: limits.maxBodyBytes, encodings }
  const body: unknown = await parse(request, response, reading)
  assertWellFormed(body)
  if (operation.requestBody) return body
  // some clients cannot send a POST without a body
  if (body === undefined || body === null || isEmptyObject(body)) return undefined
  throw invalid('/body', 'additionalProperties', 'must be empty: this operation takes no body')
}

/**
 * The signature covers the bytes as sent, so compression is refused.
 * @throws DomainError `validation_failed`, keyword `maxBytes`, `parse` or `contentType`
 */
export async function readRawBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Buffer> {
  assertNotTooLarge(request, response, maxBytes)
  const parser = express.raw({ limit: maxBytes, inflate: false, type: () => true }) as Parser
  const encodings = 'uncompressed, because the signature covers the bytes as sent'
  const bytes = await parse(request, response, { parser, maxBytes, encodings })
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
}

/** @throws DomainError `validation_failed`, keyword `parse`, `format`, `maxValues` or `maxDepth` */
export function parseJson(bytes: Buffer, maxValues: number): unknown {
  if (bytes.length === 0) return undefined
  assertParsable(bytes, maxValues)
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalid('/body', 'parse', 'must be well-formed JSON')
  }
  assertWellFormed(body)
  return body
}

function assertParsable(bytes: Buffer, maxValues: number): void {
  if (!isUtf8(bytes)) throw invalid('/body', 'parse', 'must be UTF-8')
  const excess = findExcess(bytes, maxValues)
  if (excess === 'values') throw invalid('/body', 'maxValues', `must not have more than ${maxValues} JSON values`)
  if (excess === 'digits') throw invalid('/body', 'parse', 'must not have a number of more than 1,024 characters')
}

function assertNotTooLarge(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= maxBytes) return
  // the rest is not read, so the connection cannot be reused
  response.setHeader('Connection', 'close')
  throw tooLarge(maxBytes)
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '')
}

/** The parser also reads UTF-16, which RFC 8259 (8.1) forbids. */
function assertUtf8(contentType: string | undefined): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '') ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw invalid('/body', 'contentType', 'must be sent in UTF-8')
}

interface Reading {
  readonly parser: Parser
  readonly maxBytes: number
  readonly encodings: string
}

function parse(request: IncomingMessage, response: ServerResponse, reading: Reading): Promise<unknown> {
  return new Promise((resolve, reject) => {
    reading.parser(request, response, (error) => {
      if (error) reject(toDomainError(error as BodyError, reading))
      else resolve((request as IncomingMessage & { body?: unknown }).body)
    })
  })
}

function parserFor(limits: BodyLimits): Parser {
  const known = parsers.get(limits)
  if (known) return known
  const parser = express.json({
    limit: limits.maxBodyBytes,
    // the validator has a better message for null and numbers
    strict: false,
    type: () => true,
    verify: (_request, _response, bytes) => assertParsable(bytes, limits.maxBodyValues),
  }) as Parser
  parsers.set(limits, parser)
  return parser
}

interface BodyError extends Error {
  readonly type?: string
  readonly status?: number
}

function toDomainError(error: BodyError, { maxBytes, encodings }: Omit<Reading, 'parser'>): Error {
  if (error instanceof DomainError) return error
  switch (error.type ?? 'none') {
    case 'entity.too.large':
      return tooLarge(maxBytes)
    case 'entity.parse.failed':
      return invalid('/body', 'parse', 'must be well-formed JSON')
    case 'charset.unsupported':
      return invalid('/body', 'contentType', 'must be sent in UTF-8')
    case 'encoding.unsupported':
      return invalid('/body', 'contentType', `must be sent ${encodings}`)
  }
  // broken gzip, wrong Content-Length, or closed early
  return error.status === 400 ? invalid('/body', 'parse', 'cannot be read to its end') : error
}

function tooLarge(maxBytes: number): DomainError {
  return invalid('/body', 'maxBytes', `must not be larger than ${maxBytes} bytes`)
}

/** PostgreSQL cannot store lone surrogates. */
function assertWellFormed(body: unknown): void {
  const fault = faultOf(body, 0)
  if (fault) throw invalid(`/body${fault.path}`.slice(0, MAX_PATH), fault.keyword, fault.message)
}

interface Fault {
  readonly path: string
  readonly keyword: string
  readonly message: string
}

function faultOf(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : faultOfText('must be well-formed Unicode text')
  if (value === null || typeof value !== 'object') return null
  if (depth === MAX_DEPTH)
    return { path: '', keyword: 'maxDepth', message: `must not be nested deeper than ${MAX_DEPTH}` }
  for (const [name, inner] of Object.entries(value)) {
    if (!name.isWellFormed()) return faultOfText('must have well-formed Unicode property names')
    const fault = faultOf(inner, depth + 1)
    if (fault) return { ...fault, path: `/${escapePointer(name.slice(0, MAX_PATH))}${fault.path}` }
  }
  return null
}

const faultOfText = (message: string): Fault => ({ path: '', keyword: 'format', message })

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
