// A platform that does not respond.
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../command'
import { keepSending, spell, type Reply } from '../client'
import { milliseconds, type Check } from '../check'
import { knownMembers, onePoint, withEnvironment, type Caller, type TestEnvironment } from '../environment'

/** The median of the p99 of each second, so that a single disturbance does not count. */
function medianP99(replies: readonly Reply[]): number {
  const times: number[][] = []
  for (const { at, ms } of replies) (times[Math.floor(at / 1_000)] ??= []).push(ms)
  return percentile(
    times.flatMap((one) => percentile(one, 0.99)),
    0.5,
  )
}

async function hang({ callers, servers, simulator, checksTimes }: TestEnvironment, seconds: number) {
  const [caller, other] = callers as [Caller, Caller]
  const { url = '' } = servers[0] ?? {}
  const members = await knownMembers(caller, url, 20)
  const measure = async (forSeconds: number): Promise<readonly Reply[]> => {
    const load = keepSending(4, (turn) => {
      const userId = members[turn % members.length] ?? 0
      const sent = [{ path: `/v2/members/${userId}` }, onePoint(userId), { path: '/v2/members?limit=10' }]
      return caller.client.send(url, sent[turn % 3] ?? onePoint(userId))
    })
    await sleep(forSeconds * 1_000)
    return load.stop()
  }
  await measure(seconds / 2)
  const before = await measure(seconds)
  simulator.faults.add({ kind: 'hang' })
  const needing = keepSending(8, (turn) =>
    other.client.send(url, { method: 'POST', path: `/v2/members/${other.members[turn % 40]}/rank/promote` }),
  )
  await sleep(300)
  const during = await measure(seconds)
  simulator.faults.clear()
  const waited = await needing.stop()
  const after = await measure(seconds)
  const [calm, hung] = [Math.max(medianP99(before), medianP99(after)), medianP99(during)]
  const refused = during.filter(({ status }) => status !== 200)
  const ratio = `p99 ${milliseconds(hung)} against ${milliseconds(calm)}, ${(hung / calm).toFixed(2)} ×`
  return {
    figure: `${during.length} answers, ${refused.length} other than 200; ${ratio}; beside them ${spell(waited)}`,
    kept: refused.length === 0 && waited.every(({ status }) => status !== 500) && (!checksTimes || hung <= calm * 1.2),
  }
}

export const platformHung: Check = {
  id: 'platform-hung',
  title: 'reads, lists and awards while the platform does not respond and 8 callers need it',
  aim: 'all other responses are 200; p99 within 1.2 × of before and after',
  run: (place, size) =>
    withEnvironment(place, { communities: 2, servers: 1 }, (environment) =>
      hang(environment, size === 'short' ? 1 : 20),
    ),
}
