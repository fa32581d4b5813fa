// Gives and takes roles that are no ranks by hand, while the ranks of the same members change.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoleChange } from './history'
import type { Random } from './random'
import type { SimulatorControl } from './simulator-control'
import type { TrialGroup } from './world'

export interface Hands {
  /** In order. */
  readonly changes: readonly RoleChange[]
  readonly done: Promise<void>
}

interface HandsOptions {
  readonly groups: readonly TrialGroup[]
  readonly simulator: SimulatorControl
  readonly changes: number
  readonly milliseconds: number
  readonly random: Random
}

/** At a constant rate, one after another. */
export function startHands({ groups, simulator, changes: most, milliseconds, random }: HandsOptions): Hands {
  const changes: RoleChange[] = []
  const run = async (): Promise<void> => {
    const startedAt = Date.now()
    for (let number = 0; number < most; number++) {
      await sleep(Math.max(0, startedAt + (number * milliseconds) / most - Date.now()))
      const { groupId, members, beside } = random.pick(groups)
      const userId = random.pick([...members.keys()])
      const change = { groupId, userId, roleId: beside[0] ?? 0, given: random.chance(0.5) }
      await simulator.changeRole(change)
      changes.push(change)
    }
  }
  return { changes, done: run() }
}
