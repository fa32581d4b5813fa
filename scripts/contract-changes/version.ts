// The version that the changes since the last release need (semver.org).
import type { Contract } from '../contract-rules/document'
import { TEXTS as KEYWORDS } from './keywords'

export type Level = 'major' | 'minor' | 'patch'

/** What no program reads: a patch version is enough. */
const TEXTS = ['description', 'summary', 'example', 'examples', ...KEYWORDS]

const isNamed = (key: string): boolean => ['properties', 'schemas', 'parameters', 'headers', 'responses'].includes(key)

function withoutTexts(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutTexts(one))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(([key]) => areNames || !TEXTS.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, isNamed(key) && !areNames)]))
}

function machineReadable({ paths, components }: Contract): string {
  return JSON.stringify(withoutTexts({ paths, components }))
}

export function levelOf(before: Contract, after: Contract, breakingCount: number): Level {
  if (breakingCount > 0) return 'major'
  return machineReadable(before) === machineReadable(after) ? 'patch' : 'minor'
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
