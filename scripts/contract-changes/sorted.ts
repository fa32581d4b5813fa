/** With the names of all objects in alphabetical order, so that their order is no difference. */
export function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, value]) => [name, sorted(value)]))
}
