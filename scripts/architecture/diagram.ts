// The diagram of docs/architecture.md.
import { files, own, roomOf } from './source'
import { layers } from './layers'

/** By room. */
export function imports(): Map<string, Set<string>> {
  const found = new Map(layers.flatMap(([rooms]) => rooms.map((room) => [room, new Set<string>()])))
  for (const file of files) {
    for (const { target } of file.imports) {
      if (target !== null && roomOf(target) !== own(file)) found.get(own(file))?.add(roomOf(target))
    }
  }
  return found
}

/** The transitive reduction. */
export function reduced(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const known = new Map<string, ReadonlySet<string>>()
  const below = (room: string): ReadonlySet<string> => {
    const direct = graph.get(room) ?? new Set<string>()
    // stored first: a circular import must not recurse
    const found = known.get(room)
    if (found) return found
    known.set(room, direct)
    const all = new Set([...direct, ...[...direct].flatMap((one) => [...below(one)])])
    known.set(room, all)
    return all
  }
  const draw = (direct: ReadonlySet<string>): string[] => {
    const implied = new Set([...direct].flatMap((one) => [...below(one)]))
    return [...direct].filter((one) => !implied.has(one)).sort()
  }
  return new Map([...graph].map(([room, direct]) => [room, draw(direct)]))
}

/** Mermaid, and a table of layers. */
export function renderDiagram(): string {
  const graph = reduced(imports())
  const steps = [...layers].reverse()
  const nodes = steps.flatMap(([rooms]) => rooms.map((room) => `  ${room}["${room}"]`))
  const edges = [...graph].flatMap(([room, direct]) => direct.map((one) => `  ${room} --> ${one}`))
  const mermaid = ['```mermaid', 'flowchart TB', ...nodes, ...edges.reverse(), '```']
  const table = ['| Rooms | Contents |', '| --- | --- |', ...steps.map(([rooms, what]) => row(rooms, what))]
  return [...mermaid, '', ...table].join('\n')
}

const row = (rooms: readonly string[], what: string): string =>
  `| ${rooms.map((room) => `\`${room}\``).join(', ')} | ${what} |`
