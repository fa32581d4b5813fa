// Requests as data, and their arbitrary.
import fc from 'fast-check'
import type { Operation, Parameter } from '../contract'
import { hostileString, mutation, mutated, hostileValue } from './hostile'
import { withReferences, known, operations, reference, valid } from './values'

/** After serialization. */
export const encodings = [
  ...['plain', 'gzip', 'gzip-bomb', 'truncated', 'bad-utf8', 'bom', 'utf16', 'duplicate-keys', 'deep', 'huge-number'],
  ...['empty-items', 'different-items', 'unknown-names', 'br-bomb'],
  ...['wrong-gzip', 'text-type', 'no-type', 'charset', 'chunked', 'lone-surrogate', 'two-encodings'],
] as const
export type Encoding = (typeof encodings)[number]

/** `{$applicationId:0}` refers to an earlier response. */
export interface Step {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Without question mark. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  readonly encoding?: Encoding
  /** Concurrent copies. */
  readonly times?: number
  /** Concurrent with the next step. */
  readonly withNext?: boolean
  /** Expected, in a corpus file. */
  readonly status?: number
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
/** References stay. */
const inUrl = (text: string): string => (/^\{\$\w+:\d+\}$/.test(text) ? text : encoded(text))

/** Decoders differ on these. */
const rawSegments = [
  ...['%', '%zz', '%00', '%2e%2e', '%2f', '%C0%AF', '%ED%A0%80', '..', '.', '', '%25', ';a=b', '%F0%9F', 'a%'],
]

const placed = ({ path, parameters }: Operation, value: (one: Parameter) => fc.Arbitrary<string>) => {
  const own = parameters.filter((one) => one.in === 'path')
  return fc
    .tuple(...own.map(value))
    .map((values) => own.reduce((filled, { name }, at) => filled.replace(`{${name}}`, () => values[at] ?? ''), path))
}

function segmentOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 14, arbitrary: valid(schema, name).map((value) => inUrl(String(value))) },
    { weight: 2, arbitrary: hostileString.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...rawSegments) },
  )
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'query')
  const pairs = own.map(({ name, schema }) =>
    fc.option(
      fc.oneof(
        { weight: 6, arbitrary: valid(schema, name).map((value) => `${name}=${inUrl(String(value))}`) },
        { weight: 1, arbitrary: hostileString.map((value) => `${name}=${encoded(value)}`) },
        { weight: 1, arbitrary: fc.constantFrom(...rawSegments.map((raw) => `${name}=${raw}`)) },
      ),
      { nil: '' },
    ),
  )
  const extra = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: hostileString.map((name) => `${encoded(name)}=1`) },
    { weight: 1, arbitrary: fc.constantFrom('limit=1&limit=2', '&&&', '__proto__[a]=1', '=', '?', 'a=%', 'limit[]=1') },
  )
  return fc.tuple(...pairs, extra).map((all) => all.filter((one) => one !== '').join('&'))
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  if (!body) return fc.option(fc.constantFrom<unknown>({}, [], { a: 1 }), { nil: undefined, freq: 12 })
  const good = fc.oneof(valid(body.schema), ...body.examples.map((one) => fc.constant(one)))
  const bad = fc
    .tuple(good, fc.array(mutation, { minLength: 1, maxLength: 2 }))
    .map(([value, all]) => all.reduce(mutated, value))
  return fc.oneof(
    { weight: 10, arbitrary: good },
    { weight: 8, arbitrary: bad },
    { weight: 1, arbitrary: hostileValue },
    { weight: body.required ? 0 : 3, arbitrary: fc.constant(undefined) },
  )
}

type StepHeaders = NonNullable<Step['headers']>

const oddHeaders: readonly StepHeaders[] = [
  { 'X-Request-Id': 'a b' },
  { 'X-Request-Id': 'x'.repeat(4_000) },
  { 'X-Request-Id': ['a', 'b'] },
  { 'Idempotency-Key': 'k' },
  { 'X-On-Behalf-Of': '1' },
  { 'X-On-Behalf-Of': '\u00ff' },
  { Authorization: 'Bearer' },
  { Authorization: `Bearer ${'x'.repeat(7_000)}` },
  { Authorization: 'Bearer \u00ff\u00fe' },
  { 'X-Community-Id': '\u00ff' },
  { 'X-Community-Id': ['a', 'b'] },
  { 'X-Forwarded-For': '127.0.0.1, \u00ff, ::1%eth0,,,' },
  { Host: '' },
  { Expect: '100-continue' },
  { Upgrade: 'websocket', Connection: 'Upgrade' },
  { Accept: 'image/png', 'Accept-Encoding': 'br;q=2, *;q=x' },
  { Range: 'bytes=0-', 'If-Match': '*', 'If-None-Match': '*' },
  { Cookie: '__proto__=1; a=%' },
  { constructor: 'a', toString: 'b', hasownproperty: 'c' },
  { 'X-HTTP-Method-Override': 'DELETE' },
]

/** Node sends no other characters in a header. */
const isSendable = (value: unknown): boolean => /^[\x20-\x7e\x80-\xff]*$/.test(String(value))

function headersOf({ parameters }: Operation): fc.Arbitrary<StepHeaders> {
  const own = parameters.filter((one) => one.in === 'header' && one.name !== 'X-On-Behalf-Of')
  const values = own.map(({ schema }) =>
    fc.oneof(
      { weight: 1, arbitrary: valid(schema).filter(isSendable) },
      { weight: 2, arbitrary: fc.constantFrom('one', '"one"', 'two') },
    ),
  )
  const declared = fc
    .tuple(...values)
    .map((all) => Object.fromEntries(own.map(({ name }, at) => [name, String(all[at])])))
  const odd = fc.oneof(
    { weight: 25, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constantFrom(...oddHeaders) },
  )
  return fc.tuple(declared, odd).map(([first, second]) => ({ ...first, ...second }))
}

/** For existing resources. */
function goodStep(operation: Operation): fc.Arbitrary<Step> {
  const { id: operationId, method, parameters, body } = operation
  const value = ({ name, schema }: Parameter) => known(schema, name).map((one) => inUrl(String(one)))
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map((one) =>
      fc.option(
        value(one).map((text) => `${one.name}=${text}`),
        { nil: '', freq: 2 },
      ),
    )
  const shown = body?.examples.map((one) => withReferences(one)) ?? []
  const bodies = body ? fc.oneof(...shown, ...shown, valid(body.schema)) : fc.constant(undefined)
  const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  return fc
    .record({
      path: placed(operation, value),
      query: fc.tuple(...pairs).map((all) => all.filter((one) => one !== '').join('&')),
      body: body?.required ? bodies : fc.option(bodies, { nil: undefined }),
      headers: takesKey
        ? fc.constantFrom('one', '"one"', 'two', 'three').map((key) => ({ 'Idempotency-Key': key }))
        : fc.constant({}),
      ...{ times, withNext },
    })
    .map((drawn) => toStep({ operationId, method: method.toUpperCase(), encoding: 'plain', ...drawn }))
}

const times = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(2, 4) })
const withNext = fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
/** Without what is empty. */
function toStep({
  query,
  headers,
  body,
  encoding,
  times: copies,
  withNext: beside,
  ...step
}: Required<Omit<Step, 'status'>>): Step {
  return {
    ...step,
    ...(query === '' ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body, ...(encoding === 'plain' ? {} : { encoding }) }),
    ...(copies === 1 ? {} : { times: copies }),
    ...(beside ? { withNext: true } : {}),
  }
}

export function stepFor(operation: Operation): fc.Arbitrary<Step> {
  return fc.oneof({ weight: 3, arbitrary: goodStep(operation) }, { weight: 2, arbitrary: badStep(operation) })
}

const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'PROPFIND']

function badStep(operation: Operation): fc.Arbitrary<Step> {
  const { id: operationId, method } = operation
  return fc
    .record({
      path: placed(operation, segmentOf),
      query: queryOf(operation),
      headers: headersOf(operation),
      body: bodyOf(operation),
      encoding: fc.oneof(
        { weight: 14, arbitrary: fc.constant('plain' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...encodings) },
      ),
      ...{ times, withNext },
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
      ),
    })
    .map((drawn) => toStep({ operationId, ...drawn }))
}

const weightOf = ({ method, id }: Operation): number =>
  /^(create|save|submit|review|finish|start|setEvent|award)/.test(id) ? 4 : method === 'get' ? 1 : 2

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: stepFor(operation) })),
)

const definition = {
  name: 'Pilot school',
  state: 'open',
  questions: [
    { id: 'q1', type: 'short', title: 'Why?' },
    {
      id: 'q2',
      type: 'multiple',
      title: 'Where?',
      options: [
        { id: 'up', label: 'Up' },
        { id: 'down', label: 'Down' },
      ],
    },
  ],
}
const post = (operationId: string, path: string, body: unknown): Step => ({ operationId, method: 'POST', path, body })

export const prologue: readonly Step[] = [
  post('createMedal', '/v2/medals', { name: 'Valor' }),
  post('createQualification', '/v2/qualifications', { name: 'Pilot' }),
  post('createApplication', '/v2/applications', { definition }),
  post('saveTemplate', '/v2/applications/templates', { name: 'Pilots', definition }),
  post('submitResponse', `/v2/applications/${reference('applicationId', 0)}/responses`, {
    userId: 101,
    version: 1,
    answers: { q1: 'I like to fly.', q2: ['up'] },
  }),
  post('createEventType', '/v2/event-types', { name: 'Raid', awards: [{ experience: 5 }] }),
  post('createEvent', '/v2/events', { eventTypeId: reference('eventTypeId', 0), startsAt: '2026-03-06T18:00:00Z' }),
  post('createBlacklistEntry', '/v2/blacklist-entries', { userId: 900, reason: 'Raids' }),
  post('createWarning', '/v2/warnings', { userId: 101, reason: 'Left a raid' }),
  post('createWebhook', '/v2/webhooks', { url: 'http://127.0.0.1:9/' }),
  { operationId: 'listRanks', method: 'GET', path: '/v2/ranks' },
]
