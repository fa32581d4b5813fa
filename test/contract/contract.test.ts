// openapi.yaml has what the specification requires, and is served.
import { rules, type Contract } from '../../scripts/contract-rules'
import { operationsOf, type FoundOperation } from '../../scripts/contract-rules/document'
import { printFaults, readYaml } from '../../scripts/contract-rules/lines'
import { operationTable, signInTable, scopes } from '../../generated/operations'
import { errorSentences } from '../../generated/error-sentences'
import { errorEffect, errorStatus } from '../../generated/errors'
import { loadContract } from '../../src/contract/document'
import { IndexedRouter, toApiRequest } from '../../src/contract/router'
import { handlers } from '../../src/http/handlers'
import { breaches, type Change } from './breaches'

const contract = loadContract() as unknown as Contract
const { components } = contract
const operations = operationsOf(contract)

describe('the document', () => {
  it('is version 3.0.0 of the interface', () => {
    expect(contract.info.version).toBe('3.0.0')
  })

  it('has every error code of the specification', () => {
    expect(components.schemas.ErrorCode.enum).toEqual(expect.arrayContaining(codesOfTheSpecification))
  })

  it('has an operation for every member, rank and application route of the specification', () => {
    const routes = operations.map(({ method, path, node }) => [
      `${method.toUpperCase()} ${path}`,
      node['x-required-scope'],
      node['x-feature'],
    ])
    expect(routes).toEqual(expect.arrayContaining(routesOfTheSpecification))
  })
})

const codesOfTheSpecification = [
  // authentication and entitlement
  'missing_credentials',
  'unauthorized',
  'api_disabled',
  'key_disabled',
  'legacy_key_unsupported',
  'insufficient_scope',
  'entitlement_required',
  'api_access_unavailable',
  'feature_unavailable',
  // routing, validation, dependencies, limits
  'route_not_found',
  'validation_failed',
  'dependency_unavailable',
  'data_rights_unavailable',
  'rate_limit_exceeded',
  'member_not_found',
  // connection and medals
  'platform_cloud_not_configured',
  'platform_cloud_reconnect_required',
  'platform_cloud_refresh_pending',
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_rate_limited',
  'platform_cloud_timeout',
  'platform_cloud_unavailable',
  'medal_limit_reached',
  // outcomes of scheduled operations
  'deadline-cancelled-before-dispatch',
  'outcome-pending-check-status',
  'provider-rejected-408',
  'queue-full',
  'provider-rejected-429',
  'authorization-intervention-required',
  'actor-authorization-revoked',
  'roblox_scheduler_unavailable',
  // asynchronous endpoint
  'scheduler_disabled',
  'scheduler-disabled',
  'scheduler-unavailable',
]

const routesOfTheSpecification = [
  ['GET /v2/members', 'members.read', 'members'],
  ['GET /v2/members/{userId}', 'members.read', 'members'],
  ['POST /v2/members/{userId}/experience', 'members.experience.write', 'experience'],
  ['POST /v2/members/{userId}/quota-points', 'members.quota.write', 'quota'],
  ['PUT /v2/members/{userId}/rank', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/rank/promote', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/rank/demote', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/medals', 'members.medals.write', 'medals'],
  ['DELETE /v2/members/{userId}/medals/{name}', 'members.medals.write', 'medals'],
  ['POST /v2/members/{userId}/qualifications', 'members.qualifications.write', 'qualifications'],
  ['DELETE /v2/members/{userId}/qualifications/{name}', 'members.qualifications.write', 'qualifications'],
  ['GET /v2/ranks', 'ranks.read', 'ranks'],
  ['GET /v2/applications', 'applications.read', null],
  ['POST /v2/applications', 'applications.write', null],
  ['GET /v2/applications/templates', 'applications.write', null],
  ['POST /v2/applications/templates', 'applications.write', null],
  ['DELETE /v2/applications/templates/{templateId}', 'applications.write', null],
  ['POST /v2/applications/{applicationId}/duplicate', 'applications.write', null],
  ['GET /v2/applications/{applicationId}', 'applications.read', null],
  ['GET /v2/applications/{applicationId}/configuration', 'applications.write', null],
  ['PUT /v2/applications/{applicationId}', 'applications.write', null],
  ['DELETE /v2/applications/{applicationId}', 'applications.write', null],
  ['POST /v2/applications/{applicationId}/open', 'applications.submit', null],
  ['POST /v2/applications/{applicationId}/responses', 'applications.submit', null],
  ['POST /v2/applications/{applicationId}/status', 'applications.submit', null],
  ['GET /v2/applications/{applicationId}/responses', 'applications.responses.read', null],
  ['GET /v2/applications/{applicationId}/responses/{responseId}', 'applications.responses.read', null],
  ['POST /v2/applications/{applicationId}/responses/{responseId}/review', 'applications.responses.review', null],
]

/** Statuses that the specification requires. */
const statusesOfTheSpecification: Record<string, number> = {
  validation_failed: 400,
  insufficient_scope: 403,
  route_not_found: 404,
  rate_limit_exceeded: 429,
  platform_cloud_not_configured: 409,
  platform_cloud_reconnect_required: 409,
  platform_cloud_refresh_pending: 503,
  platform_cloud_configuration_unavailable: 502,
  platform_cloud_credentials_invalid: 502,
  platform_cloud_rate_limited: 429,
  platform_cloud_timeout: 504,
  platform_cloud_unavailable: 502,
  medal_limit_reached: 409,
  'deadline-cancelled-before-dispatch': 409,
  'outcome-pending-check-status': 504,
  'provider-rejected-408': 504,
  'queue-full': 429,
  'provider-rejected-429': 429,
  'authorization-intervention-required': 502,
  'actor-authorization-revoked': 403,
  roblox_scheduler_unavailable: 503,
  scheduler_disabled: 503,
  'scheduler-disabled': 503,
  'scheduler-unavailable': 503,
}

it.each(Object.entries(statusesOfTheSpecification))('sends %s with %d', (code, status) => {
  expect(errorStatus[code as keyof typeof errorStatus]).toBe(status)
})

describe('the rules', () => {
  const changed = (changes: readonly Change[]): Contract =>
    changes.reduce((document, [at, value]) => withChange(document, at.split(' '), value), contract)

  /**
   * Changes a copy of the document; undefined removes the node. Copies only the nodes on the way: the document is
   * large.
   */
  function withChange<Node extends object>(node: Node, [step = '', ...rest]: readonly string[], value: unknown): Node {
    const copy = (Array.isArray(node) ? node.slice() : { ...node }) as Record<string, unknown>
    if (rest.length > 0) copy[step] = withChange(copy[step] as object, rest, value)
    else if (value === undefined) delete copy[step]
    else copy[step] = value
    return copy as Node
  }

  it('are each broken below', () => {
    expect([...new Set(breaches.map(({ rule }) => rule))].sort()).toEqual(Object.keys(rules).sort())
  })

  it.each(breaches.map((breach) => [`${breach.rule}: ${breach.fault}`, breach] as const))(
    'report a breach of "%s"',
    (_, { rule, changes, fault }) => {
      const faults = rules[rule]?.(changed(changes)) ?? []
      expect([...new Set(faults.map((one) => one.rule))]).toEqual([fault])
      for (const { where, fix } of faults) expect([where.length > 0, fix]).toEqual([true, expect.stringMatching(/\.$/)])
    },
  )

  it('name the line of the document, or that of the node which lacks something', () => {
    const text = [
      'openapi: 3.0.3',
      'info:',
      '  version: 3.0.0',
      'tags:',
      '  - name: members',
      'paths:',
      '  /v2/ranks:',
      '    get:',
      '      operationId: listRanks',
    ].join('\n')
    const faults = [
      { where: ['paths', '/v2/ranks', 'get', 'operationId'], rule: 'Wrong.', fix: 'Change it.' },
      { where: ['tags', 0, 'description'], rule: 'None.', fix: 'Add one.' },
      { where: ['info', 'nothing', 'below'], rule: 'None.', fix: 'Add one.' },
    ]
    expect(printFaults('openapi.yaml', faults, readYaml(text)).split('\n')).toEqual([
      'openapi.yaml:2: None. Add one.',
      'openapi.yaml:5: None. Add one.',
      'openapi.yaml:9: Wrong. Change it.',
    ])
    expect(() => readYaml('a: [1')).toThrow(/line 1/)
  })
})

const router = new IndexedRouter(loadContract())

const refers = ({ parameters = [] }: FoundOperation['node'], name: string): boolean =>
  parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`)

/** Secrets that an answer shows, once. */
const secretsShown: Readonly<Record<string, readonly string[]>> = {
  createKey: ['key'],
  createPerson: ['invitation'],
  invitePerson: ['invitation'],
  rotateKey: ['key'],
  createWebhook: ['secret'],
  rotateWebhookSecret: ['secret'],
}

it.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s has a handler, a route, and the same facts in the generated table',
  (operationId: string, { method, path, node }: FoundOperation) => {
    expect(Object.keys(handlers)).toContain(operationId)
    const url = path.replace(/\{[^}]+\}/g, 'x')
    expect(router.matchOperation(toApiRequest(method.toUpperCase(), url, {}))?.operationId).toBe(operationId)
    const tables = { ...operationTable, ...signInTable }
    expect(tables[operationId as keyof typeof tables]).toEqual({
      method,
      path,
      tag: node.tags?.[0],
      scope: node['x-required-scope'],
      feature: node['x-feature'],
      maxBodyBytes: node['x-max-body-bytes'] ?? contract['x-max-body-bytes'],
      maxBodyValues: expect.any(Number) as number,
      takesSession: node.security?.some((schemes) => 'session' in schemes) ?? false,
      takesApplicant: node.security?.some((schemes) => 'applicant' in schemes) ?? false,
      accessLimited: node['x-access-limited'] ?? false,
      needsProof: node['x-needs-proof'] ?? false,
      readReplica: node['x-read-replica'] ?? false,
      takesKey: refers(node, 'RetryKey'),
      secrets: secretsShown[operationId] ?? [],
      repeatable: 'x-repeatable' in node,
      safeRepeat: (node as { 'x-safe-repeat'?: string })['x-safe-repeat'] ?? null,
      hasEtag: refers(node, 'IfNoneMatch'),
      guardedBy: refers(node, 'IfMatch') ? contract.paths[path]?.['get']?.operationId : null,
    })
  },
)

describe('what is generated or served', () => {
  it('has no operation and no scope that the contract lacks', () => {
    const ids = operations.map(({ id }) => id).sort()
    expect(Object.keys({ ...operationTable, ...signInTable }).sort()).toEqual(ids)
    expect(Object.keys(handlers).sort()).toEqual(ids)
    expect(scopes).toEqual(components.securitySchemes.bearerAuth['x-scopes'])
    expect(Object.keys(errorStatus).sort()).toEqual([...components.schemas.ErrorCode.enum].sort())
    const generated = Object.entries(errorStatus).map(([code, status]) => {
      const of = code as keyof typeof errorStatus
      return [code, { status, effect: errorEffect[of], sentence: errorSentences[of] }]
    })
    expect(components.schemas.ErrorCode['x-errors']).toMatchObject(Object.fromEntries(generated))
  })
})
