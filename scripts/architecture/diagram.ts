// The diagram of docs/architecture.md.
import { files, own, roomOf } from './source'
import { groups, type Group } from './layers'

const roomsOf = ({ layers }: Group): string[] => layers.flatMap(([rooms]) => rooms)
const groupOf = new Map(groups.flatMap((group) => roomsOf(group).map((room) => [room, group.name])))

/** For each group, the groups whose rooms its rooms import. */
function imports(): Map<string, Set<string>> {
  const found = new Map(groups.map(({ name }) => [name, new Set<string>()]))
  for (const file of files) {
    const from = groupOf.get(own(file)) ?? ''
    for (const { target } of file.imports) {
      const to = target === null ? from : (groupOf.get(roomOf(target)) ?? from)
      if (to !== from) found.get(from)?.add(to)
    }
  }
  return found
}

/** The transitive reduction: without what follows from the other imports of a group. */
function reduced(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const known = new Map<string, ReadonlySet<string>>()
  const below = (room: string): ReadonlySet<string> => {
    const direct = graph.get(room) ?? new Set<string>()
    // stored before it is complete: a circular import must not recurse without end
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

/** A diagram in Mermaid, and a table of the rooms. */
export function renderDiagram(): string {
  const steps = [...groups].reverse()
  const idOf = (name: string): string => name.replaceAll(' ', '-')
  const nodes = steps.map(
    (group) => `  ${idOf(group.name)}["<b>${group.name}</b><br/>${roomsOf(group).reverse().join(', ')}"]`,
  )
  const edges = [...reduced(imports())].flatMap(([name, direct]) =>
    direct.map((one) => `  ${idOf(name)} --> ${idOf(one)}`),
  )
  const mermaid = ['```mermaid', 'flowchart TB', ...nodes, ...edges.reverse(), '```']
  const rows = steps.flatMap(({ name, layers }) =>
    [...layers].reverse().map(([rooms, what], index) => row(index === 0 ? name : '', rooms, what)),
  )
  return [...mermaid, '', '| Group | Rooms | Contents |', '| --- | --- | --- |', ...rows].join('\n')
}

const row = (group: string, rooms: readonly string[], what: string): string =>
  `| ${group} | ${rooms.map((room) => `\`${room}\``).join(', ')} | ${what} |`
