// Which functions the handler of a GET reaches: from the names that each function of src/ uses.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { operationTable } from '../../generated/operations'
import { files, type SourceFile } from '../architecture/source'

const src = path.resolve(__dirname, '../../src')
const known = new Set(files.map(({ name }) => name))
const reads = new Set(Object.entries(operationTable).flatMap(([id, { method }]) => (method === 'get' ? [id] : [])))

/** The functions of `queries` files that a GET reaches, as `<room> <function>`. */
export function readByRequests(): Set<string> {
  const uses = new Map<string, ReadonlySet<string>>()
  const left: string[] = []
  for (const file of files) left.push(...readFile(file, uses))
  const reached = new Set<string>()
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    left.push(...(uses.get(at) ?? []))
  }
  const queries = [...reached].filter((name) => /\/queries\.ts /.test(name))
  return new Set(queries.map((name) => name.replace('/queries.ts', '')))
}

/** Adds what each declaration uses, as `<file> <name>`. @returns the handlers of reads */
function readFile({ name: file }: SourceFile, uses: Map<string, ReadonlySet<string>>): string[] {
  const text = fs.readFileSync(path.join(src, file), 'utf8')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names = new Map([...imported(file, tree), ...declared(file, tree)])
  for (const { name, node } of declarations(tree)) uses.set(`${file} ${name}`, usedBy(node, names))
  // a file may only pass on what others export
  for (const [name, target] of names) if (!uses.has(`${file} ${name}`)) uses.set(`${file} ${name}`, new Set([target]))
  if (path.basename(file) !== 'handlers.ts') return []
  const handlers: string[] = []
  const visit = (node: ts.Node): void => {
    const isMember =
      ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isShorthandPropertyAssignment(node)
    if (isMember && reads.has(node.name.getText())) {
      handlers.push(`${file} handler ${node.name.getText()}`)
      uses.set(handlers.at(-1) ?? '', usedBy(node, names))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return handlers
}

interface Declaration {
  readonly name: string
  readonly node: ts.Node
}

function declarations(tree: ts.SourceFile): Declaration[] {
  return tree.statements.flatMap((node): Declaration[] => {
    if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name)
      return [{ name: node.name.text, node }]
    if (!ts.isVariableStatement(node)) return []
    return node.declarationList.declarations.flatMap((one) => namesOf(one.name).map((name) => ({ name, node: one })))
  })
}

const namesOf = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesOf(one.name)))

const declared = (file: string, tree: ts.SourceFile) =>
  declarations(tree).map(({ name }): [string, string] => [name, `${file} ${name}`])

function imported(file: string, tree: ts.SourceFile): [string, string][] {
  return tree.statements.flatMap((node): [string, string][] => {
    const isImport = ts.isImportDeclaration(node)
    if (!isImport && !ts.isExportDeclaration(node)) return []
    const bindings = isImport ? node.importClause?.namedBindings : node.exportClause
    const target = targetOf(file, node.moduleSpecifier)
    if (target === null || !bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return []
    return bindings.elements.map((one) => [one.name.text, `${target} ${(one.propertyName ?? one.name).text}`])
  })
}

function targetOf(file: string, specifier: ts.Expression | undefined): string | null {
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return null
  const base = path.posix.join(path.posix.dirname(file), specifier.text.replace(/\.js$/, ''))
  return [`${base}.ts`, `${base}/index.ts`].find((name) => known.has(name)) ?? null
}

/** Names of types and of properties are none of functions. */
function usedBy(node: ts.Node, names: ReadonlyMap<string, string>): Set<string> {
  const used = new Set<string>()
  const visit = (one: ts.Node): void => {
    if (ts.isTypeNode(one)) return
    if (ts.isIdentifier(one)) {
      const { parent } = one
      const isName = (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === one
      const target = names.get(one.text)
      if (!isName && target !== undefined) used.add(target)
    }
    ts.forEachChild(one, visit)
  }
  visit(node)
  return used
}
