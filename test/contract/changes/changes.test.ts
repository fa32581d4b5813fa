// Breaking changes of the contract, its versions, and the notice before an operation ends.
import fs from 'node:fs'
import path from 'node:path'
import { changesSince, releaseFaults, type Changes } from '../../../scripts/contract-changes/changes'
import { breakingChanges } from '../../../scripts/contract-changes/operations'
import { parseRelease, printRelease, recordOf, type Release } from '../../../scripts/contract-changes/record'
import { readRelease, readVersion, withoutPlans } from '../../../scripts/contract-changes/run'
import type { Contract } from '../../../scripts/contract-rules'
import { nodeAt, operationsOf, responsesOf, type Operation } from '../../../scripts/contract-rules/document'
import { readYaml } from '../../../scripts/contract-rules/lines'
import type { Change } from '../breaches'

const read = (...name: string[]): Contract =>
  readYaml(fs.readFileSync(path.resolve(__dirname, ...name), 'utf8')).value as Contract
const small = read('small.yaml')

/** The release to compare with, as it is read from its record. */
const recorded = (contract: Contract): Release =>
  parseRelease(printRelease(contract, '1.2.3', '2026-06-01', { version: '1.2.3', date: '2026-06-01' }))
const release = recorded(small)
const since = (next: Contract, version = '2.0.0', today = '2026-11-23', planned: readonly string[] = []): Changes =>
  changesSince(release, next, version, today, [{ reason: 'x', changes: planned }])

/** The contract with these changes; undefined removes a node. */
function changed(...changes: readonly Change[]): Contract {
  const copy = structuredClone(small)
  for (const [at, value] of changes) {
    const steps = at.split(' ')
    const last = steps.pop() ?? ''
    const parent = nodeAt(copy, steps) as Record<string, unknown>
    expect([at, typeof parent]).toEqual([at, 'object'])
    if (value !== undefined) parent[last] = value
    else if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else Reflect.deleteProperty(parent, last)
  }
  return copy
}

const list = 'paths /v1/pilots get'
const create = 'paths /v1/pilots post'
const remove = 'paths /v1/pilots/{pilotId} delete'
const schemas = 'components schemas'
const pilot = `${schemas} Pilot`
const request = `${schemas} PilotCreate`
const message = `${create} callbacks message {$request.body#/url} post`
const json = 'content application/json'

type Case = readonly [what: string, ...changes: Change[]]

const breaking: Record<string, readonly Case[]> = {
  removed: [
    ['/v1/pilots.post (createPilot) was removed.', [create, undefined]],
    ['/v1/pilots/{pilotId}.delete (deletePilot) was removed.', ['paths /v1/pilots/{pilotId}', undefined]],
    ['/v1/pilots.get lost the parameter query cursor.', [`${list} parameters 0`, undefined]],
    ['/v1/pilots.post.requestBody was removed.', [`${create} requestBody`, undefined]],
    ['PilotCreate.note was removed from the request.', [`${request} properties note`, undefined]],
    ['Pilot.hours was removed from the answer.', [`${pilot} properties hours`, undefined]],
    ['Pilot.rank may be absent from answers.', [`${pilot} required`, ['name']]],
    ['Rank lost the value "captain".', [`${schemas} Rank enum 1`, undefined]],
    ['Rank is no enum in its answer any more.', [`${schemas} Rank enum`, undefined]],
    ['/v1/pilots.get lost the status 404.', [`${list} responses 404`, undefined]],
    ['/v1/pilots.get.200.content lost application/json.', [`${list} responses 200 ${json}`, undefined]],
    ['/v1/pilots.get.200.headers.X-Request-Id was removed.', [`${list} responses 200 headers X-Request-Id`, undefined]],
    ['headers.XRequestId may be absent from answers.', ['components headers XRequestId required', false]],
    [
      'securitySchemes.pilots.read was removed from the scopes.',
      ['components securitySchemes key x-scopes pilots.read', undefined],
    ],
    [`/v1/pilots.post.callbacks.message.{$request.body#/url}.post was removed.`, [message, undefined]],
    ['Message.sentBy was removed from the answer.', [`${schemas} Message properties sentBy`, undefined]],
  ],
  required: [
    ['/v1/pilots.get requires the parameter query cursor.', [`${list} parameters 0 required`, true]],
    [
      '/v1/pilots.get requires the parameter query kind.',
      [`${list} parameters 1`, { name: 'kind', in: 'query', required: true, schema: { type: 'string' } }],
    ],
    ['/v1/pilots.post.requestBody is newly required.', [`${create} requestBody required`, true]],
    ['PilotCreate.hours is newly required.', [`${request} required`, ['name', 'hours']]],
    [
      'PilotCreate.age is newly required.',
      [`${request} required`, ['name', 'age']],
      [`${request} properties age`, { type: 'integer' }],
    ],
    [
      'PilotCreate has the x-exactly-one-of ["note","hours"] instead of none.',
      [`${request} x-exactly-one-of`, ['note', 'hours']],
    ],
    ['PilotCreate has the x-gives {"rank":"rank"} instead of none.', [`${request} x-gives`, { rank: 'rank' }]],
    [
      '/v1/pilots.get has the x-required-scope "pilots.write" instead of "pilots.read".',
      [`${list} x-required-scope`, 'pilots.write'],
    ],
  ],
  narrowed: [
    [
      '/v1/pilots.get.security is apiKey header X-Session instead of http bearer.',
      [`${list} security`, [{ session: [] }]],
    ],
    ['PilotCreate.hours has the type string instead of integer.', [`${request} properties hours type`, 'string']],
    ['Pilot.name has the type integer instead of string.', [`${pilot} properties name type`, 'integer']],
    ['Pilot.hours has the format "int64" instead of "int32".', [`${pilot} properties hours format`, 'int64']],
    ['PilotCreate.note has the format "uuid" instead of none.', [`${request} properties note format`, 'uuid']],
    ['PilotCreate.name has the maxLength 10 instead of 20.', [`${request} properties name maxLength`, 10]],
    ['PilotCreate.name has the minLength 2 instead of 1.', [`${request} properties name minLength`, 2]],
    ['PilotCreate.note has the maxLength 10 instead of none.', [`${request} properties note maxLength`, 10]],
    ['PilotCreate.hours has the maximum 10 instead of 900.', [`${request} properties hours maximum`, 10]],
    ['PilotCreate.hours has the minimum 1 instead of 0.', [`${request} properties hours minimum`, 1]],
    ['PilotCreate.medals has the maxItems 3 instead of 9.', [`${request} properties medals maxItems`, 3]],
    ['PilotCreate.medals requires unique items.', [`${request} properties medals uniqueItems`, true]],
    [
      'PilotCreate.name has the pattern "^[a-c]+$" instead of "^[a-z]+$".',
      [`${request} properties name pattern`, '^[a-c]+$'],
    ],
    ['PilotCreate.hours has the default 1 instead of 0.', [`${request} properties hours default`, 1]],
    ['PilotCreate.note accepts an enum only.', [`${request} properties note enum`, ['x']]],
    ['PilotCreate.note may no longer be null.', [`${request} properties note nullable`, undefined]],
    ['Pilot.name may be null in answers.', [`${pilot} properties name nullable`, true]],
    ['PilotId has other alternatives in its request.', [`${schemas} PilotId oneOf 1`, undefined]],
    ['Rank gained the value "major" in answers.', [`${schemas} Rank enum 2`, 'major']],
    ['Rank may gain values from now on.', [`${schemas} Rank x-open-enum`, true]],
    ['/v1/pilots.get gained the success 202.', [`${list} responses 202`, {}]],
    [
      'ErrorCode.x-errors.pilot_not_found has the status 410 instead of 404.',
      [`${schemas} ErrorCode x-errors pilot_not_found status`, 410],
    ],
    [
      'ErrorCode.x-errors.pilot_not_found has the effect possible instead of none.',
      [`${schemas} ErrorCode x-errors pilot_not_found effect`, 'possible'],
    ],
    ['/v1/pilots.get.404.x-error-codes lost the code pilot_not_found.', [`${list} x-error-codes`, undefined]],
    ['/v1/pilots.get.cursor has the maxLength 5 instead of 20.', [`${list} parameters 0 schema maxLength`, 5]],
  ],
  renamed: [
    [
      'securitySchemes.session was removed or renamed: generated clients have its name.',
      ['components securitySchemes session', undefined],
    ],
    ['/v1/pilots.get.operationId is "readPilots" instead of "listPilots".', [`${list} operationId`, 'readPilots']],
    ['/v1/pilots.get.tags is ["crew"] instead of ["pilots"].', [`${list} tags`, ['crew']]],
    ['/v1/pilots/{pilotId}.delete lost the parameter path pilotId.', [`${remove} parameters 0 name`, 'id']],
    [
      'Pilot.rank was removed from the answer.',
      [`${pilot} properties rank`, undefined],
      [`${pilot} properties grade`, { type: 'string' }],
    ],
    ['Rank renamed the constant CADET of "cadet".', [`${schemas} Rank x-enum-varnames 0`, 'BEGINNER']],
    [
      'Message was removed or renamed: generated types have its name.',
      [`${schemas} Message`, undefined],
      [`${schemas} Call`, small.components.schemas['Message']],
      [`${message} requestBody ${json} schema`, { $ref: '#/components/schemas/Call' }],
    ],
  ],
}

describe.each(Object.entries(breaking))('%s:', (_, cases) => {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (rule, [, ...changes]) => {
    const next = changed(...changes)
    const faults = breakingChanges(small, next).map((fault) => fault.rule)
    expect(faults).toContain(rule)
    // the record has all that the comparison reads
    expect(breakingChanges(release.contract, next).map((fault) => fault.rule)).toEqual(faults)
    expect(since(next).faults.map((fault) => fault.rule)).toContain(rule)
  })
})

const additions: readonly Case[] = [
  ['an operation', ['paths /v1/planes', { get: { ...small.paths['/v1/pilots']?.['get'], operationId: 'listPlanes' } }]],
  ['an optional parameter', [`${list} parameters 1`, { name: 'kind', in: 'query', schema: { type: 'string' } }]],
  ['an optional property of a request', [`${request} properties age`, { type: 'integer' }]],
  [
    'a property of an answer',
    [`${pilot} properties age`, { type: 'integer' }],
    [`${pilot} required`, ['name', 'rank', 'age']],
  ],
  ['a value of an open enum', [`${schemas} ErrorCode enum 2`, 'pilot_asleep']],
  ['an error status', [`${list} responses 503`, {}]],
  ['a header', [`${list} responses 200 headers ETag`, { schema: { type: 'string' } }]],
  ['a longer text in requests', [`${request} properties name maxLength`, 40]],
  ['null in a request', [`${request} properties hours nullable`, true]],
  ['an optional property instead of a required one', [`${request} required`, []]],
  ['another alternative in a request', [`${schemas} PilotId oneOf 2`, { type: 'object' }]],
  ['a longer text in answers', [`${pilot} properties name maxLength`, 40]],
  [
    'a name for a schema within another',
    [`${request} properties note`, { $ref: '#/components/schemas/Note' }],
    [`${schemas} Note`, small.components.schemas['PilotCreate']?.properties?.['note']],
  ],
  ['a later sunset', [`${remove} x-deprecated sunset`, '2027-01-01']],
]

it.each(additions.map((one) => [one[0], one] as const))('accepts %s, in a new minor version', (_, [, ...changes]) => {
  expect(since(changed(...changes))).toEqual({ faults: [], next: '1.3.0', breakingCount: 0 })
})

it('needs a patch version only when texts change', () => {
  const next = changed([`${request} properties note description`, 'Any text.'])
  expect(since(next, '1.2.3')).toMatchObject({ faults: [], next: '1.2.4' })
})

/**
 * Breaking changes of keywords: before and after; undefined: absent. Each breaks clients although the schemas stay the
 * same.
 */
const keywords: readonly (readonly [keyword: string, place: string, old: unknown, now: unknown])[] = [
  ['x-clamp', request, 100, 50],
  ['x-clamp', request, undefined, 50],
  ['x-at-least-one-of', request, ['note'], ['hours']],
  ['x-integer-id', request, true, undefined],
  ['x-name', request, undefined, true],
  ['x-path-segment', request, undefined, true],
  ['x-read-only', request, ['id', 'state'], ['id']],
  ['x-trim', request, true, undefined],
  ['x-trim', request, undefined, true],
  ['x-true', request, undefined, true],
  ['x-unique-items', request, undefined, true],
  ['x-utc', request, undefined, true],
  ['x-access-limited', list, undefined, true],
  ['x-gives-each', list, 'pilots', undefined],
  ['x-gives-stored', list, ['rank'], ['rank', 'medals']],
  ['x-read-replica', list, undefined, true],
  ['x-repeatable', list, 'it only reads', undefined],
  ['x-max-body-bytes', create, 300, 200],
  ['x-effects', 'components securitySchemes key', { rank: { operation: 'a' } }, { rank: { operation: 'b' } }],
  ['x-read-scopes', `${schemas} AuditEntry`, { pilot: 'a' }, { pilot: 'b' }],
  ['x-read-scopes', `${schemas} AuditEntry`, { pilot: 'a' }, { pilot: 'a', 'pilot.rank': 'b' }],
  ['x-read-scopes', `${schemas} AuditEntry`, { pilot: 'a' }, {}],
]

/** Changes of keywords that only widen, or only change a text. */
const harmless: typeof keywords = [
  ['x-clamp', request, 50, 100],
  ['x-clamp', request, 50, undefined],
  ['x-at-least-one-of', request, ['note'], undefined],
  ['x-read-only', request, ['id'], ['id', 'state']],
  ['x-unique-items', request, true, undefined],
  ['x-gives', request, undefined, { notYetThere: 'rank' }],
  ['x-gives-stored', list, ['rank', 'medals'], ['rank']],
  ['x-repeatable', list, 'it only reads', 'nothing is written'],
  ['x-max-body-bytes', create, 300, 400],
  ['x-read-scopes', `${schemas} AuditEntry`, { pilot: 'a' }, { pilot: 'a', plane: 'b' }],
  ['x-error-codes', list, ['pilot_not_found'], ['pilot_not_found', 'pilot_left']],
  ['x-hint', request, 'must be short', 'must be shorter'],
  ['x-no-etag', list, 'it changes', undefined],
]

function keywordFaults([keyword, place, old, now]: (typeof keywords)[number]): string[] {
  const [before, after] = [old, now].map((value) =>
    changed([`${schemas} AuditEntry`, { type: 'object' }], [`${place} ${keyword}`, value]),
  )
  if (!before || !after) throw new Error('two contracts')
  const { faults } = changesSince(recorded(before), after, '2.0.0', '2026-11-23', [])
  return faults.map(({ rule }) => rule)
}

describe('a keyword', () => {
  it.each(keywords)('%s of %s is refused: %j became %j', (...one) => {
    expect(keywordFaults(one)).toEqual([expect.stringContaining(` has the ${one[0]} `)])
  })

  it.each(harmless)('%s of %s is accepted: %j became %j', (...one) => {
    expect(keywordFaults(one)).toEqual([])
  })

  it('that no table has is named with its first place', () => {
    const next = changed([`${request} properties note x-speed`, 5], [`${request} x-speed`, 5])
    expect(since(next).faults).toContainEqual(
      expect.objectContaining({
        where: ['components', 'schemas', 'PilotCreate', 'properties', 'note', 'x-speed'],
        rule: 'x-speed is in no table of keywords, so changes of it would not be compared.',
      }),
    )
  })
})

describe('after a planned change', () => {
  it('of a type, the rest of the schema is compared', () => {
    const limit = `${request} properties hours`
    const next = changed([`${limit} type`, 'string'], [`${limit} default`, '7'], [`${limit} x-clamp`, 50])
    const planned = ['PilotCreate.hours has the type string instead of integer.']
    expect(since(next, '2.0.0', '2026-11-23', planned).faults.map(({ rule }) => rule)).toEqual([
      'PilotCreate.hours has the default "7" instead of 0.',
      'PilotCreate.hours has the x-clamp 50 instead of none.',
    ])
  })

  it('of a pattern, another pattern is refused', () => {
    const next = changed([`${request} properties name pattern`, '^a$'])
    const planned = ['PilotCreate.name has the pattern "^b$" instead of "^[a-z]+$".']
    expect(since(next, '2.0.0', '2026-11-23', planned).faults.map(({ rule }) => rule)).toEqual([
      'PilotCreate.name has the pattern "^a$" instead of "^[a-z]+$".',
      `${planned[0]} is planned, but no such change was made.`,
    ])
  })

  it('of alternatives, each alternative is compared with the nearest one', () => {
    const next = changed([`${schemas} PilotId oneOf`, [{ type: 'string', maxLength: 3 }, { type: 'integer' }]])
    const planned = ['PilotId has other alternatives in its request.']
    expect(since(next, '2.0.0', '2026-11-23', planned).faults.map(({ rule }) => rule)).toEqual([
      'PilotId.oneOf.0 has the maxLength 3 instead of none.',
    ])
  })
})

describe('a version', () => {
  const addition: Change = [`${list} responses 503`, {}]
  const narrowing: Change = [`${request} properties name maxLength`, 10]
  const rule = 'PilotCreate.name has the maxLength 10 instead of 20.'
  const faultsOf = (changes: Changes): string[] => changes.faults.map((fault) => fault.rule)
  const tooLow = (version: string): string =>
    `The version ${version} in package.json is too low for the changes since the last release.`

  it('is a new minor one for an addition, also before the release', () => {
    expect(faultsOf(since(changed(addition), '1.2.4'))).toEqual([tooLow('1.2.4')])
    expect(faultsOf(since(changed(addition), '1.3.0'))).toEqual([])
  })

  it('is a new major one for a planned breaking change', () => {
    expect(faultsOf(since(changed(narrowing), '1.3.0', '2026-11-23', [rule]))).toEqual([tooLow('1.3.0')])
    expect(faultsOf(since(changed(narrowing), '2.0.0', '2026-11-23', [rule]))).toEqual([])
  })

  it('does not accept a breaking change that is not planned', () => {
    expect(faultsOf(since(changed(narrowing), '2.0.0'))).toEqual([rule])
  })

  it('stays the prepared one while the release is not made', () => {
    const prepared: Release = { ...release, version: '2.0.0' }
    const changesOf = (change: Change): Changes =>
      changesSince(prepared, changed(change), '2.0.0', '2026-11-23', [{ reason: 'x', changes: [rule] }])
    expect(changesOf(narrowing)).toEqual({ faults: [], next: '2.0.0', breakingCount: 1 })
    expect(changesSince(prepared, changed(addition), '1.3.0', '2026-11-23', []).faults).toHaveLength(1)
  })

  it('is not below the released one', () => {
    expect(faultsOf(since(small, '1.2.2'))).toEqual([tooLow('1.2.2')])
  })

  it('is a new one at a release', () => {
    expect(releaseFaults(since(small, '1.2.3'), '1.2.3').map((fault) => fault.rule)).toEqual([tooLow('1.2.3')])
    expect(releaseFaults(since(small, '1.2.4'), '1.2.4')).toEqual([])
  })

  it('refuses a plan for a change that was not made', () => {
    expect(faultsOf(since(small, '1.2.3', '2026-11-23', [rule]))).toEqual([
      `${rule} is planned, but no such change was made.`,
    ])
  })
})

describe('notice', () => {
  const faultsOf = (today: string, ...changes: readonly Change[]): string[] => {
    const rules = since(changed(...changes), '2.0.0', today).faults.map(({ rule }) => rule)
    return rules.filter((rule) => !rule.endsWith(') was removed.'))
  }
  const removal: Change = [remove, undefined]

  it('lets a deprecated operation go after its sunset', () => {
    expect(faultsOf('2026-08-31', removal)).toEqual(['deletePilot was removed before its sunset, 2026-09-01.'])
    expect(faultsOf('2026-09-01', removal)).toEqual([])
  })

  it('refuses the removal of an operation that was not deprecated, in any version', () => {
    expect(faultsOf('2026-11-23', [list, undefined])).toEqual(['listPilots was removed without deprecation.'])
  })

  it('refuses an earlier sunset than announced', () => {
    expect(faultsOf('2026-11-23', [`${remove} x-deprecated sunset`, '2026-08-01'])).toEqual([
      'The sunset of deletePilot moved from 2026-09-01 to 2026-08-01.',
    ])
  })

  it('begins after the last release, which did not announce it', () => {
    const begun = (day: string): Change => [`${list} x-deprecated`, { since: day, sunset: '2027-09-01' }]
    expect(faultsOf('2026-11-23', begun('2026-05-31'))).toEqual([
      'listPilots is deprecated since 2026-05-31, before the release of 2026-06-01 that did not announce it.',
    ])
    expect(faultsOf('2026-11-23', begun('2026-06-01'))).toEqual([])
  })
})

it('a removed operation that was recorded, but not released, can be planned', () => {
  const gone = changed([list, undefined])
  const planned = ['listPilots was removed without deprecation.', '/v1/pilots.get (listPilots) was removed.']
  expect(since(gone, '2.0.0', '2026-11-23', planned).faults).toEqual([])
})

describe('the record', () => {
  const contract = read('../../../openapi.yaml')

  it('has a line for each operation, schema and header, and is the same after it was read', () => {
    const text = printRelease(contract, '1.2.3', '2026-06-01', release.last)
    const names = text.split('\n').map((line) => line.slice(0, line.indexOf(': ')))
    const { schemas, headers } = contract.components
    const places = operationsOf(contract).map(({ method, path: at }) => `${method.toUpperCase()} ${at}`)
    const all = [...places, ...Object.keys(schemas), ...Object.keys(headers)].map((name) => JSON.stringify(name))
    expect(all.filter((name) => !names.includes(name))).toEqual([])
    expect(recordOf(parseRelease(text).contract)).toEqual(recordOf(contract))
    expect(breakingChanges(parseRelease(text).contract, contract)).toEqual([])
  })

  it('is the same however the document orders and shares its parts', () => {
    const reversed = <T extends object>(node: T): T => Object.fromEntries(Object.entries(node).reverse()) as T
    const paths = structuredClone(contract.paths) as Record<string, Record<string, Operation>>
    for (const operation of operationsOf(contract)) {
      const responses = responsesOf(contract, operation).map(({ status, node }) => [status, node])
      const written = { ...operation.node, responses: Object.fromEntries(responses) as Operation['responses'] }
      paths[operation.path] = { ...paths[operation.path], [operation.method]: written }
    }
    const { components } = contract
    const schemas = reversed(components.schemas)
    const rewritten = { ...contract, paths: reversed(paths), components: { ...components, schemas, responses: {} } }
    expect(recordOf(rewritten)).toEqual(recordOf(contract))
  })

  it('has the codes of each operation and status', () => {
    const { responses } = recordOf(contract).operations['POST /v2/members/{userId}/medals'] ?? { responses: {} }
    expect(responses['404']?.['x-error-codes']).toContain('medal_not_found')
    expect(responses['409']?.['x-error-codes']).toContain('medal_limit_reached')
  })

  it('is refused when it does not name its release', () => {
    expect(() => parseRelease('{"version":"4.0.0"}')).toThrow('does not name its version')
  })
})

it('openapi.yaml keeps what was recorded', () => {
  const contract = read('../../../openapi.yaml')
  expect(breakingChanges(contract, contract)).toEqual([])
  expect(changesSince(readRelease(), contract, readVersion(), new Date().toISOString().slice(0, 10)).faults).toEqual([])
})

it('a recorded contract has no planned changes left', () => {
  const declaration = 'export const planned: readonly string[] = ['
  const text = (list: string): string =>
    `// Plans.\n${list === '' ? '' : '\nconst shared = [1]\n'}\n/** By reason. */\n${declaration}${list}]\n`
  expect(withoutPlans(text("\n  { reason: 'a [b] = [c]', changes: [] },\n"))).toBe(text(''))
  expect(withoutPlans(text(''))).toBe(text(''))
})
