// Malformed requests to every operation.
import { operationTable } from '../../../generated/operations'
import { makeRandom, type Random } from '../../faults/random'
import { atOnce, spell, type Reply, type Sent } from '../client'
import { makeCheck, thousands } from '../check'
import type { Caller } from '../environment'

const words: readonly unknown[] = [
  ...[null, true, '', ' ', 0, -1, 0.5, 1e308, 9_007_199_254_740_993, [], {}, [[[[]]]], [null], { a: { b: { c: {} } } }],
  ...['\u0000', '\ud800', 'ä'.repeat(5_000), '%00', '../../etc/passwd', "'; drop table member; --", '1e9', 'NaN'],
  ...['2026-02-30T25:00:00Z', '-0', '00101', 'ADMIN', 'null', '[object Object]', '\r\nX-A: 1', '👩‍👩‍👧‍👦'],
]
/** Valid names pass the first validation. */
const names = [
  ...['userId', 'rankId', 'op', 'amount', 'reason', 'name', 'version', 'definition', 'questions', 'entries', 'batchId'],
  ...['answers', 'status', 'revision', 'url', 'startsAt', 'attendees', 'durationSeconds', 'constructor', '__proto__'],
]

function bodyOf(random: Random): unknown {
  if (random.chance(0.2)) return random.pick(words)
  const entries = Array.from({ length: random.between(0, 5) }, () => [random.pick(names), random.pick(words)] as const)
  return Object.fromEntries([...entries, ...(random.chance(0.5) ? [['userId', 1_000_001] as const] : [])])
}

function oddRequest(random: Random): Sent {
  const { method, path } = random.pick(Object.values(operationTable))
  const word = (): string => encodeURIComponent(String(random.pick(words)).toWellFormed?.() ?? '')
  const filled = path.replace(/\{[^}]+\}/g, () => (random.chance(0.4) ? '1000001' : word() || 'x'))
  const query = random.chance(0.4) ? `?${random.pick(['limit', 'cursor', 'by', 'state', 'x'])}=${word()}` : ''
  const key = random.pick(['k', '"k"', '"', 'k'.repeat(300)])
  return {
    ...{ method: method.toUpperCase(), path: filled + query },
    ...(method === 'get' ? {} : { body: bodyOf(random), headers: { 'Idempotency-Key': key } }),
  }
}

/** Stacks, SQL, paths, host names. */
const insides =
  /\bat .+\.[jt]s:\d+|\b(select|insert into|update|delete from) .+ (from|set|values|where)\b|\/src\/|\/dist\/|node_modules|\.sock|localhost|127\.0\.0\.1/i

export const oddRequests = makeCheck({
  id: 'odd-requests',
  title: 'random paths, queries, headers and bodies to every operation, with a key with all scopes',
  aim: 'no 5xx, no hang, no stack, SQL, path or host in a body',
  sizes: { short: { count: 300 }, usual: { count: 10_000 }, long: { count: 100_000 } },
  async run({ callers, servers }, { count }) {
    const caller = callers[7] as Caller
    const seed = Date.now() % 1_000_000
    const random = makeRandom(seed)
    const bad: { sent: Sent; reply: Reply }[] = []
    let refused = 0
    await atOnce(8, (turn) => {
      if (turn >= count) return null
      const sent = oddRequest(random)
      return caller.client.send(servers[(turn % 2) as 0].url, sent).then((reply) => {
        if (reply.status === null || reply.status >= 500 || insides.test(reply.text)) bad.push({ sent, reply })
        else if (reply.status >= 400) refused++
      })
    })
    const [first] = bad
    const shown = first ? `; first: ${JSON.stringify(first.sent)} was answered ${first.reply.text.slice(0, 300)}` : ''
    const worst = bad.length === 0 ? '' : ` (${spell(bad.map(({ reply }) => reply))}${shown})`
    return {
      figure: `${thousands(count)} requests, ${thousands(refused)} refused, ${bad.length} answered badly${worst}; seed ${seed}`,
      kept: bad.length === 0 && refused > count / 2,
    }
  },
})
