// The key is in no error, whatever the platform sends back and however the error is printed.
import { inspect } from 'node:util'
import { toDomainError } from '../../src/platform/failures'
import type { Connection, Platform } from '../../src/platform/platform'
import type { FaultEffect } from '../../src/simulator/faults'
import { demoApiKey } from '../../src/simulator/demo-world'
import { assignSergeant, connection, failureOf, keyed, platformAt, useSimulator } from './fixture'

const fixture = useSimulator(250)

async function textOfFailure(call: Promise<unknown>): Promise<string> {
  const failure = await failureOf(call)
  const told = toDomainError(failure)
  const printed = [failure, told].map((error) => inspect(error, { depth: 20, showHidden: true }))
  return [...printed, String(failure.stack), told.message, JSON.stringify(failure), JSON.stringify(told)].join('\n')
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
])('$kind', async (effect) => {
  fixture.simulator.faults.add(effect)
  const texts = await Promise.all(callsOf(fixture.platform, connection).map(textOfFailure))
  for (const text of texts) expect(text).not.toContain(demoApiKey)
})

test('introspection, which sends the key in its body', async () => {
  fixture.simulator.faults.add({ kind: 'reject', status: 500, message: demoApiKey })
  expect(await textOfFailure(fixture.platform.introspectKey(demoApiKey))).not.toContain(demoApiKey)
})

test('no connection', async () => {
  const platform = platformAt('http://127.0.0.1:9')
  for (const call of callsOf(platform, connection)) expect(await textOfFailure(call)).not.toContain(demoApiKey)
})

test.each(['planted\nkey', 'planted\0key', 'planted€key', 'planted\r\nx-evil: 1'])(
  'a key that is no header: %j',
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
