// A request of the contract's examples in four languages.
import { bodyOf, parametersOf, type Contract, type FoundOperation } from '../../contract-rules/document'

export interface SampleRequest {
  readonly method: string
  /** With the query, percent-encoded. */
  readonly path: string
  /** Headers beside the credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly operationId: string
  /** Its required parameters, for the packages, which make an `Idempotency-Key` themselves. */
  readonly parts: {
    readonly path?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
  }
}

export interface Sample {
  /** The language of the code block in Markdown. */
  readonly language: string
  readonly title: string
  readonly text: string
}

/** The request with the first example of each required part. */
export function sampleRequest(contract: Contract, operation: FoundOperation): SampleRequest {
  const required = parametersOf(contract, operation)
    .map(({ node }) => node as typeof node & { readonly required?: boolean })
    .filter((parameter) => parameter.required)
    .map(({ name, in: place, example, schema }) => ({ name, place, raw: example ?? schema.example }))
    .map((one) => ({ ...one, value: String(one.raw) }))
  const path = required
    .filter(({ place }) => place === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)), operation.path)
  const query = new URLSearchParams(
    required.filter(({ place }) => place === 'query').map(({ name, value }): [string, string] => [name, value]),
  )
  const headers = required.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value])
  const media = bodyOf(operation)[0]?.node
  const body = media && Object.values(media.examples ?? {})[0]?.value
  const partOf = (kind: string) => {
    const own = required.filter(({ place }) => place === kind).map(({ name, raw }) => [name, raw])
    return own.length > 0 ? (Object.fromEntries(own) as Record<string, unknown>) : undefined
  }
  const parts = { path: partOf('path'), query: partOf('query') }
  return {
    operationId: operation.id,
    parts: Object.fromEntries(Object.entries(parts).filter(([, part]) => part)),
    method: operation.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    headers: Object.fromEntries([
      ...headers,
      ...(body === undefined ? [] : [['Content-Type', 'application/json']]),
    ]) as Record<string, string>,
    body,
  }
}

export const samplesOf = (request: SampleRequest): Sample[] => [
  { language: 'sh', title: 'curl', text: curl(request) },
  { language: 'ts', title: 'TypeScript', text: typescript(request) },
  { language: 'python', title: 'Python', text: python(request) },
  { language: 'lua', title: 'Luau', text: luau(request) },
]

function curl({ method, path, headers, body }: SampleRequest): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${path}"`,
    '-H "Authorization: Bearer $KEY"',
    '-H "X-Community-Id: $COMMUNITY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

function typescript({ operationId, parts, body }: SampleRequest): string {
  const input = { ...parts, ...(body === undefined ? {} : { body }) }
  const text = JSON.stringify(input, null, 2).replace(/^(\s+)"([A-Za-z_]\w*)":/gm, '$1$2:')
  return [
    "import { createClient } from 'community-management-client'",
    '',
    "const { BASE = '', KEY = '', COMMUNITY = '' } = process.env",
    'const client = createClient({ baseUrl: BASE, key: KEY, communityId: COMMUNITY })',
    '',
    `const answer = await client.${operationId}(${text === '{}' ? '' : text})`,
    'console.log(answer)',
  ].join('\n')
}

function python({ operationId, parts, body }: SampleRequest): string {
  const values = [
    ...Object.values(parts.path ?? {}).map((value) => pythonValue(value)),
    ...(body === undefined ? [] : [indented(pythonValue(body), '    ')]),
    ...Object.entries(parts.query ?? {}).map(([name, value]) => `${snake(name)}=${pythonValue(value)}`),
  ]
  const line = values.join(', ')
  const input = line.includes('\n') ? `\n    ${values.join(',\n    ')},\n` : line
  return [
    'import os',
    'from community_management import Client',
    '',
    'client = Client(os.environ["BASE"], key=os.environ["KEY"], community_id=os.environ["COMMUNITY"])',
    '',
    `answer = client.${snake(operationId)}(${input})`,
    'print(answer)',
  ].join('\n')
}

/** The name in the package for Python. */
const snake = (name: string): string =>
  name
    .replaceAll('-', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()

function luau({ method, path, headers, body }: SampleRequest): string {
  const own = Object.entries(headers).filter(([name]) => name !== 'Content-Type')
  return [
    'local answer, failure = community:request({',
    `\tmethod = "${method}",`,
    `\tpath = ${JSON.stringify(path)},`,
    ...(own.length === 0 ? [] : [`\theaders = ${luauValue(Object.fromEntries(own), '\t')},`]),
    ...(body === undefined ? [] : [`\tbody = ${luauValue(withoutNull(body), '\t')},`]),
    '})',
    'print(if answer then answer.status else failure.message)',
  ].join('\n')
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** A literal of Python, which differs from JSON in three words only. */
const pythonValue = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (all, text?: string, word?: string) =>
      text === undefined ? ({ true: 'True', false: 'False', null: 'None' }[word ?? ''] ?? all) : text,
  )

/** Luau has no null in a table, and an empty table is sent as an array. */
export function withoutNull(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const kept = Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, withoutNull(one)])
    .filter(([, one]) => one !== null && !(typeof one === 'object' && Object.keys(one).length === 0))
  return Object.fromEntries(kept)
}

function luauValue(value: unknown, indent: string): string {
  if (value === null || typeof value !== 'object') return luauScalar(value)
  const inner = `${indent}\t`
  const entries = Array.isArray(value)
    ? value.map((one) => luauValue(one, inner))
    : Object.entries(value).map(([name, one]) => `${luauKey(name)} = ${luauValue(one, inner)}`)
  if (entries.length === 0) return '{}'
  const line = `{ ${entries.join(', ')} }`
  return line.length < 80 && !line.includes('\n') ? line : `{\n${inner}${entries.join(`,\n${inner}`)},\n${indent}}`
}

const luauKey = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `[${JSON.stringify(name)}]`)

/** A code point of more than 16 bits needs no escape in a source of UTF-8. */
const luauScalar = (value: unknown): string => JSON.stringify(value)
