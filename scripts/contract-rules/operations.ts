// Rules about operations.
import { bodyLimitsOf } from '../body-limits'
import { bodyOf, isOfBrowser, isSignedByPlatform, mediaOf, operationsOf, parametersOf, responsesOf } from './document'
import type { Contract, Fault, FoundOperation, Path, Rule } from './document'
import { verbs } from './verbs'

type OperationRule = (operation: FoundOperation, contract: Contract) => readonly Fault[]

const each =
  (rule: OperationRule): Rule =>
  (contract) =>
    operationsOf(contract).flatMap((operation) => rule(operation, contract))

const fault = (where: Path, rule: string, fix: string): Fault => ({ where, rule, fix })

/** The scope that a session of an applicant stands for. */
const APPLICANTS_MAY = 'applications.submit'
const VERB_FIRST = new RegExp(`^(${verbs.join('|')})[A-Z][A-Za-z]*$`)
const STATUSES = ['400', '401', '403', '404', '429', '500']
/** No feature of a plan. */
const AREAS_WITHOUT_FEATURE = [
  'applicant-codes',
  'applicant-session',
  'applicants',
  'applications',
  'audit-entries',
  'identities',
  'key',
  'keys',
  'link-codes',
  'people',
  'staff-roles',
  'plans',
  'platform-connection',
  'session',
  'sessions',
  'settings',
  'sign-in',
  'verifications',
  'webhooks',
]

const isText = (text: string | undefined): boolean => /\S/.test(text ?? '')

/** Every scheme, without scopes. */
const asks = (...schemes: readonly string[]): string =>
  JSON.stringify([Object.fromEntries(schemes.map((scheme) => [scheme, []]))])

function security(operation: FoundOperation, { components }: Contract): Fault[] {
  const { at, node, id } = operation
  const { security = [], 'x-required-scope': scope } = node
  if (isSignedByPlatform(operation)) {
    const isRight = scope === null && JSON.stringify(security) === asks('platformSignature')
    const fix = 'Declare security: [{ platformSignature: [] }] alone, and x-required-scope: null.'
    return isRight ? [] : [fault(at, `${id} mixes the platform's signature with other credentials.`, fix)]
  }
  if (isOfBrowser(operation)) {
    const isRight = ['[]', asks('session'), asks('applicant')].includes(JSON.stringify(security))
    const fix = 'Declare security: [], [{ session: [] }] or [{ applicant: [] }] with x-required-scope: null.'
    return isRight ? [] : [fault(at, `${id} is of a browser, and has other credentials.`, fix)]
  }
  const keyed = { bearerAuth: [], communityId: [] }
  const ofApplicants = security.some((schemes) => 'applicant' in schemes) && scope === APPLICANTS_MAY
  const expected = [
    keyed,
    ...(scope === 'any' && id === 'getKey' ? [] : [{ session: [] }]),
    ...(ofApplicants ? [{ applicant: [] }] : []),
  ]
  const credentials = JSON.stringify(security) === JSON.stringify(expected)
  const scopes = components.securitySchemes.bearerAuth['x-scopes']
  const fixScope = 'Name one of components.securitySchemes.bearerAuth.x-scopes, or add a scope there.'
  return [
    ...(credentials
      ? []
      : [fault(at, `${id} does not require both credentials.`, `Set security: ${JSON.stringify(expected)}.`)]),
    ...(scope && (scope === 'any' || scope in scopes)
      ? []
      : [fault([...at, 'x-required-scope'], `${id} has no x-required-scope that exists.`, fixScope)]),
  ]
}

function feature(operation: FoundOperation): Fault[] {
  const { at, node, id, path } = operation
  const given = node['x-feature']
  const where = [...at, 'x-feature']
  const isExempt = isSignedByPlatform(operation) || AREAS_WITHOUT_FEATURE.includes(path.split('/')[2] ?? '')
  if (isExempt && given !== null) {
    return [fault(where, `${id} is in an area without a feature.`, 'Set x-feature: null.')]
  }
  if (!isExempt && !given) {
    const fix = 'Name the feature of the plan, or add the area to AREAS_WITHOUT_FEATURE in scripts/contract-rules.'
    return [fault(where, `${id} has no x-feature.`, fix)]
  }
  return []
}

function statuses({ at, node, id }: FoundOperation): Fault[] {
  const declared = Object.keys(node.responses)
  const where = [...at, 'responses']
  return [
    ...STATUSES.filter((status) => !declared.includes(status)).map((status) =>
      fault(where, `${id} does not declare ${status}.`, `Add '${status}' with a $ref to components.responses.`),
    ),
    ...declared
      .filter((status) => !/^[1-5]\d\d$/.test(status))
      .map((status) =>
        fault(
          [...where, status],
          `${id} declares ${status}, which is no status.`,
          'Declare each status by its number.',
        ),
      ),
  ]
}

function examples(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id } = operation
  const successes = responsesOf(contract, operation).filter(({ status }) => Number(status) < 300)
  const media = [...bodyOf(operation), ...successes.flatMap(mediaOf)]
  const fix = 'Add examples: { <name>: { value: … } } beside the schema.'
  if (media.length === 0 && !('204' in node.responses)) {
    return [fault(at, `${id} has no body and no 204.`, 'Declare the JSON of its success, or 204.')]
  }
  return media
    .filter((one) => Object.keys(one.node.examples ?? {}).length === 0)
    .map((one) => fault(one.at, `${id} has a body without an example.`, fix))
}

/** Generators name a body's type after its schema. */
function namedBodies(operation: FoundOperation, contract: Contract): Fault[] {
  return [...bodyOf(operation), ...responsesOf(contract, operation).flatMap(mediaOf)]
    .filter(({ node }) => node.schema.$ref === undefined)
    .map(({ at }) =>
      fault(
        [...at, 'schema'],
        `${operation.id} has a body whose schema has no name.`,
        "Move it to components.schemas, and refer to it with { $ref: '#/components/schemas/<Name>' }.",
      ),
    )
}

function parameters(operation: FoundOperation, contract: Contract): Fault[] {
  return parametersOf(contract, operation).flatMap(({ at, node }) => [
    ...('example' in node ? [] : [fault(at, `The parameter ${node.name} has no example.`, 'Add example: … to it.')]),
    ...(isText(node.description)
      ? []
      : [fault(at, `The parameter ${node.name} has no description.`, 'Add description: … to it.')]),
  ])
}

function replica(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id, method } = operation
  if (!node['x-read-replica']) return []
  const names = parametersOf(contract, operation).map((parameter) => parameter.node.name)
  const isList = method === 'get' && /^list/.test(id) && names.includes('cursor') && names.includes('limit')
  // only the primary knows the feed's order
  if (isList && !node.tags?.includes('audit')) return []
  const rule = `${id} has x-read-replica, but is no list with a cursor and a limit outside the audit log.`
  return [fault([...at, 'x-read-replica'], rule, 'Remove x-read-replica.')]
}

/** Or a reason why a repetition does no harm. */
function retries(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id, method } = operation
  if (method !== 'post' || !node['x-extension']) return []
  const takesKey = parametersOf(contract, operation).some((parameter) => /^idempotency-key$/i.test(parameter.node.name))
  if (takesKey !== isText(node['x-repeatable'])) return []
  const rule = `${id} ${takesKey ? 'takes an Idempotency-Key and has x-repeatable.' : 'takes no Idempotency-Key.'}`
  const fix =
    "Add { $ref: '#/components/parameters/RetryKey' }, or x-repeatable: why a repetition changes nothing; not both."
  return [fault(at, rule, fix)]
}

/** What a caller does when the answer of a POST that takes no key is lost. */
function safeRepeats(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id, method } = operation
  if (method !== 'post' || isText(node['x-repeatable']) || isText(node['x-safe-repeat'])) return []
  const takesKey = parametersOf(contract, operation).some((parameter) => /^idempotency-key$/i.test(parameter.node.name))
  if (takesKey || node['x-access-limited']) return []
  const fix = 'Add x-safe-repeat: what the caller does instead of sending it with an Idempotency-Key.'
  return [fault(at, `${id} takes no Idempotency-Key and names no safe way to repeat it.`, fix)]
}

/** The document states the limit that follows from the schema. */
function bodyLimit({ at, node, id }: FoundOperation, contract: Contract): Fault[] {
  const { 'x-max-body-bytes': stated, requestBody } = node
  const fallback = contract['x-max-body-bytes']
  const { maxBodyBytes } = bodyLimitsOf(requestBody?.content['application/json']?.schema, contract, fallback)
  const expected = maxBodyBytes === fallback ? undefined : maxBodyBytes
  if (stated === expected) return []
  const fix = expected === undefined ? 'Remove x-max-body-bytes.' : `Set x-max-body-bytes: ${expected}.`
  return [fault([...at, 'x-max-body-bytes'], `The body limit of ${id} does not follow from its schema.`, fix)]
}

function uniqueIds(contract: Contract): Fault[] {
  const operations = operationsOf(contract)
  const first = new Map([...operations].reverse().map((operation) => [operation.id, operation]))
  return operations
    .filter((operation) => first.get(operation.id) !== operation)
    .map(({ at, id }) => fault([...at, 'operationId'], `Another operation is called ${id}.`, 'Choose another name.'))
}

export const operationRules: Readonly<Record<string, Rule>> = {
  'an operation has one tag': each(({ at, node, id }) =>
    node.tags?.length === 1
      ? []
      : [fault([...at, 'tags'], `${id} does not have exactly one tag.`, 'Set tags: [<tag>].')],
  ),
  'an operationId begins with a verb': each(({ at, id }) => {
    const fix = `Begin it with ${verbs.join(', ')}, or add the verb to scripts/contract-rules/verbs.ts.`
    return VERB_FIRST.test(id) ? [] : [fault([...at, 'operationId'], `${id} is no camelCase name with a verb.`, fix)]
  }),
  'an operationId is unique': uniqueIds,
  'an operation has a summary': each(({ at, node, id }) =>
    /^[A-Z].*[^.]$/.test(node.summary ?? '')
      ? []
      : [
          fault(
            [...at, 'summary'],
            `${id} has no summary in its form.`,
            'Begin it with a capital; end it without a full stop.',
          ),
        ],
  ),
  'an operation has a description': each(({ at, node, id }) =>
    isText(node.description) ? [] : [fault(at, `${id} has no description.`, 'Add description: … to it.')],
  ),
  'an operation requires credentials and a scope': each(security),
  'an operation names its feature': each(feature),
  'an operation declares its statuses': each(statuses),
  'an operation shows examples': each(examples),
  'a body has a named schema': each(namedBodies),
  'a parameter has an example and a description': each(parameters),
  'an extension can be repeated': each(retries),
  'a POST without key names its safe way': each(safeRepeats),
  'a replica serves lists in pages': each(replica),
  'an operation states its body limit': each(bodyLimit),
}
