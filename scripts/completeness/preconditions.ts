// Operations that take If-Match and whose handler reaches no call of `assertUnchanged`, found by following names.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { operationsOf, parametersOf, type Contract } from '../contract-rules/document'
import { filesIn, readText, root, type MissingPart } from './fault'

interface Unit {
  readonly source: ts.SourceFile
  /** Functions and constants of the file. */
  readonly own: ReadonlyMap<string, ts.Node>
  /** Imported name: the file, and the name there. */
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>
}

const units = new Map<string, Unit>()

function unitOf(file: string): Unit {
  const known = units.get(file) ?? readUnit(file)
  units.set(file, known)
  return known
}

function readUnit(file: string): Unit {
  const source = ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true)
  const own = new Map<string, ts.Node>()
  const imported = new Map<string, readonly [string, string]>()
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) own.set(statement.name.text, statement)
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer) own.set(name.getText(source), initializer)
      }
    }
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const target = `${path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text)}.ts`
      const bindings = statement.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings) || !fs.existsSync(path.join(root, target))) continue
      for (const { name, propertyName } of bindings.elements) {
        imported.set(name.text, [target, (propertyName ?? name).text])
      }
    }
  }
  return { source, own, imported }
}

/** Through functions of src/ that it names. */
function reaches(file: string, node: ts.Node, wanted: string, seen = new Set<ts.Node>()): boolean {
  if (seen.has(node)) return false
  seen.add(node)
  const { own, imported } = unitOf(file)
  const visit = (inner: ts.Node): boolean => {
    if (ts.isPropertyAccessExpression(inner) && inner.name.text === wanted) return true
    if (ts.isIdentifier(inner)) {
      const local = own.get(inner.text)
      if (local && reaches(file, local, wanted, seen)) return true
      const [target, name] = imported.get(inner.text) ?? []
      const other = target === undefined || name === undefined ? undefined : unitOf(target).own.get(name)
      if (target !== undefined && other && reaches(target, other, wanted, seen)) return true
    }
    return ts.forEachChild(inner, (child) => visit(child) || undefined) ?? false
  }
  return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false
}

/** Methods of the object literals of a file, by name. */
function handlersIn(file: string): Map<string, ts.MethodDeclaration> {
  const found = new Map<string, ts.MethodDeclaration>()
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) found.set(node.name.text, node)
    else ts.forEachChild(node, visit)
  }
  visit(unitOf(file).source)
  return found
}

/** @param files with handlers, from the root */
export function missingPreconditions(contract: Contract, files = filesIn('src', 'handlers.ts')): MissingPart[] {
  const guarded = operationsOf(contract)
    .filter((operation) => parametersOf(contract, operation).some(({ node }) => node.name === 'If-Match'))
    .map(({ id }) => id)
  return files.flatMap((file) =>
    [...handlersIn(file)]
      .filter(([id, handler]) => guarded.includes(id) && !reaches(file, handler, 'assertUnchanged'))
      .map(([id, handler]) => ({
        file,
        line: unitOf(file).source.getLineAndCharacterOfPosition(handler.getStart()).line + 1,
        rule: `${id} takes If-Match, and its action does not call assertUnchanged.`,
        fix: 'Add `await tx.assertUnchanged?.(tx)` to the action, with the record locked.',
      })),
  )
}
