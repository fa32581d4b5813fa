// Constants of files as text: those of test/ need the test runner.
import ts from 'typescript'
import { readText } from './fault'

export interface Table {
  readonly file: string
  /** From 1; entries are added after it. */
  readonly line: number
  /** Of an object, or strings of an array. */
  readonly names: readonly string[]
  /** As written. */
  readonly type: string
}

/** Objects and arrays, by name. */
export function tablesIn(file: string): Map<string, Table> {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true)
  const tables = new Map<string, Table>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, type, initializer } of statement.declarationList.declarations) {
      const value = initializer && unwrapped(initializer)
      if (!value || !(ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value))) continue
      const line = source.getLineAndCharacterOfPosition(value.getEnd()).line + 1
      tables.set(name.getText(source), { file, line, names: namesIn(value), type: type?.getText(source) ?? '' })
    }
  }
  return tables
}

/** @throws without such a constant */
export function tableIn(file: string, name: string): Table {
  const table = tablesIn(file).get(name)
  if (!table) throw new Error(`${file} has no constant ${name}. scripts/completeness reads it: correct its name there.`)
  return table
}

const unwrapped = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? unwrapped(node.expression) : node

function namesIn(node: ts.Expression): string[] {
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap(({ name }) => (name && 'text' in name ? [name.text] : []))
  }
  if (!ts.isArrayLiteralExpression(node)) return []
  return node.elements.flatMap((element) => {
    if (ts.isSpreadElement(element)) return namesIn(unwrapped(element.expression))
    return ts.isStringLiteral(element) ? [element.text] : []
  })
}
