// Finds what YAML 1.1 and 1.2 parsers refuse or read differently. Exits with 1 when a file has any.
import fs from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as jsYaml from 'js-yaml'
import { isPair, LineCounter, parse, parseDocument, type Scalar, visit } from 'yaml'

/** Types of YAML 1.1 that the yaml package does not resolve: value (`=`), merge (`<<`). */
const otherTypes = /^(=|<<)$/

/**
 * @returns a line for each fault: `<name>:<line>: …`
 * @throws Error with the line when no parser can read the text
 */
export function yamlFaults(name: string, text: string): string[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error) throw error
  const faults: string[] = []
  const check = (scalar: Scalar, isKey: boolean, inFlow: boolean): void => {
    const why = ambiguity(scalar, isKey, inFlow)
    const { line } = lines.linePos(scalar.range?.[0] ?? 0)
    if (why !== null) faults.push(`${name}:${line}: ${scalar.source} ${why}. Quote it.`)
  }
  visit(document, {
    Scalar(key, node, ancestors) {
      if (node.type !== 'PLAIN' || node.source === '') return
      const inFlow = ancestors.some((above) => 'flow' in above && above.flow === true)
      check(node, key === 'key' && isPair(ancestors.at(-1)), inFlow)
    },
  })
  return faults.length > 0 ? faults : differences(name, text)
}

/** What parsers read differently in a scalar; null: nothing. */
function ambiguity({ source = '', value }: Scalar, isKey: boolean, inFlow: boolean): string | null {
  if (inFlow && /[?:]/.test(source)) return 'has ? or : in a flow collection, which some YAML 1.1 parsers refuse'
  if (otherTypes.test(source)) return 'has a special meaning in YAML 1.1'
  if (!Object.is(parse(source, { version: '1.1' }), value)) return 'is another value in YAML 1.1'
  if (isKey && typeof value !== 'string') return `is a key of type ${value === null ? 'null' : typeof value}`
  // JSON's form: not True, NULL, 1e3, nor a number that JavaScript rounds
  return typeof value === 'string' || String(value) === source ? null : 'is not in the form of JSON'
}

/** Differences between two parsers, for what the rules above do not know. */
function differences(name: string, text: string): string[] {
  const read = parse(text) as unknown
  const others: Record<string, unknown> = {
    'yaml as 1.1': parse(text, { version: '1.1' }) as unknown,
    'js-yaml': jsYaml.load(text),
  }
  return Object.entries(others)
    .filter(([, value]) => !isDeepStrictEqual(value, read))
    .map(([parser]) => `${name}: ${parser} reads other data than yaml as 1.2. Compare both with \`git diff\`.`)
}

if (require.main === module) {
  const faults = process.argv.slice(2).flatMap((name) => yamlFaults(name, fs.readFileSync(name, 'utf8')))
  if (faults.length > 0) console.error(faults.join('\n'))
  process.exitCode = faults.length > 0 ? 1 : 0
}
