// One planted bug for each property, through the ports or the models: this property fails, and no other.
import type { Ports } from '../../src/operations/dispatch/ports'
import type { Claimed } from '../../src/operations/dispatch/queries'
import type { Authority } from '../../src/operations/dispatch/state'
import { isRoleKind, isSuspensionKind } from '../../src/operations/rules'
import { SCOPE, type Operation } from './database'
import { properties } from './properties'
import type { Simulation } from './simulation'
import { roles } from './world'

export interface Bug {
  /** The property that fails. */
  readonly property: string
  /** These may fail with it, because what the bug does breaks them too. */
  readonly also?: readonly string[]
  readonly what: string
  /** Changes the ports of an execution. */
  readonly ports?: (ports: Ports, sim: Simulation, claimed: Claimed) => Ports
  /** Changes what the claim has read. */
  readonly claimed?: (claimed: Claimed) => Claimed
  /** Changes the models before the first event. */
  readonly start?: (sim: Simulation) => void
}

const withRecord = (ports: Ports, change: (authority: Authority) => Authority): Ports => ({
  ...ports,
  record: async (writes) => {
    const authority = await ports.record(writes)
    return authority === null || authority === 'paused' || 'limit' in authority ? authority : change(authority)
  },
})

const unbounded = (authority: Authority): Authority => ({ ...authority, bounds: null })

const unrevoked = (authority: Authority): Authority => ({
  ...authority,
  key: { scopes: [SCOPE], enabled: true, expiresAt: null },
})

export const bugs: readonly Bug[] = [
  { property: 'lost', what: 'a request is acknowledged before its commit is on the disk', start: loseNewest },
  {
    property: 'declared',
    what: 'roles that were acknowledged are taken for written, without asking the platform',
    ports: pretend,
  },
  {
    property: 'doubled',
    what: 'a repeated request is queued again',
    start: ({ database }) => void (database.keys.has = () => false),
  },
  {
    property: 'ends',
    what: 'the sweep leaves out leases that have expired',
    start: ({ database }) => void (database.requeueExpired = () => undefined),
  },
  {
    property: 'ends',
    what: 'the sweep does not wake the dispatch for an operation that lost its job',
    start: ({ database }) => void (database.wakeDispatch = () => undefined),
  },
  {
    property: 'explains',
    what: 'a failure leaves out the writes that were applied before it',
    ports: (ports) => ({ ...ports, fail: (ending) => ports.fail({ ...ending, written: null }) }),
  },
  { property: 'order', what: 'a claim takes the newest rank change of a member', start: takeNewest },
  {
    property: 'after-end',
    what: 'a process does not notice that it was paused',
    ports: (ports) => {
      const claimedAt = ports.now()
      return { ...ports, now: () => claimedAt }
    },
  },
  {
    property: 'budget',
    what: 'a claim ignores the budget',
    start: ({ database }) => void (database.hasBudget = () => true),
  },
  {
    property: 'unmanaged',
    also: ['audited'],
    what: 'every role is taken for a rank',
    claimed: (claimed) => ({
      ...claimed,
      authority: { ...claimed.authority, unmanaged: [] },
      ranks: claimed.ranks.map((rank) => ({ ...rank, managed: true })),
    }),
    ports: (ports) => withRecord(ports, (authority) => ({ ...authority, unmanaged: [] })),
  },
  {
    property: 'role',
    what: 'an operation on a role does not notice that the role was declared a rank',
    claimed: (claimed) =>
      isRoleKind(claimed.operation.kind)
        ? { ...claimed, ranks: claimed.ranks.map((rank) => ({ ...rank, managed: false })) }
        : claimed,
    ports: (ports, _, { operation }) =>
      isRoleKind(operation.kind)
        ? withRecord(ports, (authority) => ({ ...authority, unmanaged: roles.map(({ unique_id }) => unique_id) }))
        : ports,
  },
  {
    property: 'identity',
    also: ['ends'],
    what: 'a write names the id of the account, which the group knows by another one',
    ports: ({ platform, ...ports }, _, { operation }) => ({
      ...ports,
      platform: {
        ...platform,
        assignRole: (connection, __, role) => platform.assignRole(connection, String(operation.user_id), role),
        unassignRole: (connection, __, role) => platform.unassignRole(connection, String(operation.user_id), role),
      },
    }),
  },
  {
    property: 'decided',
    what: 'a decline is taken for done without asking the platform',
    ports: (ports, _, { operation }) =>
      operation.kind === 'join.decline'
        ? { ...ports, platform: { ...ports.platform, findJoinRequest: () => Promise.resolve(null) } }
        : ports,
    claimed: (claimed) =>
      claimed.operation.kind === 'join.decline'
        ? { ...claimed, operation: { ...claimed.operation, sent: true } }
        : claimed,
  },
  {
    property: 'suspension',
    what: 'the start of a suspension stores the base role as the former rank',
    ports: (ports) => ({
      ...ports,
      record: (writes) => ports.record({ ...writes, former: writes.former && { rank: 2, roles: [] } }),
    }),
  },
  {
    property: 'revoked',
    what: 'the key is checked when the rank change is accepted, and not again',
    claimed: (claimed) => ({ ...claimed, authority: unrevoked(claimed.authority) }),
    ports: (ports) => withRecord(ports, unrevoked),
  },
  {
    property: 'bounded',
    what: 'the check before an operation is stored is believed at its execution',
    claimed: (claimed) => ({ ...claimed, authority: unbounded(claimed.authority) }),
    ports: (ports) => withRecord(ports, unbounded),
  },
  {
    property: 'told',
    what: 'an award whose change was cancelled at its deadline is told so although AutoRank is queued',
    start: (sim) =>
      void (sim.rankLater = async (error, queue) => {
        await queue()
        throw error
      }),
  },
  {
    property: 'takes',
    what: 'a take is not counted',
    start: ({ database }) => void (database.countTakes = () => ({ granted: true, remaining: 1, resetMs: null })),
  },
  {
    property: 'takes',
    what: 'a take is counted again when its execution is repeated',
    start: ({ database }) => void (database.isCounted = () => false),
  },
  {
    property: 'audited',
    what: 'an entry names the rank that is read after the writes',
    ports: (ports) => ({
      ...ports,
      succeed: ({ move, ...ending }) => ports.succeed({ ...ending, move: move && { ...move, before: move.after } }),
    }),
  },
  {
    property: 'reversal',
    what: 'the rank that is found is not compared with the one that the change left',
    claimed: (claimed) => ({ ...claimed, operation: { ...claimed.operation, reversal: null } }),
  },
  {
    property: 'preview',
    what: 'the rank that is found is compared with the one before the change',
    claimed: ({ operation, ...claimed }) => {
      const { reversal, target_unique_id: found } = operation
      return { ...claimed, operation: { ...operation, reversal: reversal && { ...reversal, found } } }
    },
  },
  {
    property: 'preview',
    what: 'the preview decides with other facts than the execution: it leaves out the bounds of who takes back',
    start: (sim) => void (sim.boundsInPreview = () => null),
  },
]

function pretend(ports: Ports): Ports {
  const given = new Set<number>()
  const taken = new Set<number>()
  const write = (add: Set<number>, remove: Set<number>) => (_: unknown, membershipId: string, role: number) => {
    add.add(role)
    remove.delete(role)
    return Promise.resolve({ membershipId, roles: [], highestRole: null })
  }
  const { platform } = ports
  return {
    ...ports,
    platform: {
      ...platform,
      getMembership: async (connection, userId) => {
        const held = await platform.getMembership(connection, userId)
        return held && { ...held, roles: [...new Set([...held.roles, ...given])].filter((role) => !taken.has(role)) }
      },
      assignRole: write(given, taken),
      unassignRole: write(taken, given),
    },
  }
}

/** The crash of the database drops what was queued in the seconds before it. */
function loseNewest({ database, clock }: Simulation): void {
  const added = new Map<Operation, number>()
  const { onTransition, crash } = database
  database.onTransition = (operation, from) => {
    if (from === null && !isSuspensionKind(operation.kind)) added.set(operation, clock.now)
    onTransition(operation, from)
  }
  database.crash = () => {
    crash.call(database)
    for (const [operation, at] of added)
      if (at > clock.now - 2_000 && operation.status === 'queued')
        database.operations.splice(database.operations.indexOf(operation), 1)
    added.clear()
  }
}

function takeNewest({ database }: Simulation): void {
  database.hasAhead = (candidate) =>
    database
      .lineOf(candidate.community_id, candidate.user_id)
      .some((one) => one !== candidate && (one.status !== 'queued' || one.seq > candidate.seq))
}

/** For docs/reliability.md. */
export const propertyRows = (): string[] =>
  properties.map(({ name, what }) => {
    const planted = bugs.filter(({ property }) => property === name).map((bug) => bug.what)
    return `| \`${name}\` | ${what} | ${planted.join('; ')} |`
  })
