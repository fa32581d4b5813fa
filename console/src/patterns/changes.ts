// What an entry of the audit log changed, with the names of the properties: the details below its sentence.

type State = object | null | undefined

/** Each property that the entry names, with the former value where it differs. */
export function changesOf(
  before: State,
  after: State,
): { readonly name: string; readonly from: string; readonly to: string }[] {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].map((name) => ({
    name,
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

/** A value in a few words: its name where it has one, else its JSON. */
function shortText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}
