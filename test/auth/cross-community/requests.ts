// Requests from the examples of the contract, with the ids of the test.
import { randomUUID } from 'node:crypto'
import { group, type Answer } from '../../support/app'
import type { Case, Slot } from './cases'
import type { Place } from './communities'
import { accounts, inAnHour, isThing, newNames, noIds, thing, type Ids } from './things'

export interface Sent {
  readonly path: string
  readonly body: object | undefined
  readonly headers: Record<string, string>
}

export interface Wish {
  /** The place in the body that must have a value. */
  readonly slot?: Slot
  readonly filter?: string | undefined
  /** A name that the caller chooses; default: an unused name. */
  readonly newName?: string
}

const member = (index: number): number => group.members[index % group.members.length] ?? 0

export function requestOf(one: Case, ids: Ids, { slot, filter, newName = `new-${randomUUID()}` }: Wish = {}): Sent {
  const value = (name: string): string => (accounts.includes(name) ? String(member(0)) : (ids[name] ?? ''))
  const exampleOf = (name: string): string => one.parameters.find((each) => each.name === name)?.example ?? ''
  const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(noIds.includes(name) ? exampleOf(name) : value(name))
  })
  const query = one.parameters
    .filter((each) => each.in === 'query' && (each.required || each.name === filter || isNamed(one, each.name)))
    .map(({ name, example = '' }) => {
      const isOurs = one.queryNames.includes(name) && (isThing(name) || accounts.includes(name))
      return `${name}=${encodeURIComponent(isOurs ? value(name) : example)}`
    })
  const hasKey = one.parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: bodyOf(one, ids, newName, slot),
    headers: hasKey ? { 'Idempotency-Key': randomUUID() } : {},
  }
}

const isNamed = ({ queryNames }: Case, name: string): boolean => queryNames.includes(name) && isThing(name)

/** The example that reaches deepest into the wanted place, with its ids replaced. */
function bodyOf(one: Case, ids: Ids, newName: string, wanted?: Slot): object | undefined {
  const reaches = (example: object): number => (wanted ? depthOf(example, wanted.path) : 0)
  const [example] = [...one.examples].sort((a, b) => reaches(b) - reaches(a))
  if (example === undefined) return undefined
  let body: unknown = structuredClone(example)
  for (const slot of one.slots) {
    const { name, path } = slot
    const given = (): unknown => (/uniqueIds?$/i.test(name) ? Number(ids[name]) : ids[name])
    if (accounts.includes(name)) body = put(body, path, member, false)
    else if (isThing(name)) body = put(body, path, given, slot === wanted)
  }
  const named = newNames[one.id]
  return { ...(upToDate(body) as object), ...(named === undefined ? {} : { [named]: newName }) }
}

/** Number of steps of the path that the example has. */
function depthOf(node: unknown, [step, ...rest]: readonly string[]): number {
  const next = step === '[]' ? (node as unknown[])[0] : (node as Record<string, unknown> | undefined)?.[step ?? '']
  return next === undefined ? 0 : 1 + depthOf(next, rest)
}

/** Sets the value where the path exists; with `make`, creates the path, in the first element of lists. */
function put(
  node: unknown,
  [step, ...rest]: readonly string[],
  value: (index: number) => unknown,
  make: boolean,
  index = 0,
): unknown {
  if (step === undefined) return value(index)
  if (step === '[]') {
    const list = (node ?? []) as unknown[]
    const elements = list.length === 0 && make ? [undefined] : list
    return elements.map((one, at) => put(one, rest, value, make && at === 0, at))
  }
  const object = (node ?? {}) as Record<string, unknown>
  if (!(step in object) && !make) return node
  return { ...object, [step]: put(object[step], rest, value, make, index) }
}

/** The example with its accounts as ids and its end times in the future. */
function upToDate(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(upToDate)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([name]) => name !== 'by')
  const entries = kept.map(([name, one]) => [name, name === 'endsAt' ? inAnHour() : upToDate(one)] as const)
  return Object.fromEntries(entries)
}

export function call({ client }: Place, { method }: Case, { path, body, headers }: Sent): Promise<Answer> {
  return client.send(method, path, body, headers)
}

/** An answer, with the ids of the request removed. */
export function shown({ status, text }: Answer, sent: Ids): string {
  return Object.values(sent).reduce((told, id) => told.replaceAll(id, '<id>'), `${status} ${text}`)
}

export const neverMade = (names: readonly string[]): Ids =>
  Object.fromEntries(names.map((name) => [name, thing(name).never()]))
