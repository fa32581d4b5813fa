// What a key may do, by its state, the plans of its community, its scopes and its networks (specification,
// Authentication 2, 3, 5).
import fc from 'fast-check'
import { parseNetworks } from '../../src/auth/addresses'
import { assertAddress, authorize, describeKey, hasAutomaticGrading, stateOf, type Grants } from '../../src/auth/rules'
import type { DomainError } from '../../src/base/errors'
import type { AssignedPlan } from '../../src/context'
import { runs } from '../support/runs'

const NOW = 1_000_000

const plan = (held: Partial<AssignedPlan> = {}): AssignedPlan => ({
  apiAccess: true,
  automaticGrading: false,
  features: ['events'],
  endsAt: null,
  ...held,
})

type Asked = Partial<Omit<Grants, 'community'>> & {
  readonly apiEnabled?: boolean
  readonly plans?: readonly AssignedPlan[]
}

const caller = ({ apiEnabled = true, plans = [plan()], ...key }: Asked = {}): Grants => ({
  scopes: ['members.read'],
  enabled: true,
  expiresAt: null,
  ...key,
  community: { apiEnabled, plans } as unknown as Grants['community'],
})

const needed = { scope: 'members.read', feature: null } as Parameters<typeof authorize>[1]

function refusal(grants: Grants, requirement: Partial<typeof needed> = {}): DomainError | null {
  try {
    authorize(grants, { ...needed, ...requirement }, NOW)
    return null
  } catch (error) {
    return error as DomainError
  }
}

const codeOf = (...asked: Parameters<typeof refusal>) => refusal(...asked)?.code ?? null

describe('authorize', () => {
  it('lets a live key with the scope pass, in a community with a live plan', () => {
    expect(codeOf(caller())).toBeNull()
    expect(codeOf(caller({ scopes: [] }), { scope: 'any' })).toBeNull()
    expect(codeOf(caller(), { feature: 'events' })).toBeNull()
  })

  it('refuses the first that is missing: key, API switch, subscription, plan, scope, feature', () => {
    const causes = [
      ['key_disabled', { enabled: false }],
      ['api_disabled', { apiEnabled: false }],
      ['entitlement_required', { plans: [] }],
      ['api_access_unavailable', { plans: [plan({ apiAccess: false, features: [] })] }],
      ['insufficient_scope', { scopes: [] }],
      ['feature_unavailable', { plans: [plan({ features: [] })] }],
    ] as const
    const withFeature = { feature: 'events' } as typeof needed
    for (let first = 0; first < causes.length; first++) {
      const [code] = causes[first]!
      // the request also fails all later checks; the first one decides, and of two causes with the same property the
      // earlier value stays
      const asked = Object.assign(
        {},
        ...causes
          .slice(first)
          .map(([, missing]) => missing)
          .reverse(),
      ) as Asked
      expect(codeOf(caller(asked), withFeature)).toBe(code)
    }
  })

  it('refuses an expired key from the millisecond of its end', () => {
    expect(codeOf(caller({ expiresAt: NOW + 1 }))).toBeNull()
    expect(refusal(caller({ expiresAt: NOW }))).toMatchObject({
      code: 'key_disabled',
      message: expect.stringContaining('expired') as string,
    })
    expect(refusal(caller({ enabled: false }))?.message).toContain('disabled')
  })

  it('counts a plan until the millisecond of its end', () => {
    expect(codeOf(caller({ plans: [plan({ endsAt: NOW + 1 })] }))).toBeNull()
    expect(codeOf(caller({ plans: [plan({ endsAt: NOW })] }))).toBe('entitlement_required')
  })

  it('needs one live plan with the API and one with the feature', () => {
    const api = plan({ features: [] })
    const feature = plan({ apiAccess: false })
    const withFeature = { feature: 'events' } as typeof needed
    expect(codeOf(caller({ plans: [api, feature] }), withFeature)).toBeNull()
    expect(refusal(caller({ plans: [api] }), withFeature)?.details).toEqual({ feature: 'events' })
    expect(refusal(caller({ plans: [api] }), withFeature)?.message).toContain('events')
  })

  it('names the scope that is missing in the message, the challenge and the details', () => {
    const error = refusal(caller({ scopes: ['events.read'] }))
    expect(error?.message).toContain('members.read')
    expect(error?.challenge).toBe('Bearer error="insufficient_scope", scope="members.read"')
    expect(error?.details).toEqual({ required: ['members.read'], granted: ['events.read'] })
  })

  it('says in each refusal what to do or what is missing', () => {
    const asked: Asked[] = [
      { enabled: false },
      { expiresAt: 1 },
      { apiEnabled: false },
      { plans: [] },
      { plans: [plan({ apiAccess: false })] },
    ]
    for (const one of asked) expect(refusal(caller(one))?.message.length).toBeGreaterThan(40)
  })
})

it('automatic grading needs one live plan that has it', () => {
  const has = (...plans: AssignedPlan[]) => hasAutomaticGrading(caller({ plans }).community, NOW)
  expect(has(plan(), plan({ automaticGrading: true }))).toBe(true)
  expect([has(), has(plan()), has(plan({ automaticGrading: true, endsAt: NOW }))]).toEqual([false, false, false])
})

it('the state of a key is revoked before expired, expired before disabled', () => {
  const times = [null, new Date(NOW - 1).toISOString(), new Date(NOW).toISOString(), new Date(NOW + 1).toISOString()]
  const time = fc.constantFrom(...times)
  fc.assert(
    fc.property(time, time, fc.boolean(), (revoked_at, expires_at, enabled) => {
      const expired = expires_at !== null && Date.parse(expires_at) <= NOW
      const other = expired ? 'expired' : enabled ? 'enabled' : 'disabled'
      expect(stateOf({ revoked_at, expires_at, enabled }, new Date(NOW))).toBe(revoked_at === null ? other : 'revoked')
    }),
    { numRuns: runs(200) },
  )
  const key = { revoked_at: null, enabled: true }
  const states = times.map((expires_at) => stateOf({ ...key, expires_at }, new Date(NOW)))
  expect(states).toEqual(['enabled', 'expired', 'expired', 'enabled'])
})

it('a key reads about itself what it may, from which networks, and none of its community', () => {
  const shown = {
    keyId: 'k',
    name: 'bot',
    scopes: ['members.read'],
    domain: null,
    expiresAt: NOW,
    actFor: false,
    bounds: { highestGiven: 9, lowestTouched: 0, highestTouched: 9 },
    pausedAt: null,
    takesPerHour: 300,
  }
  const principal = { ...shown, kind: 'key', originKeyId: 'o', enabled: true, community: caller().community } as const
  const rates = { rateLimit: null, accessLimit: 5 }
  const networks = parseNetworks(['203.0.113.0/24', '2001:db8::/32'])
  expect(describeKey({ ...principal, networks }, rates)).toEqual({
    ...shown,
    ...rates,
    allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
  })
  expect(describeKey({ ...principal, networks: null }, rates).allowedAddresses).toBeNull()
})

it('a key with networks is refused from every other address, and one without is not asked for its address', () => {
  const networks = parseNetworks(['203.0.113.0/24', '2001:db8::/32'])
  const codeFrom = (address: string) => {
    try {
      return assertAddress({ networks }, () => address)
    } catch (error) {
      expect((error as DomainError).message).toMatch(/not be used from this address.*Ask the operator/)
      return (error as DomainError).code
    }
  }
  expect(['203.0.113.9', '2001:db8::1'].map(codeFrom)).toEqual([undefined, undefined])
  expect(['203.0.114.9', 'x'].map(codeFrom)).toEqual(['address_not_allowed', 'address_not_allowed'])
  const address = jest.fn(() => '203.0.114.9')
  assertAddress({ networks: null }, address)
  expect(address).not.toHaveBeenCalled()
})
