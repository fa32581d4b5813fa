// All that keeps openapi.yaml from being the next release.
import type { Contract, Fault } from '../contract-rules/document'
import { unknownKeywords } from './keywords'
import { noticeFaults } from './notice'
import { breakingChanges } from './operations'
import { planned as plannedChanges } from './planned'
import type { Release } from './record'
import { isBelow, levelOf, nextVersion } from './version'

export interface Changes {
  readonly faults: readonly Fault[]
  /** The lowest version of the next release. */
  readonly next: string
  readonly breakingCount: number
}

type Planned = typeof plannedChanges

/** @param version of package.json */
export function changesSince(
  release: Release,
  after: Contract,
  version: string,
  today: string,
  planned: Planned = plannedChanges,
): Changes {
  const { contract: before, last } = release
  const breaking = breakingChanges(before, after)
  const accepted = new Set(planned.flatMap(({ changes }) => changes))
  const found = [...noticeFaults(release, after, today), ...breaking]
  const outdated = [...accepted].filter((change) => !found.some(({ rule }) => rule === change))
  const level = levelOf(release.record, after, breaking.length)
  const isPrepared = release.version !== last.version
  const following = nextVersion(last.version, level)
  const next = isPrepared && isBelow(following, release.version) ? release.version : following
  const lowest = level === 'patch' ? release.version : next
  const faults = [
    ...unknownKeywords(after),
    ...found.filter(({ rule }) => !accepted.has(rule)),
    ...outdated.map((change) => ({
      where: [],
      rule: `${change} is planned, but no such change was made.`,
      fix: 'Remove it from scripts/contract-changes/planned.ts.',
    })),
    ...versionFaults(version, lowest),
  ]
  return { faults, next, breakingCount: breaking.length }
}

/** At a release the version must say what changed: changed texts need a new one, too. */
export function releaseFaults(changes: Changes, version: string): Fault[] {
  return [...changes.faults, ...(changes.faults.length > 0 ? [] : versionFaults(version, changes.next))]
}

const versionFaults = (version: string, lowest: string): Fault[] =>
  isBelow(version, lowest)
    ? [
        {
          where: [],
          rule: `The version ${version} in package.json is too low for the changes since the last release.`,
          fix: `Set it to ${lowest} or higher, in package.json and the packages of the clients.`,
        },
      ]
    : []
