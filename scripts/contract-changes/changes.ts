// All that keeps openapi.yaml from being the next release.
import type { Contract, Fault } from '../contract-rules/document'
import { noticeFaults } from './notice'
import { breakingChanges } from './operations'
import { planned as plannedChanges } from './planned'
import { isBelow, levelOf, majorOf, nextVersion } from './version'

export interface Release {
  readonly contract: Contract
  /** Its day, as 2026-11-21. */
  readonly date: string
}

export interface Changes {
  readonly faults: readonly Fault[]
  /** The lowest version of the next release. */
  readonly next: string
  readonly breakingCount: number
}

type Planned = typeof plannedChanges

export function changesSince(
  release: Release,
  after: Contract,
  today: string,
  planned: Planned = plannedChanges,
): Changes {
  const { contract: before, date } = release
  const [old, now] = [before.info.version, after.info.version]
  const breaking = breakingChanges(before, after)
  const next = nextVersion(old, levelOf(before, after, breaking.length))
  const accepted = new Set(planned.flatMap(({ changes }) => changes))
  const unplanned = majorOf(now) > majorOf(old) ? [] : breaking.filter(({ rule }) => !accepted.has(rule))
  const outdated = [...accepted].filter((change) => !breaking.some(({ rule }) => rule === change))
  const faults = [
    ...noticeFaults(before, after, date, today),
    ...unplanned,
    ...outdated.map((change) => ({
      where: [],
      rule: `${change} is planned, but no such change was made.`,
      fix: 'Remove it from scripts/contract-changes/planned.ts.',
    })),
    ...(isBelow(now, old) ? [versionFault(`The version ${now} is below the released ${old}.`, next)] : []),
  ]
  return { faults, next, breakingCount: breaking.length }
}

/** At a release the version says what changed. */
export function releaseFaults(changes: Changes, after: Contract): Fault[] {
  const { version } = after.info
  const rule = `The version ${version} is too low for the changes since the last release.`
  return [...changes.faults, ...(isBelow(version, changes.next) ? [versionFault(rule, changes.next)] : [])]
}

const versionFault = (rule: string, next: string): Fault => ({
  where: ['info', 'version'],
  rule,
  fix: `Set info.version to ${next} or higher.`,
})
