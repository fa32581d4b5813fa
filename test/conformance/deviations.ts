// Ways in which a server may deviate from its contract, and what the runner must say of each.
import type { Answered, Deviation, Passing } from './proxy'

export interface Planted {
  readonly what: string
  /** The operations to look at. */
  readonly only: string
  readonly deviation: Deviation
  /** What a finding must say. */
  readonly finds: RegExp
  readonly write?: boolean
  readonly flags?: readonly string[]
}

// bodies are changed as they come: what they are is the contract's affair
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any
type Change = (body: Body, asked: Passing) => Body

/** Changes the answers to one path; the path as a beginning, without the query. */
const answers = (path: string, change: (answered: Answered, asked: Passing) => Answered | null): Deviation => ({
  answer: (answered, asked) => (asked.path.split('?')[0] === path ? change(answered, asked) : answered),
})
const inBody = (path: string, change: Change, status = 200): Deviation =>
  answers(path, (answered, asked) => {
    if (answered.status !== status || answered.body === '') return answered
    return { ...answered, body: JSON.stringify(change(JSON.parse(answered.body), asked)) }
  })
const headers = (path: string, change: Record<string, string | undefined>, status = 200): Deviation =>
  answers(path, (answered) => {
    if (answered.status !== status) return answered
    const changed = Object.entries({ ...answered.headers, ...change }).filter(([, value]) => value !== undefined)
    return { ...answered, headers: Object.fromEntries(changed) as Record<string, string> }
  })
const to = (path: string, status: number): Deviation => answers(path, (answered) => ({ ...answered, status }))
const queryOf = ({ path }: Passing) => new URLSearchParams(path.split('?')[1])

const ranks = { only: 'listRanks' }
const medals = { only: 'listMedals' }

/** The key in the place of whatever was sent, and a body in the place of a wrong one. */
export function deviationsOf(key: string): readonly Planted[] {
  return [...ofHeaders(), ...ofBodies(), ...ofRefusals(key), ...ofLists(), ...ofWrites()]
}

function ofHeaders(): Planted[] {
  return [
    {
      what: 'X-Request-Id missing',
      ...ranks,
      deviation: headers('/v2/ranks', { 'x-request-id': undefined }),
      finds: /X-Request-Id is missing/,
    },
    {
      what: 'another X-Request-Id',
      ...ranks,
      deviation: headers('/v2/ranks', { 'x-request-id': 'abc' }),
      finds: /X-Request-Id is 'abc', not/,
    },
    {
      what: 'a RateLimit header missing beside the others',
      ...ranks,
      deviation: headers('/v2/ranks', { 'ratelimit-reset': undefined }),
      finds: /ratelimit-reset is missing/,
    },
    {
      what: 'a header of another type',
      ...ranks,
      deviation: headers('/v2/ranks', { 'ratelimit-limit': 'many' }),
      finds: /ratelimit-limit is 'many', not a whole number/,
    },
    {
      what: 'another Content-Type',
      ...ranks,
      deviation: headers('/v2/ranks', { 'content-type': 'text/html' }),
      finds: /Content-Type is 'text\/html'/,
    },
    {
      what: 'cacheable',
      ...ranks,
      deviation: headers('/v2/ranks', { 'cache-control': 'public' }),
      finds: /Cache-Control is 'public'/,
    },
    {
      what: 'the challenge missing',
      ...ranks,
      deviation: headers('/v2/ranks', { 'www-authenticate': undefined }, 401),
      finds: /WWW-Authenticate, is missing/,
    },
    {
      what: 'the challenge without its error',
      ...ranks,
      deviation: headers('/v2/ranks', { 'www-authenticate': 'Bearer' }, 401),
      finds: /challenge is 'Bearer' to a credential/,
    },
    {
      what: 'the scope challenge missing',
      ...medals,
      deviation: headers('/v2/medals', { 'www-authenticate': undefined }, 403),
      finds: /does not say insufficient_scope/,
    },
  ]
}

function ofBodies(): Planted[] {
  const first = (change: Body) => (body: Body) => ({
    ...body,
    data: [{ ...body.data[0], ...change }, ...body.data.slice(1)],
  })
  return [
    {
      what: 'a wrong type',
      ...ranks,
      deviation: inBody('/v2/ranks', first({ rankId: '1' })),
      finds: /\/data\/0\/rankId must be integer/,
    },
    {
      what: 'a property that is not in the schema',
      ...ranks,
      deviation: inBody('/v2/ranks', first({ secret: 1 })),
      finds: /\/data\/0 must not have the property 'secret'/,
    },
    {
      what: 'a property missing',
      ...ranks,
      deviation: inBody('/v2/ranks', first({ name: undefined })),
      finds: /must have required property 'name'/,
    },
    {
      what: 'no JSON',
      ...ranks,
      deviation: answers('/v2/ranks', (answered) => ({ ...answered, body: '<html>' })),
      finds: /the body is not JSON/,
    },
    {
      what: 'an undeclared status',
      ...ranks,
      deviation: answers('/v2/ranks', (one) => ({ ...one, status: one.status === 200 ? 206 : one.status })),
      finds: /status 206 is not declared for listRanks/,
    },
    {
      what: 'no answer',
      ...medals,
      deviation: answers('/v2/medals', (one, asked) => (queryOf(asked).get('limit') === '1000' ? null : one)),
      finds: /no answer within/,
      flags: ['--timeout', '1'],
    },
  ]
}

function ofRefusals(key: string): Planted[] {
  const code = (text: string) => (body: Body) => ({ error: { ...body.error, code: text } })
  const as = (passing: Passing): Passing =>
    passing.path.startsWith('/v2/medals')
      ? { ...passing, headers: { ...passing.headers, authorization: `Bearer ${key}` } }
      : passing
  return [
    {
      what: 'another error code',
      ...ranks,
      deviation: inBody('/v2/ranks', code('key_disabled'), 401),
      finds: /'key_disabled' is not declared with 401/,
    },
    {
      what: 'a declared code in the wrong place',
      ...ranks,
      deviation: inBody('/v2/ranks', code('missing_credentials'), 401),
      finds: /the code is 'missing_credentials', not unauthorized/,
    },
    {
      what: 'no envelope',
      ...ranks,
      deviation: inBody('/v2/ranks', (body: Body) => body.error, 401),
      finds: /must have required property 'error'/,
    },
    { what: 'strangers let in', ...medals, deviation: { request: as }, finds: /answered 200, not 401/ },
    {
      what: 'a key without the scope let in',
      ...medals,
      deviation: { request: as },
      finds: /403: a key without the scope.*\n.*answered 200, not 403/,
    },
    {
      what: 'a parameter that is not looked at',
      ...medals,
      deviation: { request: (one) => ({ ...one, path: one.path.replace(/limit=[^1-9][^&]*/, '') }) },
      finds: /query limit, pattern.*\n.*answered 200, not 400/,
    },
    {
      what: 'no issue that says where',
      ...medals,
      deviation: inBody('/v2/medals', (body: Body) => ({ error: { ...body.error, details: {} } }), 400),
      finds: /no issue names \/query\/limit/,
    },
    {
      what: 'another status for an unknown id',
      only: 'getMedal',
      deviation: { answer: (one) => (one.status === 404 ? { ...one, status: 403 } : one) },
      finds: /404: name.*\n(.*\n)*.*'medal_not_found' comes with 404, not 403/,
    },
    {
      what: 'an unknown path answered',
      ...ranks,
      deviation: to('/v2/conformance-unknown', 200),
      finds: /unknown path.*\n(.*\n)*.*answered 200 route_not_found, not 404/,
    },
    {
      what: 'HEAD refused',
      ...ranks,
      deviation: { answer: (one, { method }) => (method === 'HEAD' ? { ...one, status: 404 } : one) },
      finds: /HEAD as GET.*\n.*answered 404, not 200/,
    },
  ]
}

function ofLists(): Planted[] {
  const small = (asked: Passing) => queryOf(asked).get('limit') === '2'
  const again: Change = (body) => ({ ...body, data: [...body.data, body.data[0]] })
  const loop: Change = (body, asked) => ({
    ...body,
    meta: { nextCursor: queryOf(asked).get('cursor') ?? body.meta.nextCursor },
  })
  const drop: Change = (body, asked) => (small(asked) ? { ...body, data: body.data.slice(1) } : body)
  const stop: Change = (body, asked) => (small(asked) ? { ...body, meta: { nextCursor: null } } : body)
  const more = (passing: Passing) => ({ ...passing, path: passing.path.replace('limit=2', 'limit=3') })
  return [
    { what: 'an item of a page twice', ...medals, deviation: inBody('/v2/medals', again), finds: /has an item again/ },
    {
      what: 'a cursor that loops',
      ...medals,
      deviation: inBody('/v2/medals', loop),
      finds: /(item again|cursor that was given before)/,
    },
    {
      what: 'an item left out',
      ...medals,
      deviation: inBody('/v2/medals', drop),
      finds: /the list is another one with pages of two/,
    },
    {
      what: 'an end too early',
      ...medals,
      deviation: inBody('/v2/medals', stop),
      finds: /the list is another one with pages of two/,
    },
    { what: 'a page over its limit', ...medals, deviation: { request: more }, finds: /3 items on a page of 2/ },
  ]
}

function ofWrites(): Planted[] {
  const lenient =
    (wrong: RegExp) =>
    (passing: Passing): Passing =>
      passing.method === 'POST' && wrong.test(passing.body) ? { ...passing, body: '{"name":"Planted"}' } : passing
  const created = { only: 'createMedal', write: true }
  return [
    {
      what: 'a body that is not looked at',
      ...created,
      deviation: { request: lenient(/"name":""/) },
      finds: /body \/name, minLength\n.*answered (201|409 medal_exists), not 400/,
    },
    {
      what: 'null taken for a required property',
      ...created,
      deviation: { request: lenient(/"name":null/) },
      finds: /body \/name, type \(null\)\n.*answered (201|409 medal_exists), not 400/,
    },
    {
      what: '200 for 201',
      ...created,
      deviation: answers('/v2/medals', (one) => ({ ...one, status: one.status === 201 ? 202 : one.status })),
      finds: /status 202 is not declared for createMedal/,
    },
    {
      what: 'a failure on writing',
      ...created,
      deviation: answers('/v2/medals', (one) => (one.status === 201 ? { ...one, status: 500 } : one)),
      finds: /the server failed/,
    },
    {
      what: 'all refused that fits',
      ...created,
      deviation: { request: (one) => (one.method === 'POST' ? { ...one, body: '{}' } : one) },
      finds: /requests that fit the contract are refused/,
    },
  ]
}
