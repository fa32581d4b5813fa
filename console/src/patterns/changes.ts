// What an entry of the audit log changed, in words: the details below its sentence.
import { catalogue, textsOf } from './texts'
import { dateTimeText } from './time'

const texts = catalogue('changes', { yes: 'yes', no: 'no' })

type State = object | null | undefined

/** Each property that the entry names, with the former value where it differs. */
export function changesOf(
  before: State,
  after: State,
): { readonly name: string; readonly from: string; readonly to: string }[] {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].map((name) => ({
    name: wordsOf(name),
    from: old.get(name) ?? '',
    to: fresh.get(name) ?? '',
  }))
}

/** The change in one line: each property, with the former value where it differs. */
export const changeOf = (before: State, after: State): string =>
  changesOf(before, after)
    .map(({ name, from, to }) => (from === '' || from === to ? `${name}: ${to}` : `${name}: ${from} → ${to}`))
    .join(', ')

const partsOf = (state: State): Map<string, string> =>
  new Map(
    Object.entries(state ?? {})
      .filter(([, value]) => value !== null)
      .map(([name, value]: [string, unknown]) => [name, shortText(value)]),
  )

/** `lowestRankTouched` as "lowest rank touched". */
const wordsOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value in a few words: its name where it has one, else its JSON. */
function shortText(value: unknown): string {
  if (typeof value === 'boolean') return textsOf(texts)(value ? 'yes' : 'no')
  if (typeof value === 'string' && instant.test(value)) return dateTimeText(value)
  if (Array.isArray(value)) return value.map(shortText).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}
