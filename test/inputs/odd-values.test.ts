// Every text, name, time and number of the contract with odd values: the answer is in the contract, is no fault of the
// server, names what is wrong, and what was accepted comes back as it was sent.
import path from 'node:path'
import { readContract, type Json, type Operation, type Schema } from '../../clients/conformance/src/contract'
import { placesOf } from '../../clients/conformance/src/values'
import { randomBase32 } from '../../src/base/ids'
import { createAward } from '../../src/awards/medals/actions'
import { parseTime } from '../../src/base/time'
import type { OperationId } from '../../src/contract/types'
import { signatureOf } from '../../src/simulator/notifications'
import { startTestApp, type Answer, type Headers, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'

const { operations } = readContract(path.resolve(__dirname, '../../openapi.yaml'))

/** Null and NUL, what Unicode calls equal, invisible or reversed, halves of a pair, what other layers read as syntax. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u200b',
  '\u3164',
  'Cafe\u0301',
  'Caf\u00e9',
  '\u0130ı\u1e9e\ufb01',
  '\u202eabc',
  '\ud800',
  'a\udc00',
  '\ufeffa',
  '\uffff',
  '\r\n',
  'a\nb',
  ' a ',
  '👨‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'null',
  '%00',
  '%',
  '../..',
  'a/b?c#d',
  "' or 1=1 --",
  '$1',
  '\\u0041',
  '<b>{{7*7}}</b>',
  '=1+1',
  '9'.repeat(400),
]
/** The ends of the calendar, also after the change to UTC; seconds, days and hours that do not exist; other notations. */
const oddTimes = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.9999999Z',
  '2099-06-30T23:59:60Z',
  '2099-02-29T00:00:00Z',
  '2099-01-01T24:00:00Z',
  '2099-01-01T00:00:00.123456789Z',
  '2099-01-01t00:00:00z',
  '2099-01-01 00:00:00Z',
  '2099-01-01T00:00:00',
  '2099-01-01',
  '4070908800',
  'now',
  'infinity',
  '-infinity',
]
const oddNumbers = [0, -1, 1.5, 1e-7, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308]

type Odd = string | number

function oddValuesOf(schema: Schema): Odd[] {
  if (schema.enum) return ['', 'no-such-choice', '__proto__']
  if (schema.oneOf) return schema.discriminator ? [] : schema.oneOf.flatMap(oddValuesOf)
  const { type, format, minLength = 0, maxLength = 5_000, minimum = 0, maximum = 2 ** 53 - 1 } = schema
  if (type === 'integer' || type === 'number') return [...oddNumbers, minimum - 1, minimum, maximum, maximum + 1]
  if (type !== 'string') return []
  const ends = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length > 0)
  const long = ends.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)])
  return format === 'date-time' ? [...oddTimes, ...oddTexts] : [...oddTexts, ...long]
}

interface Case {
  readonly operation: Operation
  /** As an issue names it. */
  readonly place: string
  readonly value: Odd
  readonly path: string
  readonly body: Json | undefined
  readonly headers?: Headers
}

/** What HTTP can carry in a header. */
const isHeaderText = (text: string): boolean => /^[\x21-\x7e]([\x20-\x7e]{0,1000}[\x21-\x7e])?$/.test(text)

const encoded = (value: Odd): string => encodeURIComponent(String(value).toWellFormed())

function casesOf(operation: Operation): Case[] {
  const success = successOf(operation.id as OperationId)
  const body = success.body as Json | undefined
  const [bare = '', query] = success.path.split('?')
  const one = (more: Omit<Case, 'operation'>): Case => ({ operation, ...more })
  const ofParameters = operation.parameters.flatMap(({ name, in: where, schema }) => {
    const template = operation.path.split('/')
    const at = template.indexOf(`{${name}}`)
    const pathWith = (value: Odd): string => {
      if (where === 'query') return `${bare}?${query ? `${query}&` : ''}${name}=${encoded(value)}`
      return bare
        .split('/')
        .map((segment, index) => (index === at ? encoded(value) : segment))
        .join('/')
    }
    const place = `/${where}/${name}`
    const values = oddValuesOf(schema)
    if (where !== 'header') return values.map((value) => one({ place, value, path: pathWith(value), body }))
    return values
      .map(String)
      .filter(isHeaderText)
      .map((value) => one({ place, value, path: success.path, body, headers: { [name]: value } }))
  })
  const ofBody = operation.body
    ? placesOf(operation.body.schema, body ?? {}).flatMap(({ pointer, schema, put }) =>
        oddValuesOf(schema).map((value) =>
          one({ place: `/body${pointer}`, value, path: success.path, body: put(value) }),
        ),
      )
    : []
  return [...ofParameters, ...ofBody]
}

const secret = 'the-webhook-secret-of-the-odd-values'

let app: TestApp
let sent = 0
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ platformSecrets: [secret] })
  community = await app.community()
  await createAward(await community.ctx(), 'medal', 'Valor')
  await createAward(await community.ctx(), 'qualification', 'Pilot')
  await makeForms(app, community)
})
afterAll(() => app.close())

/** An act on a record: what the record says by the same name is its own, as the reason of a warning that is revoked. */
const isAct = ({ method, path }: Operation): boolean => method === 'POST' && /\}\/[a-z-]+$/.test(path)

/** The value that came back in the place of a body where it was sent; undefined: none did. */
function returned({ body }: Answer, { place, operation }: Case): unknown {
  // numbers of the record that was changed, which are higher afterwards
  if (isAct(operation) || !place.startsWith('/body/') || /\/(version|revision)$/.test(place)) return undefined
  const step = (value: unknown, name: string): unknown =>
    value !== null && typeof value === 'object' && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined
  return place.split('/').slice(2).reduce(step, body?.data)
}

/** A key ends at a whole millisecond. */
const MILLISECONDS = '2099-01-01T00:00:00.000'.length

/** Names come back in NFC, and times in UTC. */
function isSame(sent: Odd, back: unknown): boolean {
  const time = typeof sent === 'string' ? parseTime(sent) : null
  if (time !== null) return String(back).slice(0, MILLISECONDS) === time.slice(0, MILLISECONDS)
  return String(back).normalize() === String(sent).normalize()
}

function faultOf(one: Case, answer: Answer): string | null {
  const { status, body } = answer
  const { code, message, details } = (body?.error ?? {}) as { code?: string; message?: string; details?: unknown }
  if (status >= 500) return `${status} ${code}`
  if (
    status === 400 &&
    code === 'validation_failed' &&
    !(details as { issues?: unknown[] } | undefined)?.issues?.length
  )
    return `400 without an issue: ${message}`
  if (status >= 300) return null
  const back = returned(answer, one)
  return back === undefined || isSame(one.value, back) ? null : `came back as ${JSON.stringify(back)}`
}

async function faultsIn(one: Case): Promise<string[]> {
  const { operation, path, place, value, body } = one
  const { headers } = successOf(operation.id as OperationId)
  const again = 'Idempotency-Key' in headers ? { 'Idempotency-Key': randomBase32(20) } : {}
  const time = Math.floor(Date.now() / 1_000)
  const signed = operation.scope === null ? { 'roblox-signature': signatureOf(JSON.stringify(body), secret, time) } : {}
  const answer = await community.client.send(operation.method, path, body, {
    ...headers,
    ...again,
    ...signed,
    ...one.headers,
  })
  const fault = faultOf(one, answer)
  return fault === null ? [] : [`${place} ${JSON.stringify(value).slice(0, 60)}: ${fault}`]
}

it.each(operations.filter(({ parameters, body }) => parameters.length > 0 || body).map(({ id }) => id))(
  '%s',
  async (id) => {
    const cases = operations.filter((operation) => operation.id === id).flatMap(casesOf)
    sent += cases.length
    const faults: string[] = []
    for (const one of cases) faults.push(...(await faultsIn(one)))
    expect(faults).toEqual([])
  },
)

it('has tried the places of the contract', () => expect(sent).toBeGreaterThan(10_000))
