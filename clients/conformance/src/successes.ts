// Success responses. Operations run when their path ids are known: create, read, then end.
import type { Json, Operation } from './contract'
import { codeOf, type Exchange } from './http'
import { lineOf, problemsOf } from './judge'
import { checkRetry, checkStale, retryHeaders } from './retries'
import { bodiesOf, missingIds, needsRole, pathOf, toSent } from './requests'
import { keyOf, lastLiteral, makersOf, placesOf, type Place } from './resources'
import { signed } from './signature'
import { at, record, type Session } from './session'

type Outcome = 'succeeded' | 'refused' | 'deviates'

/** Requests per operation, each with another account or example. */
const ATTEMPTS = 6
/** Milliseconds before what is under way is asked for again. */
const UNDER_WAY_MS = 250
/** Requests per asynchronous operation: the last is still queued when it is changed. */
const QUEUED_REQUESTS = 3

/** Until no further operation succeeds. */
export async function succeed(session: Session, operations: readonly Operation[]): Promise<void> {
  const waiting = new Set([...operations].sort((one, other) => turnOf(one) - turnOf(other)))
  for (let before = -1; before !== waiting.size && waiting.size > 0;) {
    before = waiting.size
    for (const operation of waiting) {
      const missing = missingIds(session, operation)
      if (missing.length > 0) {
        session.reasons.set(operation.id, `no response had: ${missing.join(', ')}`)
        continue
      }
      session.say(`${operation.method} ${operation.path}`)
      await declareRole(session, operation, false)
      const outcome = await succeedOnce(session, operation)
      await declareRole(session, operation, true)
      if (outcome === 'refused') continue
      waiting.delete(operation)
      if (outcome === 'deviates') continue
      succeeded(session, operation)
      if (operation.method === 'DELETE') await setAgain(session, operation)
      // before another operation deletes what this one made
      const read = [...waiting].find(({ method, path }) => method === 'GET' && path === operation.path)
      if (!read || (await succeedOnce(session, read)) !== 'succeeded') continue
      waiting.delete(read)
      succeeded(session, read)
    }
  }
  for (const { id } of waiting) recordRefused(session, id)
}

/** An operation on a role needs one that is no rank. */
async function declareRole(session: Session, operation: Operation, managed: boolean): Promise<void> {
  if (!needsRole(operation)) return
  const declare = session.contract.operations.find(({ body: one }) => one?.schema.properties?.['managed'] !== undefined)
  const role = session.ranks.at(-1)
  if (!declare || !role) return
  const declaration = managed ? { managed } : { managed, removeAutoRank: true }
  await session.wire.send(toSent(session, declare, { path: { uniqueId: String(role.uniqueId) }, body: declaration }))
}

/** The errors of what is set below an account are checked while it is there. */
async function setAgain(session: Session, { path }: Operation): Promise<void> {
  const setter = session.contract.operations.find((one) => one.method === 'PUT' && one.path === path)
  if (setter && session.succeeded.has(setter.id)) {
    await session.wire.send(toSent(session, setter, { body: bodiesOf(session, setter)[0] }))
  }
}

function succeeded(session: Session, { id }: Operation): void {
  session.succeeded.add(id)
  session.reasons.delete(id)
}

/** Refuses every valid request; conflicts with existing data are no failure. */
function recordRefused(session: Session, operation: string): void {
  const reason = session.reasons.get(operation) ?? ''
  if (!reason.startsWith('400 ')) return
  const problems = [`valid requests are refused: ${reason}`]
  record(session, { operation, name: 'success', problems, line: null })
}

/** Create, read, update, transition, delete. */
function turnOf(operation: Operation): number {
  if (operation.method === 'GET') return operation.path.includes('{') ? 2 : 0
  if (operation.method === 'DELETE') return 5
  if (operation.method === 'POST' && [201, 202].includes(operation.success)) return 1
  return operation.method === 'POST' ? 4 : 3
}

async function succeedOnce(session: Session, operation: Operation): Promise<Outcome> {
  const attempts = operation.method === 'GET' ? 1 : ATTEMPTS
  for (let turn = 0; turn < attempts; turn += 1) {
    const path = await pathFor(session, operation, turn)
    const bodies = bodiesOf(session, operation, turn)
    const body = await withVersion(session, operation, path, bodies[turn % Math.max(1, bodies.length)])
    const answer = await attemptSettled(session, operation, path, body)
    if (answer !== 'refused') return answer
    for (const prelude of preludesOf(session, operation)) {
      const moved = await attempt(session, prelude, path, bodiesOf(session, prelude, turn)[0])
      if (moved === 'succeeded' && (await attemptSettled(session, operation, path, body)) === 'succeeded')
        return 'succeeded'
    }
  }
  return 'refused'
}

/** Once more after a pause, when the record is under way. */
async function attemptSettled(...of: Parameters<typeof attempt>): Promise<Outcome> {
  const [session, { id }] = of
  const outcome = await attempt(...of)
  if (outcome !== 'refused' || !/^409 \w+_in_progress/.test(session.reasons.get(id) ?? '')) return outcome
  await session.wire.pause(UNDER_WAY_MS)
  return attempt(...of)
}

/** A declared error is neither failure nor success. */
async function attempt(
  session: Session,
  operation: Operation,
  path: Record<string, string>,
  body: Json | undefined,
): Promise<Outcome> {
  const headers = retryHeaders(session, operation)
  const sent = signed(session, operation, toSent(session, operation, { path, body, headers }))
  const recordStale = await checkStale(session, operation, sent)
  const answer = await session.wire.send(sent).catch((error: Error) => error)
  if (answer instanceof Error) {
    record(session, {
      operation: operation.id,
      name: 'success',
      problems: [`no answer: ${answer.message}`],
      line: null,
    })
    return 'deviates'
  }
  const problems = problemsOf(session.contract, operation, answer)
  const succeeded = answer.status === operation.success
  if (answer.status === 500) problems.push('internal server error')
  if (succeeded || problems.length > 0) {
    record(session, { operation: operation.id, name: `success: ${operation.success}`, problems, line: lineOf(answer) })
  }
  recordStale(succeeded)
  if (succeeded) await checkRetry(session, operation, answer)
  if (!succeeded) session.reasons.set(operation.id, errorMessage(answer))
  else session.ids.collect(session.contract, operation, answer)
  if (problems.length > 0) return 'deviates'
  return succeeded ? 'succeeded' : 'refused'
}

function errorMessage({ status, body }: Exchange): string {
  const message = at(body, 'error', 'message')
  return `${status} ${codeOf(body) ?? ''}${typeof message === 'string' ? `: ${message}` : ''}`
}

/** A resource to be changed or deleted is created first. */
async function pathFor(session: Session, operation: Operation, turn: number): Promise<Record<string, string>> {
  const path = pathOf(session, operation, turn)
  const place = placesOf(operation).at(-1)
  const changes =
    operation.method !== 'GET' && operation.scope !== null && place !== undefined && place.name !== 'userId'
  const adds = operation.method === 'POST' && [201, 202].includes(operation.success) && !repeats(operation)
  if (!changes || adds) return path
  return { ...path, ...(await makeFresh(session, place, path, turn)) }
}

async function makeFresh(session: Session, place: Place, path: Record<string, string>, turn: number) {
  for (const maker of makersOf(session.contract, place).slice(0, 2)) {
    if (missingIds(session, maker).length > 0) continue
    const parents = Object.fromEntries(Object.entries(path).filter(([name]) => maker.path.includes(`{${name}}`)))
    for (const body of bodiesOf(session, maker, turn).slice(0, 1)) {
      const before = new Set(session.ids.all(keyOf(place)))
      for (let made = 0; made < (maker.success === 202 ? QUEUED_REQUESTS : 1); made += 1) {
        const sent = toSent(session, maker, { path: { ...pathOf(session, maker, turn), ...parents }, body })
        const answer = await session.wire.send(sent)
        if (answer.status === maker.success) session.ids.collect(session.contract, maker, answer)
      }
      const fresh = session.ids.all(keyOf(place)).findLast((id) => !before.has(id))
      if (fresh !== undefined) return { [place.name]: fresh }
    }
  }
  return {}
}

/** What it repeats has ended without success: it is cancelled before. */
const repeats = ({ path }: Operation): boolean => lastLiteral(path) === 'retry'

/** Such as `start` before `finish`. */
function preludesOf({ contract }: Session, operation: Operation): Operation[] {
  const parent = operation.path.replace(/\/[^/{}]+$/, '')
  if (operation.method !== 'POST' || !parent.endsWith('}') || parent === operation.path || /userId}$/.test(parent))
    return []
  return contract.operations.filter(
    ({ method, path, id, success }) =>
      method === 'POST' &&
      path.startsWith(`${parent}/`) &&
      id !== operation.id &&
      success === 200 &&
      (repeats(operation) || !lastLiteral(path).startsWith('cancel')),
  )
}

/** Reads the current `version` or `revision`. */
async function withVersion(
  session: Session,
  operation: Operation,
  path: Record<string, string>,
  body: Json | undefined,
) {
  const counters = ['version', 'revision'].filter((name) => at(body, name) !== undefined)
  const end = operation.path.lastIndexOf('}')
  const item = session.contract.operations.find(
    (one) => one.method === 'GET' && one.path === operation.path.slice(0, end + 1),
  )
  if (counters.length === 0 || !item || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { body: now } = await session.wire.send(toSent(session, item, { path }))
  const current = counters.map((name) => [name, at(now, 'data', name) ?? body[name] ?? 1] as const)
  return { ...body, ...Object.fromEntries(current) }
}
