// The rate limit. Optional and last: it blocks the key for a minute.
import { codeOf } from './http'
import { lineOf, problemsOf } from './judge'
import { toSent } from './requests'
import { record, type Session } from './session'

const MOST_REQUESTS = 5_000

/** Until a 429 with `Retry-After`. */
export async function checkRateLimit(session: Session): Promise<void> {
  const operation = session.contract.operations.find(
    ({ reads, scope, path }) => reads && scope !== null && !path.includes('{'),
  )
  if (!operation) return
  const sent = toSent(session, operation, {})
  for (let count = 1; count <= MOST_REQUESTS; count += 1) {
    const answer = await session.wire.send(sent, { keepRefusal: true })
    const problems = problemsOf(session.contract, operation, answer)
    const name = '429: rate limit exceeded'
    if (answer.headers['ratelimit-remaining'] === undefined) {
      session.notes.push('the rate limit was not checked: this deployment sends no RateLimit headers, so it is off')
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
  const problems = [`no 429 after ${MOST_REQUESTS} requests`]
  record(session, { operation: 'deployment', name: '429: rate limit exceeded', problems, line: null })
}
