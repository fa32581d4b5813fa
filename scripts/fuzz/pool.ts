// Values from responses for later requests, newest first.
import type { Step } from './steps'

const kept = /(^|[a-z])Id$|^(version|revision|name|nextCursor|applicationVersion)$/
const MOST_OF_A_NAME = 20

export interface Pool {
  harvest(body: unknown): void
  /** References without a value get an unused id. */
  fill(step: Step): Step
}

export function makePool(): Pool {
  const values = new Map<string, unknown[]>()
  const remember = (name: string, value: unknown): void => {
    const known = (values.get(name) ?? []).filter((one) => one !== value)
    values.set(name, [value, ...known].slice(0, MOST_OF_A_NAME))
  }
  const harvest = (node: unknown): void => {
    if (Array.isArray(node)) return node.slice(0, 30).forEach(harvest)
    if (node === null || typeof node !== 'object') return
    for (const [name, value] of Object.entries(node)) {
      if (kept.test(name) && (typeof value === 'string' || typeof value === 'number')) remember(name, value)
      else harvest(value)
      // an operation's own id is named `id`
      if (name === 'id' && typeof value === 'string' && value.startsWith('op_')) remember('operationId', value)
    }
  }
  const lookUp = (name: string, pick: string): unknown => {
    const known = values.get(name) ?? []
    return known.length === 0 ? 'unknown' : known[Number(pick) % known.length]
  }
  const inText = (text: string, encode: (value: string) => string): string =>
    text.replace(/\{\$(\w+):(\d+)\}/g, (_, name: string, pick: string) => encode(String(lookUp(name, pick))))
  const inValue = (node: unknown): unknown => {
    if (typeof node === 'string') {
      const whole = /^\{\$(\w+):(\d+)\}$/.exec(node)
      return whole ? lookUp(whole[1] ?? '', whole[2] ?? '') : node
    }
    if (Array.isArray(node)) return node.map(inValue)
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inValue(value)]))
  }
  const inUrl = (value: string): string => encodeURIComponent(value.toWellFormed())
  return {
    harvest,
    fill: (step) => ({
      ...step,
      path: inText(step.path, inUrl),
      ...(step.query === undefined ? {} : { query: inText(step.query, inUrl) }),
      ...(step.body === undefined ? {} : { body: inValue(step.body) }),
    }),
  }
}
