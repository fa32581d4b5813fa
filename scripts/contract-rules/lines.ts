// Lines of a YAML document by path.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Fault, Path } from './document'

export interface YamlFile {
  readonly value: unknown
  /** The line, from 1, of the node at the path; of the innermost node above it where there is none. */
  readonly lineOf: (path: Path) => number
}

/** @throws Error with the line when the text is not YAML */
export function readYaml(text: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error) throw error
  const lineOf = (path: Path): number => {
    let node: unknown = document.contents
    let offset = 0
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
        if (!pair) break
        offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
        node = pair.value
      } else if (isSeq(node)) {
        const item = node.items[Number(step)] as { readonly range?: readonly [number, ...number[]] | null } | undefined
        if (!item) break
        offset = item.range?.[0] ?? offset
        node = item
      } else break
    }
    return lines.linePos(offset).line
  }
  return { value: document.toJS(), lineOf }
}

/** A line for each fault, `<name>:<line>: <rule> <fix>`. */
export function printFaults(name: string, faults: readonly Fault[], { lineOf }: YamlFile): string {
  return faults
    .map(({ where, rule, fix }) => ({ line: lineOf(where), text: `${rule} ${fix}` }))
    .sort((one, other) => one.line - other.line)
    .map(({ line, text }) => `${name}:${line}: ${text}`)
    .join('\n')
}
