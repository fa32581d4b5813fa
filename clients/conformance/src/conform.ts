// A run: the checks in the order of their dependencies.
import type { Contract, Operation } from './contract'
import { checkFields } from './fields'
import { checkNewKey } from './keys'
import { checkPlaces } from './leaderboard'
import { isPaged, checkPagination } from './lists'
import { checkRateLimit } from './limits'
import * as refusals from './refusals'
import { bodiesOf, missingIds, pathOf, toSent } from './requests'
import { itemsOf, lastLiteral, placesOf } from './resources'
import { checkEtag } from './retries'
import { NoVerdict, UsageError } from './errors'
import { ask, credentials, makeIds, type Session, type Settings } from './session'
import type { Wire } from './http'
import { succeed } from './successes'

export interface RunParts {
  readonly contract: Contract
  readonly wire: Wire
  readonly settings: Settings
  /** operationIds; null: all. */
  readonly only: readonly string[] | null
  readonly say: (message: string) => void
}

/** @throws when the deployment is unreachable, the key is rejected, or an operation is unknown */
export async function conform({ contract, wire, settings, only, say }: RunParts): Promise<Session> {
  const unknown = only?.find((id) => !contract.operations.some((operation) => operation.id === id))
  if (unknown !== undefined) throw new UsageError(`The contract has no operation '${unknown}'.`)
  const chosen = contract.operations.filter(({ id }) => only?.includes(id) ?? true)
  const session: Session = {
    ...{ contract, chosen, wire, settings, say, checks: [], notes: [], ranks: [], ids: makeIds() },
    ...{ succeeded: new Set(), reasons: new Map() },
  }
  await checkAccess(session)
  const allowed = chosen.filter((operation) => settings.write || operation.method === 'GET')
  for (const operation of chosen.filter((one) => !allowed.includes(one))) {
    session.reasons.set(operation.id, 'a write: needs --write')
  }
  say(`${allowed.length} of ${chosen.length} operations, ${settings.write ? 'reads and writes' : 'reads only'}`)
  await collectIds(session)
  await succeed(
    session,
    allowed.filter((operation) => isAllowed(session, operation)),
  )
  const ended = `${session.succeeded.size} operations succeeded; checking their errors`
  say(`${ended}. ${paceOf(allowed, settings)}`)
  for (const [index, operation] of allowed.entries()) {
    say(`${String(index + 1).padStart(3)}/${allowed.length} ${operation.id}`)
    await refuses(session, operation)
  }
  await checkDeploymentErrors(session)
  if (settings.rateLimit) await checkRateLimit(session)
  return session
}

/** The run fails without it. */
async function checkAccess({ contract, wire, settings }: Session): Promise<void> {
  const first = contract.operations.find(({ reads, scope, path }) => reads && scope !== null && !path.includes('{'))
  if (!first) throw new UsageError('The contract has no read operation.')
  const headers = { Authorization: `Bearer ${settings.key}`, 'X-Community-Id': settings.community }
  const answer = await wire
    .send({ method: 'GET', path: first.path, headers })
    .catch((error: Error & { code?: string }) => {
      throw new NoVerdict(
        `The server cannot be reached: ${error.message || error.code}. Is it running, and is --url right?`,
      )
    })
  if (answer.status === 401) {
    throw new NoVerdict(
      'The server does not accept this key for this community (401). Are --key and --community right?',
    )
  }
  if (answer.status !== 200 && answer.body === undefined) {
    throw new NoVerdict(`The server answers ${first.path} with ${answer.status} and no JSON. Is --url right?`)
  }
}

/** Lists first: they contain ids. */
async function collectIds(session: Session): Promise<void> {
  const needed = new Set(session.chosen.flatMap((operation) => placesOf(operation)).map(({ collection }) => collection))
  const lists = session.contract.operations.filter(
    ({ reads, path, scope }) => reads && scope !== null && !path.includes('{'),
  )
  for (const operation of lists) {
    if (!session.settings.write && !needed.has(lastLiteral(operation.path))) continue
    const answer = await session.wire.send(toSent(session, operation, {})).catch(() => null)
    if (answer?.status !== 200) continue
    session.ids.collect(session.contract, operation, answer)
    if (lastLiteral(operation.path) !== 'ranks') continue
    for (const { uniqueId, rankId, assignable } of itemsOf(answer.body)) {
      if (assignable === true) session.ranks.push({ uniqueId: Number(uniqueId), rankId: Number(rankId) })
    }
  }
}

/** The options allow a request that succeeds. */
function isAllowed({ settings, reasons }: Session, operation: Operation): boolean {
  if (operation.scope === null && settings.platformSecret === null) {
    reasons.set(operation.id, 'signed by the platform: needs --platform-secret')
    return false
  }
  const calls = operation.body?.schema.required?.includes('url') === true
  if (calls && settings.write && settings.webhookUrl === null) {
    reasons.set(operation.id, 'calls an address: needs --webhook-url')
    return false
  }
  if (settings.write || operation.reads) return true
  reasons.set(operation.id, 'a read that may write: needs --write')
  return false
}

/** Most of the time of a run against a server with limits. */
function paceOf(operations: readonly Operation[], { quick }: Settings): string {
  const requests = operations.length * (quick ? 1 : 4)
  const minutes = Math.ceil(requests / 60)
  return `${requests} of the requests have no valid key: where 60 a minute of these are allowed, they take about ${minutes} min`
}

async function refuses(session: Session, operation: Operation): Promise<void> {
  if (operation.scope === null) return refusals.checkUnsigned(session, operation)
  await refusals.checkUnauthorized(session, operation)
  await refusals.checkMissingScope(session, operation)
  await refusals.checkActing(session, operation)
  await refusals.checkInvalidParameters(session, operation)
  await refusals.checkInvalidBodies(session, operation)
  if (session.settings.write || operation.reads) await refusals.checkUnknownIds(session, operation)
  await checkNewKey(session, operation)
  if (session.succeeded.has(operation.id)) await checkFields(session, operation)
  if (isPaged(operation) && missingIds(session, operation).length === 0) await checkPagination(session, operation)
  if (operation.reads && session.succeeded.has(operation.id)) {
    const head = { ...toSent(session, operation, { path: pathOf(session, operation) }), method: 'HEAD' }
    await ask(session, operation, 'HEAD as GET', head, { statuses: [operation.success] })
    await checkEtag(session, operation, pathOf(session, operation))
    await checkPlaces(session, operation)
  }
}

/** Unknown paths and methods; a body that is too large. */
async function checkDeploymentErrors(session: Session): Promise<void> {
  const nowhere = { statuses: [404], codes: ['route_not_found'] }
  const path = '/v2/conformance-unknown'
  await ask(session, null, '404: an unknown path', { method: 'GET', path, headers: {} }, nowhere)
  await ask(
    session,
    null,
    '404: an unknown path, with a key',
    { method: 'GET', path, headers: credentials(session) },
    nowhere,
  )
  const largest = new Map<number, Operation>()
  for (const operation of session.chosen) {
    if (operation.body && operation.scope !== null) largest.set(operation.body.maxBytes, operation)
  }
  if (!session.settings.write) return
  await ask(session, null, '404: an unknown method', { method: 'PUT', path: '/v2/members', headers: {} }, nowhere)
  for (const [maxBytes, operation] of largest) {
    const body = bodiesOf(session, operation)[0] ?? {}
    const sent = toSent(session, operation, { text: JSON.stringify(body) + ' '.repeat(maxBytes) })
    const expected = { statuses: [400], codes: ['validation_failed'] }
    await ask(session, operation, `400: a body of more than ${maxBytes} bytes`, sent, expected)
  }
}
