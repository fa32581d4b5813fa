// The parts of the contract that a command needs.
import type { Document } from 'openapi-backend'
import { loadContract } from '../../contract/document'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly example?: unknown
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly 'x-account-id'?: string
  readonly 'x-clamp'?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface Content {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, MediaType>>
}

interface MediaType {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}

let read: Document | null = null

export const contractOfServer = (): Document => (read ??= loadContract())

export function resolve<T extends { readonly $ref?: string }>(document: Document, node: T): T {
  if (node.$ref === undefined) return node
  const steps = node.$ref.replace('#/', '').split('/')
  const found = steps.reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], document)
  return resolve(document, found as T)
}

const JSON_TYPE = 'application/json'

export function bodyOf(document: Document, { requestBody }: OperationObject) {
  const media = requestBody && resolve(document, requestBody).content?.[JSON_TYPE]
  const schema = resolve(document, media?.schema ?? {})
  const [example] = Object.values(media?.examples ?? {})
  return { schema, example: (example?.value ?? {}) as Readonly<Record<string, unknown>> }
}

export function replyOf(document: Document, { responses = {} }: OperationObject) {
  const status = Object.keys(responses).find((code) => code < '300') ?? ''
  const schema = resolve(document, responses[status] ?? {}).content?.[JSON_TYPE]?.schema
  return schema === undefined ? null : (resolve(document, schema).properties ?? {})
}

/** Until the first full stop or semicolon, without Markdown. */
export function firstSentence(text: string): string {
  const [sentence = ''] = plain(text).split(/(?<=[^A-Z])[.;](?:\s|$)/)
  return lowerFirst(sentence.replaceAll(/\s+/g, ' ').trim())
}

export const plain = (markdown: string): string => markdown.replaceAll('`', '').trim()

export const lowerFirst = (text: string): string =>
  /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** `changeQuotaPoints`: change, quota, points. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ /_-]+/)

export const kebab = (name: string): string => wordsOf(name).join('-')
