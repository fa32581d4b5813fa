// Loads the contract as generated.
import fs from 'node:fs'
import path from 'node:path'
import type { Document } from 'openapi-backend'
import { projectRoot } from '../base/project-root'
import type { ContractTexts } from './subset'

const read = (name: string): string => fs.readFileSync(path.join(projectRoot, name), 'utf8')

export function loadContract(): Document {
  return JSON.parse(read('generated/contract.json')) as Document
}

export function readContractTexts(): ContractTexts {
  return { yaml: read('openapi.yaml'), json: read('generated/contract.json') }
}

interface UnionSchema {
  readonly $ref?: string
  type?: string
  readonly oneOf?: readonly UnionSchema[]
  readonly discriminator?: { readonly propertyName: string; mapping?: unknown }
  readonly properties?: Record<string, UnionSchema>
}

/**
 * In place, for Ajv's `discriminator`: unions get the type `object` and lose `mapping`, and each alternative has the schema
 * of the tag instead of a reference to it.
 */
export function withTaggedUnions(document: Document): Document {
  const schemas = (document.components?.schemas ?? {}) as Record<string, UnionSchema>
  const resolve = (schema: UnionSchema = {}): UnionSchema => schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  for (const schema of Object.values(schemas)) {
    const { discriminator, oneOf = [] } = schema
    if (!discriminator) continue
    schema.type = 'object'
    delete discriminator.mapping
    const { propertyName: tag } = discriminator
    for (const { properties = {} } of oneOf.map(resolve)) properties[tag] = resolve(properties[tag])
  }
  return document
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** With `additionalProperties: false`, since this server sends no other properties, and without examples. */
export function closedForReplies(document: Document): Document {
  return close(document as unknown as Json) as unknown as Document
}

function close(node: Json): Json {
  if (Array.isArray(node)) return node.map(close)
  if (node === null || typeof node !== 'object') return node
  const closed: Record<string, Json> = {}
  for (const [name, value] of Object.entries(node))
    if (name !== 'examples' || !('schema' in node)) closed[name] = close(value)
  const isObjectSchema = closed['type'] === 'object' && typeof closed['properties'] === 'object'
  if (isObjectSchema) closed['additionalProperties'] ??= false
  return closed
}
