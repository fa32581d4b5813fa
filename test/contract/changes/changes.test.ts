// Breaking changes of the contract, its versions, and notice before an operation ends.
import fs from 'node:fs'
import path from 'node:path'
import { changesSince, releaseFaults } from '../../../scripts/contract-changes/changes'
import { breakingChanges } from '../../../scripts/contract-changes/operations'
import { readRelease } from '../../../scripts/contract-changes/run'
import type { Contract } from '../../../scripts/contract-rules'
import { nodeAt } from '../../../scripts/contract-rules/document'
import { readYaml } from '../../../scripts/contract-rules/lines'
import type { Change } from '../breaches'

const read = (...name: string[]): Contract =>
  readYaml(fs.readFileSync(path.resolve(__dirname, ...name), 'utf8')).value as Contract
const small = read('small.yaml')

/** undefined removes. */
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
    ['PilotCreate gained x-exactly-one-of.', [`${request} x-exactly-one-of`, ['note', 'hours']]],
    ['PilotCreate gained x-gives.', [`${request} x-gives`, { rank: 'rank' }]],
    [
      '/v1/pilots.get.x-required-scope is "pilots.write" instead of "pilots.read".',
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
    ['PilotCreate.name has another pattern.', [`${request} properties name pattern`, '^[a-c]+$']],
    ['PilotCreate.hours has another default.', [`${request} properties hours default`, 1]],
    ['PilotCreate.note accepts an enum only.', [`${request} properties note enum`, ['x']]],
    ['PilotCreate.note may no longer be null.', [`${request} properties note nullable`, undefined]],
    ['Pilot.name may be null in answers.', [`${pilot} properties name nullable`, true]],
    ['PilotId has other alternatives in its request.', [`${schemas} PilotId oneOf 1`, undefined]],
    ['Rank gained the value "major" in answers.', [`${schemas} Rank enum 2`, 'major']],
    ['Rank may gain values from now on.', [`${schemas} Rank x-open-enum`, true]],
    ['/v1/pilots.get gained the success 202.', [`${list} responses 202`, {}]],
    [
      'ErrorCode.x-error-status.pilot_not_found is 410 instead of 404.',
      [`${schemas} ErrorCode x-error-status pilot_not_found`, 410],
    ],
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
    expect(breakingChanges(small, next).map((fault) => fault.rule)).toContain(rule)
    const { faults } = changesSince({ contract: small, date: '2026-06-01' }, next, '2026-11-23', [])
    expect(faults.map((fault) => fault.rule)).toContain(rule)
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
  ['a value of an open enum', [`${schemas} ErrorCode enum 1`, 'pilot_asleep']],
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
  const found = changesSince({ contract: small, date: '2026-06-01' }, changed(...changes), '2026-11-23', [])
  expect(found).toEqual({ faults: [], next: '1.3.0', breakingCount: 0 })
})

it('needs a patch version only when texts change', () => {
  const next = changed([`${request} properties note description`, 'Any text.'])
  expect(changesSince({ contract: small, date: '2026-06-01' }, next, '2026-11-23', [])).toMatchObject({ next: '1.2.4' })
})

describe('a version', () => {
  const release = { contract: small, date: '2026-06-01' }
  const addition: Change = [`${list} responses 503`, {}]
  const narrowing: Change = [`${request} properties name maxLength`, 10]
  const rule = 'PilotCreate.name has the maxLength 10 instead of 20.'
  const faultsAt = (version: string, change: Change, planned: readonly string[] = []): string[] => {
    const next = changed(change, ['info version', version])
    const changes = changesSince(release, next, '2026-11-23', [{ reason: 'x', changes: planned }])
    return releaseFaults(changes, next).map((fault) => `${fault.rule} ${fault.fix}`)
  }
  const tooLow = (version: string, needed: string): string =>
    `The version ${version} is too low for the changes since the last release. Set info.version to ${needed} or higher.`

  it('is a new minor one for an addition', () => {
    expect(faultsAt('1.2.4', addition)).toEqual([tooLow('1.2.4', '1.3.0')])
    expect(faultsAt('1.3.0', addition)).toEqual([])
  })

  it('is a new major one for a breaking change, planned or not', () => {
    expect(faultsAt('1.3.0', narrowing, [rule])).toEqual([tooLow('1.3.0', '2.0.0')])
    expect(faultsAt('1.3.0', narrowing)).toHaveLength(2)
    expect(faultsAt('2.0.0', narrowing)).toEqual([])
  })

  it('is not below the released one', () => {
    const { faults } = changesSince(release, changed(['info version', '1.2.2']), '2026-11-23', [])
    expect(faults.map((fault) => fault.rule)).toEqual(['The version 1.2.2 is below the released 1.2.3.'])
  })

  it('refuses a plan for a change that was not made', () => {
    const { faults } = changesSince(release, small, '2026-11-23', [{ reason: 'x', changes: [rule] }])
    expect(faults.map((fault) => fault.rule)).toEqual([`${rule} is planned, but no such change was made.`])
  })
})

describe('notice', () => {
  const faultsOf = (today: string, ...changes: readonly Change[]): string[] => {
    const next = changed(['info version', '2.0.0'], ...changes)
    return changesSince({ contract: small, date: '2026-06-01' }, next, today, []).faults.map(({ rule }) => rule)
  }
  const removal: Change = [remove, undefined]

  it('lets a deprecated operation go after its sunset, in a new major version', () => {
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
    const since = (day: string): Change => [`${list} x-deprecated`, { since: day, sunset: '2027-09-01' }]
    expect(faultsOf('2026-11-23', since('2026-05-31'))).toEqual([
      'listPilots is deprecated since 2026-05-31, before the release of 2026-06-01 that did not announce it.',
    ])
    expect(faultsOf('2026-11-23', since('2026-06-01'))).toEqual([])
  })
})

it('openapi.yaml keeps what was released', () => {
  const contract = read('../../../openapi.yaml')
  expect(breakingChanges(contract, contract)).toEqual([])
  expect(changesSince(readRelease(), contract, new Date().toISOString().slice(0, 10)).faults).toEqual([])
})
