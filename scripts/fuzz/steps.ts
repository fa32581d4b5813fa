// Requests as data, for the files of the corpus, and the arbitrary that makes them from the contract.
import fc from 'fast-check'
import type { Operation, Parameter } from '../contract'
import { hostileString, mutation, mutated, hostileValue } from './hostile'
import { known, operations, reference, valid, withReferences } from './values'
import { encodings, type Encoding } from './wire'

/** A request. References such as `{$applicationId:0}` stand for values of earlier responses. */
export interface Step {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  readonly encoding?: Encoding
  /** Number of concurrent copies; absent: one. */
  readonly times?: number
  /** Sent concurrently with the next step. */
  readonly withNext?: boolean
  /** The expected status, in a file of the corpus. */
  readonly status?: number
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
/** Encodes a text; references stay as they are until they are replaced. */
const inUrl = (text: unknown): string => (/^\{\$\w+:\d+\}$/.test(String(text)) ? String(text) : encoded(String(text)))
const weighted = <T>(...all: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })))
const of = fc.constant

/** Percent-encoded segments that decoders treat differently. */
const rawSegments = [
  '%',
  '%zz',
  '%00',
  '%2e%2e',
  '%2f',
  '%C0%AF',
  '%ED%A0%80',
  '..',
  '.',
  '',
  '%25',
  ';a=b',
  '%F0%9F',
  'a%',
]

/** The text of a parameter in a URL. */
type Value = (parameter: Parameter) => fc.Arbitrary<string>

/** Values of existing resources. */
const goodValue: Value = ({ name, schema }) => known(schema, name).map(inUrl)
const badValue: Value = ({ name, schema }) =>
  weighted([14, valid(schema, name).map(inUrl)], [2, hostileString.map(encoded)], [1, fc.constantFrom(...rawSegments)])

function placed({ path, parameters }: Operation, value: Value): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'path')
  return fc
    .tuple(...own.map(value))
    .map((values) => own.reduce((filled, { name }, at) => filled.replace(`{${name}}`, () => values[at] ?? ''), path))
}

const noQuery = of('')
const oddQuery = weighted(
  [12, noQuery],
  [1, hostileString.map((name) => `${encoded(name)}=1`)],
  [1, fc.constantFrom('limit=1&limit=2', '&&&', '__proto__[a]=1', '=', '?', 'a=%', 'limit[]=1')],
)

function queryOf({ parameters }: Operation, value: Value, extra: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((one) => one.in === 'query')
    .map((one) =>
      fc.option(
        value(one).map((text) => `${one.name}=${text}`),
        { nil: '', freq: 2 },
      ),
    )
  return fc.tuple(...pairs, extra).map((all) => all.filter((one) => one !== '').join('&'))
}

function goodBody({ body }: Operation): fc.Arbitrary<unknown> {
  if (!body) return of(undefined)
  const shown = body.examples.map((one) => withReferences(one))
  const drawn = fc.oneof(...shown, ...shown, valid(body.schema))
  return body.required ? drawn : fc.option(drawn, { nil: undefined })
}

function badBody({ body }: Operation): fc.Arbitrary<unknown> {
  if (!body) return fc.option(fc.constantFrom<unknown>({}, [], { a: 1 }), { nil: undefined, freq: 12 })
  const good = fc.oneof(valid(body.schema), ...body.examples.map(of))
  const changed = fc
    .tuple(good, fc.array(mutation, { minLength: 1, maxLength: 2 }))
    .map(([value, all]) => all.reduce(mutated, value))
  return weighted([10, good], [8, changed], [1, hostileValue], [body.required ? 0 : 3, of(undefined)])
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

function goodHeaders({ parameters }: Operation): fc.Arbitrary<StepHeaders> {
  if (!parameters.some(({ name }) => name === 'Idempotency-Key')) return of({})
  return fc.constantFrom('one', '"one"', 'two', 'three').map((key) => ({ 'Idempotency-Key': key }))
}

function badHeaders({ parameters }: Operation): fc.Arbitrary<StepHeaders> {
  const own = parameters.filter((one) => one.in === 'header' && one.name !== 'X-On-Behalf-Of')
  const declared = own.map(({ name, schema }) =>
    weighted<unknown>([1, valid(schema).filter(isSendable)], [2, fc.constantFrom('one', '"one"', 'two')]).map(
      (value): StepHeaders => ({ [name]: String(value) }),
    ),
  )
  const odd = weighted<StepHeaders>([25, of({})], [2, fc.constantFrom(...oddHeaders)])
  return fc.tuple(...declared, odd).map((all) => Object.assign({}, ...all) as StepHeaders)
}

const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'PROPFIND']
const concurrency = {
  times: weighted([9, of(undefined)], [1, fc.constantFrom(2, 4)]),
  withNext: weighted([6, of(undefined)], [1, of(true)]),
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The step without properties that are empty. */
const toStep = (drawn: object): Step =>
  Object.fromEntries(
    Object.entries(drawn).filter(
      ([name, one]) => one !== undefined && (name === 'body' || !['', '{}'].includes(text(one))),
    ),
  ) as unknown as Step

/** A valid request for an operation, or one with a fault. */
function stepFor(operation: Operation): fc.Arbitrary<Step> {
  const { id: operationId } = operation
  const method = operation.method.toUpperCase()
  const good = fc.record({
    operationId: of(operationId),
    method: of(method),
    path: placed(operation, goodValue),
    query: queryOf(operation, goodValue, noQuery),
    headers: goodHeaders(operation),
    body: goodBody(operation),
    ...concurrency,
  })
  const bad = fc.record({
    operationId: of(operationId),
    method: weighted([40, of(method)], [1, fc.constantFrom(...otherMethods)]),
    path: placed(operation, badValue),
    query: queryOf(operation, badValue, oddQuery),
    headers: badHeaders(operation),
    body: badBody(operation),
    ...concurrency,
    encoding: weighted<Encoding | undefined>([14, of(undefined)], [2, fc.constantFrom(...encodings)]),
  })
  return weighted<object>([3, good], [2, bad]).map(toStep)
}

const weightOf = ({ method, id }: Operation): number =>
  /^(create|save|submit|review|finish|start|setEvent|award)/.test(id) ? 4 : method === 'get' ? 1 : 2

export const anyStep = weighted(...operations.map((one): [number, fc.Arbitrary<Step>] => [weightOf(one), stepFor(one)]))

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
