// Breaking changes of schemas: requests may only widen, answers may only narrow.
import { nodeAt, resolved } from '../contract-rules/document'
import type { Contract, Fault, Found, Path, Schema } from '../contract-rules/document'
import { ofRequests } from './keywords'
import { sorted } from './sorted'

export type Direction = 'request' | 'answer'

/** A node of the released contract, and the same node of the contract now. */
export interface Pair<Node> {
  readonly before: Found<Node>
  readonly after: Found<Node>
}

const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'] as const
/** Every difference is reported, because which of two patterns is wider is not computed. */
const MEANINGS = ['pattern', 'default'] as const

const NOISE = ['components', 'paths', 'schemas', 'parameters', 'responses', 'properties', 'schema']

/** `Member.username`, `/v2/members.get.limit`. */
function nameOf(at: Path, contract: Contract): string {
  const steps = at.map((step, index) => {
    if (typeof step === 'string') return NOISE.includes(step) ? '' : step
    const { name } = (nodeAt(contract, at.slice(0, index + 1)) ?? {}) as { readonly name?: string }
    return name ?? String(step)
  })
  return steps.filter((step) => step !== '').join('.')
}

export const text = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'none'

type KeywordTable = Readonly<Record<string, (old: unknown, now: unknown, before?: Schema) => boolean>>

const fewest = (lists: readonly (readonly Fault[])[]): readonly Fault[] =>
  lists.reduce((least, list) => (list.length < least.length ? list : least))

export class SchemaComparer {
  readonly faults: Fault[] = []
  private readonly compared = new Set<string>()

  constructor(
    private readonly before: Contract,
    private readonly after: Contract,
  ) {}

  report(where: Path, rule: string): void {
    const fix = 'Keep it, or plan a new major version (docs/guides/compatibility.md).'
    this.faults.push({ where, rule: `${nameOf(where, this.after)} ${rule}`, fix })
  }

  compare(written: Pair<Schema>, direction: Direction): void {
    const before = resolved(this.before, written.before)
    const after = resolved(this.after, written.after)
    const key = `${direction} ${before.at.join('/')} ${after.at.join('/')}`
    if (this.compared.has(key)) return
    this.compared.add(key)
    this.compareNull({ before, after }, direction)
    if (direction === 'request') this.compareMeanings({ before, after })
    if (before.node.oneOf || after.node.oneOf) return this.compareAlternatives({ before, after }, direction)
    if (before.node.type !== after.node.type) {
      this.report(after.at, `has the type ${after.node.type ?? 'any'} instead of ${before.node.type ?? 'any'}.`)
    }
    this.compareEnum({ before, after }, direction)
    this.compareFormat({ before, after }, direction)
    if (direction === 'request') this.compareBounds({ before, after })
    this.compareMembers({ before, after }, direction)
  }

  /** Each alternative of the narrower side fits one of the wider; else the differences from the nearest are reported. */
  private compareAlternatives({ before, after }: Pair<Schema>, direction: Direction): void {
    const alternatives = (found: Found<Schema>): Found<Schema>[] =>
      found.node.oneOf?.map((node, index) => ({ at: [...found.at, 'oneOf', index], node })) ?? [found]
    const [old, now] = [alternatives(before), alternatives(after)]
    const faultsOf = (pair: Pair<Schema>): readonly Fault[] => {
      const trial = new SchemaComparer(this.before, this.after)
      trial.compare(pair, direction)
      return trial.faults
    }
    const faults =
      direction === 'request'
        ? old.map((one) => fewest(now.map((other) => faultsOf({ before: one, after: other }))))
        : now.map((one) => fewest(old.map((other) => faultsOf({ before: other, after: one }))))
    if (faults.every(({ length }) => length === 0)) return
    this.report(after.at, `has other alternatives in its ${direction}.`)
    this.faults.push(...faults.flat())
  }

  private compareEnum({ before, after }: Pair<Schema>, direction: Direction): void {
    const [old, now] = [before.node.enum, after.node.enum]
    const removed = old?.filter((value) => now && !now.includes(value)) ?? []
    for (const value of removed) this.report(after.at, `lost the value ${text(value)}.`)
    if (direction === 'request' && !old && now) this.report(after.at, 'accepts an enum only.')
    if (direction === 'request') return this.compareConstants({ before, after })
    if (old && !now) this.report(after.at, 'is no enum in its answer any more.')
    const added = now?.filter((value) => old && !old.includes(value)) ?? []
    if (after.node['x-open-enum']) {
      if (old && !before.node['x-open-enum']) this.report(after.at, 'may gain values from now on.')
      return
    }
    for (const value of added) this.report(after.at, `gained the value ${text(value)} in answers.`)
  }

  /** Generated clients have constants for the values (`x-enum-varnames`), which keep their names. */
  private compareConstants({ before, after }: Pair<Schema>): void {
    const constantsOf = ({ node }: Found<Schema>): Map<unknown, string | undefined> =>
      new Map(node.enum?.map((value, index) => [value, node['x-enum-varnames']?.[index]]))
    const now = constantsOf(after)
    for (const [value, name] of constantsOf(before)) {
      if (name !== undefined && now.has(value) && now.get(value) !== name) {
        this.report(after.at, `renamed the constant ${name} of ${text(value)}.`)
      }
    }
  }

  private compareFormat({ before, after }: Pair<Schema>, direction: Direction): void {
    const [old, now] = [before.node.format, after.node.format]
    const isBroken = direction === 'request' ? now !== undefined && now !== old : old !== undefined && now !== old
    if (isBroken) this.report(after.at, `has the format ${text(now)} instead of ${text(old)}.`)
  }

  private compareBounds({ before, after }: Pair<Schema>): void {
    for (const [bounds, sign] of [[UPPER, 1] as const, [LOWER, -1] as const]) {
      for (const bound of bounds) {
        const [old, now] = [before.node[bound], after.node[bound]]
        const isNarrower = now !== undefined && (old === undefined || (now - old) * sign < 0)
        if (isNarrower) this.report(after.at, `has the ${bound} ${now} instead of ${old ?? 'none'}.`)
      }
    }
    if (after.node.uniqueItems && !before.node.uniqueItems) this.report(after.at, 'requires unique items.')
  }

  private compareMeanings({ before, after }: Pair<Schema>): void {
    for (const name of MEANINGS) {
      const [old, now] = [before.node[name], after.node[name]]
      if (now !== undefined && text(old) !== text(now)) this.reportKeyword(after.at, name, old, now)
    }
    this.compareKeywords(before, after, ofRequests)
  }

  /** Compares the keywords of any two nodes. */
  compareKeywords(before: Found<object>, after: Found<object>, table: KeywordTable): void {
    for (const [name, isBroken] of Object.entries(table)) {
      const [old, now] = [nodeAt(before.node, [name]), nodeAt(after.node, [name])]
      if (isBroken(old, now, before.node)) this.reportKeyword(after.at, name, old, now)
    }
  }

  /** The rule has both values, so that a planned change covers no other change of the same keyword. */
  private reportKeyword(at: Path, name: string, old: unknown, now: unknown): void {
    this.report(at, `has the ${name} ${text(now)} instead of ${text(old)}.`)
  }

  private compareNull({ before, after }: Pair<Schema>, direction: Direction): void {
    const [old, now] = [before.node.nullable === true, after.node.nullable === true]
    if (direction === 'request' && old && !now) this.report(after.at, 'may no longer be null.')
    if (direction === 'answer' && !old && now) this.report(after.at, 'may be null in answers.')
  }

  private compareMembers({ before, after }: Pair<Schema>, direction: Direction): void {
    const { properties: old = {}, required: oldRequired = [], items: oldItems } = before.node
    const { properties: now = {}, required = [], items } = after.node
    for (const [name, node] of Object.entries(old)) {
      const at = [...after.at, 'properties', name]
      const same = now[name]
      if (!same) this.report(at, `was removed from the ${direction}.`)
      else
        this.compare({ before: { at: [...before.at, 'properties', name], node }, after: { at, node: same } }, direction)
    }
    const [stricter, looser] = direction === 'request' ? [required, oldRequired] : [oldRequired, required]
    for (const name of stricter.filter((one) => !looser.includes(one) && (direction === 'request' || one in now))) {
      this.report(
        [...after.at, 'properties', name],
        direction === 'request' ? 'is newly required.' : 'may be absent from answers.',
      )
    }
    if (oldItems && items) {
      this.compare(
        { before: { at: [...before.at, 'items'], node: oldItems }, after: { at: [...after.at, 'items'], node: items } },
        direction,
      )
    }
    this.compareOthers({ before, after }, direction)
  }

  private compareOthers({ before, after }: Pair<Schema>, direction: Direction): void {
    const [old, now] = [before.node.additionalProperties ?? true, after.node.additionalProperties ?? true]
    if (direction === 'request' && old !== false && now === false && after.node.type === 'object') {
      this.report(after.at, 'accepts no further properties.')
    }
    if (typeof old !== 'object' || typeof now !== 'object') return
    const at = (found: Found<Schema>): Path => [...found.at, 'additionalProperties']
    this.compare({ before: { at: at(before), node: old }, after: { at: at(after), node: now } }, direction)
  }
}
