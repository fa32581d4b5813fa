// Counts the statements of src/ by how they are written: `npx tsx scripts/statements/share.ts`.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const source = path.join(__dirname, '..', '..', 'src')

/** `builder`: Kysely's; `declared`: raw, with a name; `inline`: raw text in the function that sends it. */
export type Kind = 'builder' | 'declared' | 'inline'

const declarations = ['statement', 'jsonStatement']
const executions = ['execute', 'executeTakeFirst', 'executeTakeFirstOrThrow']

function kindOf({ expression }: ts.CallExpression): Kind | null {
  if (ts.isIdentifier(expression)) return declarations.includes(expression.text) ? 'declared' : null
  if (!ts.isPropertyAccessExpression(expression)) return null
  if (expression.getText() === 'CompiledQuery.raw') return 'inline'
  if (!executions.includes(expression.name.text)) return null
  if (ts.isTaggedTemplateExpression(expression.expression)) return 'inline'
  // a transaction sends no statement of its own
  return expression.expression.getText().endsWith('.transaction()') ? null : 'builder'
}

/** One kind for each statement, by the folder under src/. */
export function statementKinds(): ReadonlyMap<string, readonly Kind[]> {
  const rooms = new Map<string, Kind[]>()
  const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()
  // db/statements.ts declares for others
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== path.join('db', 'statements.ts'))) {
    const visit = (node: ts.Node): void => {
      const kind = ts.isCallExpression(node) ? kindOf(node) : null
      if (kind) rooms.set(path.dirname(file), [...(rooms.get(path.dirname(file)) ?? []), kind])
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, fs.readFileSync(path.join(source, file), 'utf8'), ts.ScriptTarget.Latest, true))
  }
  return rooms
}

const countOf = (kinds: readonly Kind[], kind: Kind): number => kinds.filter((one) => one === kind).length

/** Per cent by the builder. */
export const shareOf = (kinds: readonly Kind[]): number => (100 * countOf(kinds, 'builder')) / kinds.length

if (require.main === module) {
  const rooms = statementKinds()
  for (const [room, kinds] of [...rooms, ['all', [...rooms.values()].flat()] as const]) {
    const [builder, declared, inline] = (['builder', 'declared', 'inline'] as const).map((kind) => countOf(kinds, kind))
    const counts = `builder ${builder}, declared ${declared}, inline ${inline}`
    console.log(`${room.padEnd(32)} ${counts}: ${Math.round(shareOf(kinds))} %`)
  }
}
