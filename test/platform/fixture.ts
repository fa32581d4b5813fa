// A platform simulator with a client.
import { PlatformFailure, type Connection, type Platform } from '../../src/platform/platform'
import { HttpPlatform } from '../../src/platform/http-platform'
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { membershipIdOf } from '../../src/simulator/wire'

/** A connection to the demo group with an API key. */
export function keyed(apiKey: string): Connection {
  return { groupId: demoGroupId, credential: { kind: 'api_key', apiKey } }
}

export const connection: Connection = keyed(demoApiKey)
export const privateMembership = membershipIdOf(demoUsers.private)

export interface Fixture {
  readonly simulator: Simulator
  readonly platform: Platform
}

/** Starts a simulator. Faults end after each test; other changes stay. */
export function useSimulator(timeoutMs = 5_000): Fixture {
  const fixture = {} as { simulator: Simulator; platform: Platform }
  beforeAll(async () => {
    fixture.simulator = await startSimulator()
    fixture.platform = platformAt(fixture.simulator.url, timeoutMs)
  })
  afterEach(() => {
    fixture.simulator.faults.clear()
    if (rolesOfPrivate(fixture).includes(demoRoles.sergeant)) {
      fixture.simulator.world.takeRole(demoGroupId, demoUsers.private, demoRoles.sergeant)
    }
  })
  afterAll(() => fixture.simulator.close())
  return fixture
}

export function platformAt(url: string, timeoutMs = 5_000): Platform {
  return new HttpPlatform({ apiUrl: url, usersUrl: url, timeoutMs })
}

export function rolesOfPrivate(fixture: Fixture): number[] {
  return fixture.simulator.world.rolesOf(demoGroupId, demoUsers.private)
}

export function assignSergeant(platform: Platform, of: Connection = connection): Promise<unknown> {
  return platform.assignRole(of, privateMembership, demoRoles.sergeant)
}

/** @returns the PlatformFailure of the call @throws if it did not fail with one */
export async function failureOf(call: Promise<unknown>): Promise<PlatformFailure> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && outcome.error instanceof PlatformFailure) return outcome.error
  throw new Error(`expected a PlatformFailure, got ${JSON.stringify(outcome)}`)
}
