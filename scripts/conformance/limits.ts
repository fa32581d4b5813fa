// What a caller is told that asks too often. It uses the key up for a minute: only when it was asked for, and last.
import { codeOf } from './http'
import { lineOf, problemsOf } from './judge'
import { toSent } from './requests'
import { record, type Session } from './session'

/** More than this a minute is not asked for the sake of a refusal. */
const MOST_REQUESTS = 5_000

/** Asks until it is refused: the refusal is 429 with `Retry-After`. */
export async function meetsTheLimit(session: Session): Promise<void> {
  const operation = session.contract.operations.find(
    ({ reads, scope, path }) => reads && scope !== null && !path.includes('{'),
  )
  if (!operation) return
  const sent = toSent(session, operation, {})
  for (let count = 1; count <= MOST_REQUESTS; count += 1) {
    const answer = await session.wire.send(sent, { keepRefusal: true })
    const problems = problemsOf(session.contract, operation, answer)
    const name = '429: asked too often'
    if (answer.headers['ratelimit-remaining'] === undefined) {
      session.notes.push('the rate limit was not seen: this deployment has it off, for it sends no RateLimit headers')
      return
    }
    if (answer.status === 429) {
      if (codeOf(answer.body) !== 'rate_limit_exceeded') problems.push('the code is not rate_limit_exceeded')
      if (!/^\d+$/.test(answer.headers['retry-after'] ?? '')) problems.push('Retry-After is missing')
      if (answer.headers['ratelimit-remaining'] !== '0') problems.push('RateLimit-Remaining is not 0')
      record(session, { operation: 'deployment', name, problems, line: lineOf(answer) })
      return
    }
    if (problems.length > 0) return record(session, { operation: 'deployment', name, problems, line: lineOf(answer) })
  }
  const problems = [`still let in after ${MOST_REQUESTS} requests`]
  record(session, { operation: 'deployment', name: '429: asked too often', problems, line: null })
}
