// The version that the changes since the last release need (semver.org).
import type { Contract } from '../contract-rules/document'
import { recordOf, type Release } from './record'

export type Level = 'major' | 'minor' | 'patch'

/** A patch version is enough for what no program reads. */
export function levelOf(before: Release['record'], after: Contract, breakingCount: number): Level {
  if (breakingCount > 0) return 'major'
  return JSON.stringify(before) === JSON.stringify(recordOf(after)) ? 'patch' : 'minor'
}

const parse = (version: string): number[] => version.split('.').map(Number)

/** The lowest version of that level. */
export function nextVersion(released: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = parse(released)
  if (level === 'major') return `${major + 1}.0.0`
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

export function isBelow(version: string, other: string): boolean {
  const [one, two] = [parse(version), parse(other)]
  const at = one.findIndex((part, index) => part !== two[index])
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0)
}
