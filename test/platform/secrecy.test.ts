// Errors of the platform client never contain the API key.
import { inspect } from 'node:util'
import { toDomainError } from '../../src/platform/failures'
import type { Connection, Platform } from '../../src/platform/platform'
import type { FaultEffect } from '../../src/simulator/faults'
import { demoApiKey } from '../../src/simulator/demo-world'
import { assignSergeant, connection, failureOf, keyed, platformAt, useSimulator } from './fixture'

const fixture = useSimulator(250)

async function textOfFailure(call: Promise<unknown>): Promise<string> {
  const failure = await failureOf(call)
  const mapped = toDomainError(failure)
  const printed = [failure, mapped].map((error) => inspect(error, { depth: 20, showHidden: true }))
  return [...printed, String(failure.stack), mapped.message, JSON.stringify(failure), JSON.stringify(mapped)].join('\n')
}

function callsOf(platform: Platform, as: Connection): Promise<unknown>[] {
  return [
    platform.listRoles(as),
    assignSergeant(platform, as),
    platform.getUser(as, 1),
    platform.accountCreatedAt(as, 1),
    platform.getMembership(as, 1),
    platform.ranksInGroups(as, 1, [as.groupId]),
  ]
}

test.each<FaultEffect>([
  { kind: 'reject', status: 401, message: demoApiKey },
  { kind: 'reject', status: 403, code: demoApiKey, message: demoApiKey },
  { kind: 'reject', status: 403, style: 'gateway', message: demoApiKey },
  { kind: 'reject', status: 500, code: demoApiKey },
  { kind: 'garbage', text: demoApiKey },
  { kind: 'garbage', text: JSON.stringify({ groupRoles: demoApiKey }) },
  { kind: 'redirect', location: `http://127.0.0.1:9/?key=${demoApiKey}` },
  { kind: 'drop' },
  { kind: 'hang' },
])('the error after $kind contains no key', async (effect) => {
  fixture.simulator.faults.add(effect)
  const texts = await Promise.all(callsOf(fixture.platform, connection).map(textOfFailure))
  for (const text of texts) expect(text).not.toContain(demoApiKey)
})

test('the error of an introspection contains no key', async () => {
  fixture.simulator.faults.add({ kind: 'reject', status: 500, message: demoApiKey })
  expect(await textOfFailure(fixture.platform.introspectKey(demoApiKey))).not.toContain(demoApiKey)
})

test('the error without a connection contains no key', async () => {
  const platform = platformAt('http://127.0.0.1:9')
  for (const call of callsOf(platform, connection)) expect(await textOfFailure(call)).not.toContain(demoApiKey)
})

test.each(['planted\nkey', 'planted\0key', 'planted€key', 'planted\r\nx-evil: 1'])(
  'a key that is no valid header value is not sent: %j',
  async (apiKey) => {
    const before = fixture.simulator.requests.length
    for (const call of callsOf(fixture.platform, keyed(apiKey))) {
      const text = await textOfFailure(call)
      expect(text).not.toContain('planted')
      expect(text).toContain("kind: 'credentials'")
    }
    expect(fixture.simulator.requests.length).toBe(before)
  },
)
