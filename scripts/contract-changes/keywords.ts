// What each `x-` keyword of openapi.yaml means for clients. A keyword that is not in this table is a fault.
import type { Contract, Fault, Path, Schema } from '../contract-rules/document'
import { sorted } from './sorted'

/** Whether a client can break by the change of a keyword; undefined: the keyword is absent. */
type Comparison = (old: unknown, now: unknown, before?: Schema) => boolean

const text = (value: unknown): string | undefined => JSON.stringify(sorted(value))
const differ: Comparison = (old, now) => text(old) !== text(now)
const gainedOrDiffers: Comparison = (old, now) => now !== undefined && differ(old, now)
const gained: Comparison = (old, now) => old === undefined && now !== undefined
const lost: Comparison = (old, now) => old !== undefined && now === undefined
const smaller: Comparison = (old, now) => now !== undefined && (old === undefined || Number(now) < Number(old))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const lostItem: Comparison = (old, now) => listOf(old).some((item) => !listOf(now).includes(item))
const gainedItem: Comparison = (old, now) => lostItem(now, old)
const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value ?? {})
const entryDiffers: Comparison = (old, now) =>
  entriesOf(old).some(([name, value]) => differ(value, (now as Record<string, unknown> | undefined)?.[name]))

/** A client sends an existing field that gives more than before. */
const givesMore: Comparison = (old, now, before) =>
  Object.keys(before?.properties ?? {}).some((name) => {
    const [was, is] = [old, now].map((gives) => (gives as Record<string, unknown> | undefined)?.[name])
    return is !== null && gainedOrDiffers(was, is)
  })

/** The scope of an effect; bounds are none by default. */
const needsOther: Comparison = (old, now) => {
  const unbounded = (entries: unknown) =>
    Object.fromEntries(entriesOf(entries).map(([name, entry]) => [name, { ...(entry as object), bound: undefined }]))
  return entryDiffers(unbounded(old), unbounded(now))
}

/** A new entry below an existing prefix takes the entry's scope instead of the prefix's. */
const readScopeDiffers: Comparison = (old, now) => {
  const known = entriesOf(old)
  const before = (name: string): unknown =>
    known.filter(([prefix]) => name.startsWith(prefix)).sort(([one], [other]) => other.length - one.length)[0]?.[1]
  return (
    known.some(([name]) => !entriesOf(now).some(([other]) => other === name)) ||
    entriesOf(now).some(([name, scope]) => before(name) !== undefined && before(name) !== scope)
  )
}

/** Keywords of schemas in requests. */
export const ofRequests = {
  'x-at-least-one-of': gainedOrDiffers,
  'x-clamp': smaller,
  'x-exactly-one-of': gainedOrDiffers,
  'x-account-id': lost,
  'x-gives': givesMore,
  'x-integer-id': lost,
  'x-name': gained,
  'x-path-segment': gained,
  'x-presets': entryDiffers,
  'x-read-only': lostItem,
  'x-staff-roles': entryDiffers,
  'x-trim': differ,
  'x-true': gained,
  'x-unknown-account': lost,
  'x-unique-items': gained,
  'x-utc': differ,
} as const satisfies Readonly<Record<string, Comparison>>

export const ofOperations = {
  'x-access-limited': gained,
  'x-feature': differ,
  'x-gives-each': differ,
  'x-gives-stored': gainedItem,
  'x-read-replica': gained,
  'x-repeatable': lost,
  'x-required-scope': differ,
} as const satisfies Readonly<Record<string, Comparison>>

export const ofRegistries = {
  'x-effects': needsOther,
  'x-read-scopes': readScopeDiffers,
} as const satisfies Readonly<Record<string, Comparison>>

/** Compared by the file named beside it, or not at all. */
const others: Readonly<Record<string, string>> = {
  'x-deprecated': 'notice.ts',
  'x-enum-varnames': 'schemas.ts',
  'x-max-body-bytes': 'operations.ts',
  'x-open-enum': 'schemas.ts',
  'x-scopes': 'operations.ts',
  'x-error-codes': 'operations.ts; clients tolerate new codes',
  'x-errors': 'operations.ts',
  'x-extension': 'internal: whether the specification has the operation',
  'x-headers': 'internal: YAML aliases; the headers of responses are compared',
  'x-hint': 'text',
  'x-internal': 'internal: for linters',
  'x-may-write': 'internal: for the test of the audit log',
  'x-safe-repeat': 'text',
  'x-needs-proof': 'internal: only pages of the same server use sessions',
  'x-no-etag': 'text; headers are compared',
  'x-no-proof': 'text',
  'x-written-by-people': 'internal: the Luau module filters these texts',
  'x-secret': 'internal: for the test of repeated requests; null is compared',
}

/** A patch version is enough when they change. */
export const TEXTS = Object.keys(others).filter((name) => others[name]?.startsWith('text'))

/** Keywords that are in no table, where they are first used. */
export function unknownKeywords(contract: Contract): Fault[] {
  const known = new Set([ofRequests, ofOperations, ofRegistries, others].flatMap((table) => Object.keys(table)))
  const found = new Map<string, Path>()
  const visit = (node: unknown, at: Path): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-') && !known.has(key) && !found.has(key)) found.set(key, [...at, key])
      if (!key.startsWith('example')) visit(value, [...at, Array.isArray(node) ? Number(key) : key])
    }
  }
  visit(contract, [])
  return [...found].map(([name, where]) => ({
    where,
    rule: `${name} is in no table of keywords, so changes of it would not be compared.`,
    fix: 'Add it to scripts/contract-changes/keywords.ts: how clients break, or that it is internal.',
  }))
}
