// The diagram in docs/architecture.md: the rooms of src/ and their imports.
import { files, own, roomOf } from './source'
import { layers } from './layers'

/** For each room, the rooms that its files import. */
export function imports(): Map<string, Set<string>> {
  const found = new Map(layers.flatMap(([rooms]) => rooms.map((room) => [room, new Set<string>()])))
  for (const file of files) {
    for (const { target } of file.imports) {
      if (target !== null && roomOf(target) !== own(file)) found.get(own(file))?.add(roomOf(target))
    }
  }
  return found
}

/**
 * The same without what follows from the rest: where `ranks` imports `operations` and `operations` imports `db`, that
 * `ranks` imports `db` too is not drawn.
 */
export function reduced(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const known = new Map<string, ReadonlySet<string>>()
  const below = (room: string): ReadonlySet<string> => {
    const direct = graph.get(room) ?? new Set<string>()
    // known before it is whole, so that a circle, which the layers refuse, does not go round for ever
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

/** The diagram as Mermaid, and the layers as a table. */
export function renderDiagram(): string {
  const graph = reduced(imports())
  const steps = [...layers].reverse()
  const nodes = steps.flatMap(([rooms]) => rooms.map((room) => `  ${room}["${room}"]`))
  const edges = [...graph].flatMap(([room, direct]) => direct.map((one) => `  ${room} --> ${one}`))
  const mermaid = ['```mermaid', 'flowchart TB', ...nodes, ...edges.reverse(), '```']
  const table = ['| Rooms | What they are |', '| --- | --- |', ...steps.map(([rooms, what]) => row(rooms, what))]
  return [...mermaid, '', ...table].join('\n')
}

const row = (rooms: readonly string[], what: string): string =>
  `| ${rooms.map((room) => `\`${room}\``).join(', ')} | ${what} |`
