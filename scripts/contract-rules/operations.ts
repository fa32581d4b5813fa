// Rules about operations.
import { bodyLimitsOf } from '../body-limits'
import { bodyOf, mediaOf, operationsOf, parametersOf, responsesOf } from './document'
import type { Contract, Fault, FoundOperation, Path, Rule } from './document'

type OperationRule = (operation: FoundOperation, contract: Contract) => readonly Fault[]

const each =
  (rule: OperationRule): Rule =>
  (contract) =>
    operationsOf(contract).flatMap((operation) => rule(operation, contract))

const fault = (where: Path, rule: string, fix: string): Fault => ({ where, rule, fix })

/** The scope that a session of an applicant stands for. */
const APPLICANTS_MAY = 'applications.submit'

const isText = (text: string | undefined): boolean => /\S/.test(text ?? '')

/** The `security` of an operation with these alternatives, each of schemes without scopes. */
const asks = (...alternatives: readonly (readonly string[])[]): string =>
  JSON.stringify(alternatives.map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []]))))

const KEY = ['bearerAuth', 'communityId']
const WITHOUT_SCOPE = [asks(['platformSignature']), asks(), asks(['session']), asks(['applicant'])]

/** The credentials that an operation with this scope may have. */
function credentialsOf(id: string, scope: string | null): readonly string[] {
  if (scope === null) return WITHOUT_SCOPE
  if (scope === 'any' && id === 'getKey') return [asks(KEY)]
  const usual = asks(KEY, ['session'])
  return scope === APPLICANTS_MAY ? [usual, asks(KEY, ['session'], ['applicant'])] : [usual]
}

function security({ at, node, id }: FoundOperation, { components }: Contract): Fault[] {
  const { security: given = [], 'x-required-scope': scope } = node
  const scopes = components.securitySchemes.bearerAuth['x-scopes']
  if (scope === undefined || (scope !== null && scope !== 'any' && !(scope in scopes))) {
    const fix = 'Name one of components.securitySchemes.bearerAuth.x-scopes, or add a scope there.'
    return [fault([...at, 'x-required-scope'], `${id} has no x-required-scope that exists.`, fix)]
  }
  const allowed = credentialsOf(id, scope)
  if (allowed.includes(JSON.stringify(given))) return []
  const rule = `${id} requires other credentials than operations with its x-required-scope.`
  return [fault(at, rule, `Set security: ${allowed.join(', or ')}.`)]
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

function replica(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id, method } = operation
  if (!node['x-read-replica']) return []
  const names = parametersOf(contract, operation).map((parameter) => parameter.node.name)
  const isList = method === 'get' && /^list/.test(id) && names.includes('cursor') && names.includes('limit')
  // only the primary database knows the order of the feed
  if (isList && !node.tags?.includes('audit')) return []
  const rule = `${id} has x-read-replica, but is no list with a cursor and a limit outside the audit log.`
  return [fault([...at, 'x-read-replica'], rule, 'Remove x-read-replica.')]
}

/**
 * A POST takes an Idempotency-Key, or says why a repetition does no harm, or what a caller does when the answer is
 * lost.
 */
function retries(operation: FoundOperation, contract: Contract): Fault[] {
  const { at, node, id, method } = operation
  if (method !== 'post') return []
  const { 'x-extension': isExtension, 'x-access-limited': isLimited } = node
  const takesKey = parametersOf(contract, operation).some((parameter) => parameter.node.name === 'Idempotency-Key')
  const isRepeatable = isText(node['x-repeatable'])
  if (isExtension && takesKey && isRepeatable) {
    return [fault(at, `${id} takes an Idempotency-Key and has x-repeatable.`, 'Remove x-repeatable.')]
  }
  if (takesKey || isRepeatable) return []
  if (isExtension) {
    const fix = "Add { $ref: '#/components/parameters/RetryKey' }, or x-repeatable: why a repetition changes nothing."
    return [fault(at, `${id} takes no Idempotency-Key.`, fix)]
  }
  if (isLimited || isText(node['x-safe-repeat'])) return []
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

export const operationRules: Readonly<Record<string, Rule>> = {
  'an operation requires credentials and a scope': each(security),
  'an operation shows examples': each(examples),
  'a POST can be repeated': each(retries),
  'a replica serves lists in pages': each(replica),
  'an operation states its body limit': each(bodyLimit),
}
