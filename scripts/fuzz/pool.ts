// Values from responses for later requests: ids, versions, names and cursors, newest first.
import type { Step } from './steps'

const kept = /(^|[a-z])Id$|^(version|revision|name|nextCursor|applicationVersion)$/
const MOST_OF_A_NAME = 20

export interface Pool {
  /** @param text the JSON of a response */
  harvest(text: string): void
  /** Replaces the references of a step; those without a value become an id that does not exist. */
  fill(step: Step): Step
}

export function makePool(): Pool {
  const values = new Map<string, unknown[]>()
  const remember = (name: string, value: unknown): void => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const known = (values.get(name) ?? []).filter((one) => one !== value)
    values.set(name, [value, ...known].slice(0, MOST_OF_A_NAME))
  }
  const lookUp = (name: string, pick: string): unknown => {
    const known = values.get(name) ?? []
    return known.length === 0 ? 'unknown' : known[Number(pick) % known.length]
  }
  const inUrl = (text: string): string =>
    text.replace(/\{\$(\w+):(\d+)\}/g, (_, name: string, pick: string) =>
      encodeURIComponent(String(lookUp(name, pick)).toWellFormed()),
    )
  const inBody = (_: string, value: unknown): unknown => {
    const [, name, pick = ''] = /^\{\$(\w+):(\d+)\}$/.exec(typeof value === 'string' ? value : '') ?? []
    return name === undefined ? value : lookUp(name, pick)
  }
  return {
    harvest(text) {
      if (text === '') return
      JSON.parse(text, (name, value: unknown) => {
        if (kept.test(name)) remember(name, value)
        // an operation's own id is named `id`
        if (name === 'id' && typeof value === 'string' && value.startsWith('op_')) remember('operationId', value)
        return value
      })
    },
    fill: (step) => ({
      ...step,
      path: inUrl(step.path),
      ...(step.query === undefined ? {} : { query: inUrl(step.query) }),
      ...(step.body === undefined ? {} : { body: JSON.parse(JSON.stringify(step.body), inBody) as unknown }),
    }),
  }
}
