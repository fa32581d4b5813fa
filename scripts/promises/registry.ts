// Every promise with its evidence: tests, checks, long commands. A test verifies that each exists.

export type Place =
  /** Part of a title or of a constant's name. */
  | { readonly test: string; readonly named: string }
  | { readonly check: string }
  /** In package.json. */
  | { readonly command: string }

export interface Promised {
  readonly area: string
  readonly text: string
  readonly shownBy: readonly Place[]
}

const test = (file: string, named: string): Place => ({ test: `${file}.test.ts`, named })
const check = (id: string): Place => ({ check: id })
const command = (text: string): Place => ({ command: text })
const areaOf =
  (area: string) =>
  (text: string, ...shownBy: readonly Place[]): Promised => ({ area, text, shownBy })

const once = areaOf('Idempotency')
const together = areaOf('Concurrency')
const operations = areaOf('Operations')
const platform = areaOf('The platform')
const access = areaOf('Keys and access')
const load = areaOf('Limits, overload, stops')
const secrecy = areaOf('Passwords, text, logs')

const submit = 'operations/submit'

export const promises: readonly Promised[] = [
  once(
    '1,000 keys, each sent 20 times concurrently: one operation each, only 202',
    check('idempotency'),
    test(submit, 'turns thirty concurrent requests into one operation'),
  ),
  once('same key and body within 24 h of the end: the same operation', test(submit, 'expires 24 hours after the end')),
  once('same key, other body: 409', check('idempotency')),
  once('a refused request does not use up the key', test('promises/keys', 'does not use up the key')),
  once(
    'a key with and without quotes is the same key',
    check('idempotency'),
    test(submit, 'matches equivalent bodies'),
  ),
  once('a key can be used again after 24 h, never before', test(submit, 'expires 24 hours after the end')),
  once(
    'no replay across communities',
    test(submit, 'belongs to one community'),
    test('auth/cross-community', 'an idempotency key belongs to one community'),
  ),

  together(
    '64 writers with one version: 1 wins, 63 are 409',
    check('one-version'),
    test('applications/forms/forms', 'succeeds once when 20 concurrent updates'),
  ),
  together(
    '10,000 concurrent increments: the value is the acknowledged sum',
    check('increments'),
    test('awards/batched-statements', 'are applied to each member in order of arrival'),
  ),
  together(
    'no deadlock or serialization error reaches a client in 10 minutes of mixed load',
    check('mixed-load'),
    test('awards/batches/once', 'locks members by user id'),
    test('data-rights/retry-on-lock-timeout', 'does not deadlock with concurrent awards'),
  ),

  operations(
    '50 × kill -9 during 3,000 writes: none lost, none doubled',
    command('faults'),
    test('faults/short', 'whichever process is killed'),
  ),
  operations(
    'every operation ends within 60 s of the last kill',
    command('faults'),
    test('faults/short', 'whichever process is killed'),
  ),
  operations('no lock is held by a dead worker', test('operations/workers', 'its jobs are unlocked')),
  operations(
    '202 never before the commit; no job without its row, no row without its job',
    test('operations/order', 'is executed when the submission is committed last, in a longer transaction'),
    test('operations/outcomes', 'when the queue is unavailable'),
  ),
  operations('a final state never changes', test(submit, 'is immutable after its end')),
  operations('operations stay readable for 30 days', test('promises/keys', 'are readable for 30 days')),

  platform(
    '1,000 calls with 10 % 429: none repeated sooner than Retry-After',
    check('retry-after'),
    test('operations/rules', 'waits as long as the platform requests'),
  ),
  platform(
    'an unresponsive platform: p99 of other requests within 1.2 ×, the pool never empty',
    check('platform-hung'),
    test('operations/workers', 'holds no database connection while it waits'),
  ),
  platform(
    'a response lost after the effect: no double effect',
    test('operations/unknown', 'is completed by a read when the assignment was applied'),
    command('faults'),
  ),
  platform(
    '400 and 403: failed after one attempt',
    test('operations/outcomes', 'when the platform forbids the write'),
    test('operations/rules', 'does not retry after a rejection'),
  ),
  platform(
    'malformed, 10 MB, HTML, redirected answers: no crash, no leak, none followed',
    check('hostile-answers'),
    test('platform/classification', 'a redirect is not followed'),
    test('platform/secrecy', 'introspection'),
  ),
  platform(
    'a 429 storm in one community: another’s changes within 2 ×',
    check('throttle-storm'),
    test('operations/fairness', 'apply to all communities of an owner, and to no others'),
  ),

  access(
    'every operation × {no, malformed, unknown, revoked, expired, other community’s, read-only key}: status and challenge',
    test('auth/matrix', 'every operation refuses'),
  ),
  access('another community’s id is reported as not found', test('auth/cross-community', 'like an unknown id')),
  access('no plain key in any table or log', check('plain-keys'), test('auth/keys', 'is stored as its SHA-256')),
  access('a wrong checksum is refused without a query', test('auth/keys', 'is detected without a query')),
  access(
    'a revoked key is refused within 1 s by every process',
    test('auth/revocation', 'within one second on both instances'),
  ),
  access('a rotation with overlap: no 401', test('auth/revocation', 'a rotation refuses no request')),

  load(
    '20 a minute are 20, over 40 windows, two processes and a restart',
    test('auth/limits-of-processes', 'enforces twenty requests a minute exactly'),
  ),
  load(
    'a client that waits for Retry-After is not refused twice in a row',
    test('auth/limits-of-processes', 'enforces twenty requests a minute exactly'),
  ),
  load(
    '5 × capacity: goodput 80 % of peak, the rest 503 with Retry-After, recovery within 10 s',
    command('overload'),
    test('http/backpressure', 'the rest is refused at once'),
  ),
  load(
    'no request stalls the event loop for 50 ms, adds 50 MB or leaves a descriptor open; at a whole rate limit of the worst, others’ p99 stays within 2 ×',
    check('abuse'),
    test('promises/abuse', 'answers the worst requests'),
  ),
  load('20 × SIGTERM under load: no 5xx, no truncated response, exit within 10 s', check('sigterm')),
  load(
    '15 × restart of PostgreSQL: only 503 with Retry-After, first success within 2 s',
    check('database-restart'),
    test('http/replies', 'recovers within two seconds'),
  ),
  load(
    '200 slow connections: others’ p99 under 2 ×, closed within 15 s',
    check('slow-connections'),
    test('http/slow-clients', 'closes connections of slow senders within 15 seconds'),
  ),
  load('an hour at half load: memory flat', check('half-load')),

  secrecy(
    'argon2id at OWASP’s minimum, parameters with each hash',
    test('applications/submissions/password', 'stores argon2id with its parameters'),
  ),
  secrecy(
    '100 concurrent checks: event-loop delay p99 under 50 ms',
    check('password-checks'),
    test('applications/submissions/password', 'does not block the event loop'),
  ),
  secrecy(
    'wrong passwords delay the next attempt increasingly, with Retry-After and a separate code',
    test('applications/submissions/password', 'delays attempts after the fifth wrong password'),
  ),
  secrecy(
    'the hundredth wrong password locks for a day',
    test('applications/submissions/password', 'locks for a day after 100 wrong passwords'),
  ),
  secrecy(
    'other accounts are not affected; the state survives a restart',
    test('applications/submissions/password', 'does not delay another account or another form'),
    test('applications/submissions/password', 'stores the count in the database'),
  ),
  secrecy(
    'planted secrets in no log, error, audit entry or job',
    test('http/request-log', 'logs no key, header or value of a body'),
    test('applications/reviews/leak', 'writes no marker to the log'),
    test('audit/completeness', 'holds no answer, note, password, key or secret'),
    test('chat/secrecy', 'the printed client contains no token'),
  ),
  secrecy(
    'sensitive information: recall 0.95, precision 0.9, false alarms below 1 %',
    test('screening/screening', 'recall is at least 0.95'),
    test('screening/screening', 'false alarms below 1 %'),
  ),
  secrecy('10,000 odd requests: no 5xx, no stack trace, SQL, path or host', check('odd-requests')),
]

/** Describes the evidence. */
export function describePlace(place: Place): string {
  if ('check' in place) return `\`promises --only ${place.check}\``
  if ('command' in place) return `\`npm run ${place.command}\``
  return `\`test/${place.test.replace('.test.ts', '')}\``
}
