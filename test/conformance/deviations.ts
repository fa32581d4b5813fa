// Planted deviations, and what the suite must report for them.
import type { Contract } from '../../clients/conformance/src/contract'
import type { Answered, Deviation, Passing } from './proxy'

export interface Planted {
  readonly what: string
  /** Value of --only: the operation that is tested. */
  readonly only: string
  readonly deviation: Deviation
  /** Must match the report. */
  readonly expected: RegExp
  readonly write?: boolean
  readonly flags?: readonly string[]
  /** Changes the contract that the suite reads, where not the server but the contract differs. */
  readonly contract?: (contract: Contract) => Contract
}

// bodies have any shape
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any
type Change = (body: Body, asked: Passing) => Body

/** Changes the answers to a path. */
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

/** All deviations. @param key a valid key, for answers to invalid credentials */
export function deviationsOf(key: string): readonly Planted[] {
  const others = [...ofBodies(), ...ofLists(), ...ofRetries(), ...ofDeprecation(), ...ofKeys()]
  return [
    ...[...ofHeaders(), ...ofRefusals(key), ...ofWrites(), ...ofFields()],
    // quick: refusals are not needed to find these
    ...others.map((one) => ({ ...one, flags: ['--quick', ...(one.flags ?? [])] })),
  ]
}

function ofHeaders(): Planted[] {
  return [
    {
      what: 'a missing X-Request-Id',
      ...ranks,
      deviation: headers('/v2/ranks', { 'x-request-id': undefined }),
      expected: /X-Request-Id is missing/,
    },
    {
      what: 'a wrong X-Request-Id',
      ...ranks,
      deviation: headers('/v2/ranks', { 'x-request-id': 'abc' }),
      expected: /X-Request-Id is 'abc', not/,
    },
    {
      what: 'a missing RateLimit header',
      ...ranks,
      deviation: headers('/v2/ranks', { 'ratelimit-reset': undefined }),
      expected: /ratelimit-reset is missing/,
    },
    {
      what: 'a header of the wrong type',
      ...ranks,
      deviation: headers('/v2/ranks', { 'ratelimit-limit': 'many' }),
      expected: /ratelimit-limit is 'many', not a whole number/,
    },
    {
      what: 'a malformed structured header',
      ...ranks,
      deviation: headers('/v2/ranks', { ratelimit: 'key;r=1;t=2' }),
      expected: /the header ratelimit: .*pattern/,
    },
    {
      what: 'a wrong Content-Type',
      ...ranks,
      deviation: headers('/v2/ranks', { 'content-type': 'text/html' }),
      expected: /Content-Type is 'text\/html'/,
    },
    {
      what: 'a cacheable response',
      ...ranks,
      deviation: headers('/v2/ranks', { 'cache-control': 'public' }),
      expected: /Cache-Control is 'public'/,
    },
    {
      what: 'a missing challenge',
      ...ranks,
      deviation: headers('/v2/ranks', { 'www-authenticate': undefined }, 401),
      expected: /WWW-Authenticate, is missing/,
    },
    {
      what: 'a challenge without error',
      ...ranks,
      deviation: headers('/v2/ranks', { 'www-authenticate': 'Bearer' }, 401),
      expected: /challenge is 'Bearer' with a credential/,
    },
    {
      what: 'a missing scope challenge',
      ...medals,
      deviation: headers('/v2/medals', { 'www-authenticate': undefined }, 403),
      expected: /does not have error="insufficient_scope"/,
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
      expected: /\/data\/0\/rankId must be integer/,
    },
    {
      what: 'an undeclared property',
      ...ranks,
      deviation: inBody('/v2/ranks', first({ secret: 1 })),
      expected: /\/data\/0 must not have the property 'secret'/,
    },
    {
      what: 'a missing property',
      ...ranks,
      deviation: inBody('/v2/ranks', first({ name: undefined })),
      expected: /must have required property 'name'/,
    },
    {
      what: 'a body that is not JSON',
      ...ranks,
      deviation: answers('/v2/ranks', (answered) => ({ ...answered, body: '<html>' })),
      expected: /the body is not JSON/,
    },
    {
      what: 'an undeclared status',
      ...ranks,
      deviation: answers('/v2/ranks', (one) => ({ ...one, status: one.status === 200 ? 206 : one.status })),
      expected: /status 206 is not declared for listRanks/,
    },
    {
      what: 'a missing response',
      ...medals,
      deviation: answers('/v2/medals', (one, asked) => (queryOf(asked).get('limit') === '1000' ? null : one)),
      expected: /no response within/,
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
      what: 'an undeclared error code',
      ...ranks,
      deviation: inBody('/v2/ranks', code('key_disabled'), 401),
      expected: /'key_disabled' is not declared with 401/,
    },
    {
      what: 'a wrong error code',
      ...ranks,
      deviation: inBody('/v2/ranks', code('missing_credentials'), 401),
      expected: /the code is 'missing_credentials', not unauthorized/,
    },
    {
      what: 'a missing envelope',
      ...ranks,
      deviation: inBody('/v2/ranks', (body: Body) => body.error, 401),
      expected: /must have required property 'error'/,
    },
    {
      what: 'an accepted request without credentials',
      ...medals,
      deviation: { request: as },
      expected: /answered 200, not 401/,
    },
    {
      what: 'an accepted key without the scope',
      ...medals,
      deviation: { request: as },
      expected: /403: a key without the scope.*\n.*answered 200, not 403/,
    },
    {
      what: 'a parameter that is not validated',
      ...medals,
      deviation: { request: (one) => ({ ...one, path: one.path.replace(/limit=[^1-9][^&]*/, '') }) },
      expected: /query limit, type.*\n.*answered 200, not 400/,
    },
    {
      what: 'an error without the location',
      ...medals,
      deviation: inBody('/v2/medals', (body: Body) => ({ error: { ...body.error, details: {} } }), 400),
      expected: /no issue names \/query\/limit/,
    },
    {
      what: 'a wrong status for an unknown id',
      only: 'getMedal',
      deviation: { answer: (one) => (one.status === 404 ? { ...one, status: 403 } : one) },
      expected: /404: name.*\n(.*\n)*.*'medal_not_found' comes with 404, not 403/,
    },
    {
      what: 'a success for an unknown path',
      ...ranks,
      deviation: to('/v2/conformance-unknown', 200),
      expected: /unknown path.*\n(.*\n)*.*answered 200 route_not_found, not 404/,
    },
    {
      what: 'a rejected HEAD',
      ...ranks,
      deviation: { answer: (one, { method }) => (method === 'HEAD' ? { ...one, status: 404 } : one) },
      expected: /HEAD as GET.*\n.*answered 404, not 200/,
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
    { what: 'a repeated item', ...medals, deviation: inBody('/v2/medals', again), expected: /repeats an item/ },
    {
      what: 'a repeated cursor',
      ...medals,
      deviation: inBody('/v2/medals', loop),
      expected: /repeats (an item|a cursor)/,
    },
    {
      what: 'a missing item',
      ...medals,
      deviation: inBody('/v2/medals', drop),
      expected: /pages of 2 and pages of 100 have different items/,
    },
    {
      what: 'a list that ends early',
      ...medals,
      deviation: inBody('/v2/medals', stop),
      expected: /pages of 2 and pages of 100 have different items/,
    },
    { what: 'a page above its limit', ...medals, deviation: { request: more }, expected: /3 items on a page of 2/ },
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
      what: 'a body that is not validated',
      ...created,
      deviation: { request: lenient(/"name":""/) },
      expected: /body \/name, minLength\n.*answered (201|409 medal_exists), not 400/,
    },
    {
      what: 'an accepted null for a required property',
      ...created,
      deviation: { request: lenient(/"name":null/) },
      expected: /body \/name, type \(null\)\n.*answered (201|409 medal_exists), not 400/,
    },
    {
      what: 'a wrong success status',
      ...created,
      deviation: answers('/v2/medals', (one) => ({ ...one, status: one.status === 201 ? 202 : one.status })),
      expected: /status 202 is not declared for createMedal/,
    },
    {
      what: 'an internal server error',
      ...created,
      deviation: answers('/v2/medals', (one) => (one.status === 201 ? { ...one, status: 500 } : one)),
      expected: /internal server error/,
    },
    {
      what: 'rejected valid requests',
      ...created,
      deviation: { request: (one) => (one.method === 'POST' ? { ...one, body: '{}' } : one) },
      expected: /valid requests are refused/,
    },
  ]
}

function ofRetries(): Planted[] {
  const without =
    (header: string) =>
    (one: Passing): Passing => ({
      ...one,
      headers: Object.fromEntries(Object.entries(one.headers).filter(([name]) => name !== header)),
    })
  const made = new Map<string, string>()
  /** A server that repeats the first answer to an Idempotency-Key, whatever the request. */
  const first = answers('/v2/event-types', (one, asked) => {
    const key = asked.headers['idempotency-key']
    if (asked.method !== 'POST' || key === undefined) return one
    if (one.status === 201 && !made.has(key)) made.set(key, one.body)
    return { ...one, status: made.has(key) ? 201 : one.status, body: made.get(key) ?? one.body }
  })
  const replayed = (header: string | undefined) => headers('/v2/webhooks', { 'idempotent-replayed': header }, 201)
  const read = { only: 'getAutoRankSettings' }
  return [
    {
      what: 'a warning that is given twice',
      only: 'createWarning',
      write: true,
      deviation: { request: without('idempotency-key') },
      expected: /sent again with its Idempotency-Key\n.*names other records than the first answer/s,
    },
    {
      what: 'a medal whose second creation is refused',
      only: 'createMedal',
      write: true,
      deviation: { request: without('idempotency-key') },
      expected: /sent again with its Idempotency-Key\n.*answered 409 medal_exists, not 201/,
    },
    {
      what: 'a key that answers another request',
      only: 'createEventType',
      write: true,
      deviation: first,
      expected: /another request with its Idempotency-Key\n.*answered 201, not 409 idempotency_key_reused/,
    },
    {
      what: 'a repetition that is not told',
      only: 'createWebhook',
      write: true,
      deviation: replayed(undefined),
      expected: /Idempotent-Replayed is not true/,
    },
    {
      what: 'a secret that is returned again',
      only: 'createWebhook',
      write: true,
      deviation: inBody(
        '/v2/webhooks',
        (body: Body) => ({ ...body, data: { ...body.data, secret: `whsec_${'A'.repeat(43)}=` } }),
        201,
      ),
      expected: /sent again with its Idempotency-Key\n.*it returns a secret again/,
    },
    {
      what: 'a missing ETag',
      ...read,
      deviation: headers('/v2/auto-rank', { etag: undefined }),
      expected: /the ETag is missing/,
    },
    {
      what: 'an ignored If-None-Match',
      ...read,
      deviation: { request: without('if-none-match') },
      expected: /If-None-Match with its ETag\n.*answered 200, not 304/,
    },
    {
      what: 'a record that is not read after a change',
      ...read,
      deviation: {
        request: (one) =>
          'if-none-match' in one.headers ? { ...one, headers: { ...one.headers, 'if-none-match': '*' } } : one,
      },
      expected: /If-None-Match with another ETag\n.*answered 304, not 200/,
    },
    {
      what: 'a lost update',
      only: 'updateAutoRankSettings',
      write: true,
      deviation: { request: without('if-match') },
      expected: /If-Match with another ETag\n.*answered 200, not 409 record_changed/,
    },
  ]
}

function ofFields(): Planted[] {
  const withoutFields = (one: Passing): Passing => ({
    ...one,
    path: one.path.replace(/([?&])fields=[^&]*&?/, '$1').replace(/[?&]$/, ''),
    body: one.body.replace(/,?"fields":\[[^\]]*\]/, ''),
  })
  const less = (body: Body) => ({
    ...body,
    data: body.data.map((entry: Body) => ({ ...entry, displayName: undefined })),
  })
  const places = (body: Body) => ({
    ...body,
    data: body.data.map((entry: Body) => ({ ...entry, place: entry.place + 1 })),
  })
  const alone = /fields: displayName alone\n.*which was not selected/
  return [
    {
      what: 'a list that ignores fields',
      only: 'listMembers',
      deviation: { request: withoutFields },
      expected: alone,
    },
    {
      what: 'a leaderboard that ignores fields',
      only: 'getLeaderboard',
      deviation: { request: withoutFields },
      expected: alone,
    },
    {
      what: 'a lookup that ignores fields',
      only: 'lookUpMembers',
      write: true,
      deviation: { request: withoutFields },
      expected: alone,
    },
    {
      what: 'an accepted unknown field',
      only: 'listMembers',
      deviation: { request: (one) => ({ ...one, path: one.path.replace('no-such-choice', 'rank') }) },
      expected: /query fields, enum\n.*answered 200, not 400/,
    },
    {
      what: 'a list that leaves properties out unasked',
      only: 'getLeaderboard',
      deviation: inBody('/v2/leaderboard', less),
      expected: /without fields\n.*a record lacks 'displayName'/,
    },
    {
      what: 'a wrong place',
      only: 'getLeaderboard',
      deviation: inBody('/v2/leaderboard', places),
      expected: /places by experience\n.*entry 1 has the place 2, with 0 members above it/,
    },
  ]
}

function ofDeprecation(): Planted[] {
  const [since, sunset] = ['2027-01-15', '2027-09-01']
  const deprecated = (contract: Contract): Contract => ({
    ...contract,
    operations: contract.operations.map((one) =>
      one.id === ranks.only ? { ...one, deprecated: { since, sunset } } : one,
    ),
  })
  const own = { deprecation: '@1799971200', sunset: 'Wed, 01 Sep 2027 00:00:00 GMT' }
  return [
    {
      what: 'a Deprecation that the contract does not have',
      ...ranks,
      deviation: headers('/v2/ranks', own),
      expected: /the header deprecation is '@1799971200', but listRanks is not deprecated/,
    },
    {
      what: 'a missing Deprecation',
      ...ranks,
      contract: deprecated,
      deviation: {},
      expected: /the header deprecation is missing, not '@1799971200'/,
    },
    {
      what: 'another Sunset than announced',
      ...ranks,
      contract: deprecated,
      deviation: headers('/v2/ranks', { ...own, sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' }),
      expected: /the header sunset is 'Thu, 01 Jul 2027 00:00:00 GMT', not 'Wed, 01 Sep 2027 00:00:00 GMT'/,
    },
  ]
}

function ofKeys(): Planted[] {
  const created = { only: 'createKey', write: true }
  const known = { status: 200, body: '' }
  /** A server that never drops a key from its cache. */
  const kept = answers('/v2/key', (one) => {
    if (one.status === 200) known.body = one.body
    return known.body === '' ? one : { ...one, ...known }
  })
  const facts = (change: Body) => inBody('/v2/key', (body: Body) => ({ data: { ...body.data, ...change } }))
  return [
    {
      what: 'a revoked key that still works',
      ...created,
      deviation: kept,
      expected: /with a revoked key\n.*answered 200, not 401 or 403/,
    },
    {
      what: 'a key with other scopes than granted',
      ...created,
      deviation: facts({ scopes: ['members.read', 'audit.read'] }),
      expected: /with a new key\n.*it has other scopes than were granted/,
    },
    {
      what: 'a key that is told another limit',
      ...created,
      deviation: facts({ rateLimit: { limit: 7, remaining: 1, resetMs: 1 } }),
      expected: /with a new key\n.*rateLimit.limit is 7, RateLimit-Limit/,
    },
  ]
}
