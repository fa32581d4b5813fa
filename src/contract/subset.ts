// A subset of the contract for a small client: the operations of some tags, or of the specification alone, with what they refer to.
import { invalid } from '../base/errors'
import { nearest } from '../base/nearest'
import { toOpenApi31, type RenderedContract } from './openapi-31'

/** The documents of the contract, as they are served whole. */
export interface ContractTexts {
  readonly yaml: string
  readonly json: string
}

/** `json31`: OpenAPI 3.1. */
export type Form = keyof ContractTexts | 'json31'

export interface Selection {
  /** In alphabetical order; empty: all. */
  readonly tags: readonly string[]
  /** Without the operations that are marked `x-extension`. */
  readonly onlySpecification: boolean
}

type Item = Readonly<Record<string, Operation>>
interface Operation {
  readonly tags?: readonly string[]
  readonly security?: Security
  readonly 'x-extension'?: boolean
}
type Security = readonly Readonly<Record<string, unknown>>[]
/** The part of the document that is read. */
interface Contract {
  readonly tags: readonly { readonly name: string }[]
  readonly security?: Security
  readonly paths: Readonly<Record<string, Item>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const PARAMETERS = ['tags', 'only']

/**
 * @param query of the document, such as `tags=members,ranks&only=specification`
 * @returns null: the whole document is asked for
 * @throws DomainError 400 for a misspelt parameter or an unknown tag
 */
export function readSelection(query: string, known: readonly string[]): Selection | null {
  const values = new URLSearchParams(query)
  for (const name of values.keys()) {
    const meant = PARAMETERS.includes(name) ? null : nearest(name, PARAMETERS)
    if (meant !== null)
      throw invalid(`/query/${name}`, 'additionalProperties', `is not known here; did you mean ${meant}?`)
  }
  const listed = (name: string): string[] =>
    values
      .getAll(name)
      .flatMap((value) => value.split(','))
      .filter(Boolean)
  const tags = [...new Set(listed('tags'))].sort()
  const unknown = tags.find((tag) => !known.includes(tag))
  if (unknown !== undefined) {
    const meant = nearest(unknown, known)
    const hint = meant === null ? '.' : `; did you mean ${meant}?`
    const rule = `has the unknown tag ${unknown.slice(0, 50)}${hint} The tags are ${known.join(', ')}`
    throw invalid('/query/tags', 'enum', rule)
  }
  const only = listed('only')
  if (only.some((value) => value !== 'specification')) throw invalid('/query/only', 'enum', 'must be specification')
  return tags.length > 0 || only.length > 0 ? { tags, onlySpecification: only.length > 0 } : null
}

/** @throws DomainError 400 when it has no operation */
export function subsetOf<Document>(document: Document, selection: Selection): Document {
  const contract = document as unknown as Contract
  const paths = keptPaths(contract, selection)
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  if (operations.length === 0) throw invalid('/query/tags', 'enum', 'have no operation of the specification')
  const tags = new Set(operations.flatMap((operation) => operation.tags ?? []))
  const { components, ...rest } = contract
  const kept = { ...rest, tags: contract.tags.filter(({ name }) => tags.has(name)), paths }
  return { ...kept, components: keptComponents(components, kept) } as Document
}

function keptPaths({ paths }: Contract, { tags, onlySpecification }: Selection): Contract['paths'] {
  const isKept = (operation: Operation): boolean =>
    (tags.length === 0 || tags.some((tag) => operation.tags?.includes(tag))) &&
    !(onlySpecification && operation['x-extension'])
  const items = Object.entries(paths).map(([path, item]): [string, Item] => {
    return [path, Object.fromEntries(Object.entries(item).filter(([, operation]) => isKept(operation)))]
  })
  return Object.fromEntries(items.filter(([, item]) => Object.keys(item).length > 0))
}

/** Those that the rest refers to, directly or by others, in the order of the document. */
function keptComponents(
  components: Contract['components'],
  rest: Omit<Contract, 'components'>,
): Contract['components'] {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node === 'object' && node !== null) return Object.values(node).forEach(visit)
    // a reference, or the mapping of a discriminator
    const [, section, name] = /^#\/components\/(\w+)\/([^/]+)$/.exec(String(node)) ?? []
    if (section !== undefined && name !== undefined) find(section, name)
  }
  const find = (section: string, name: string): void => {
    const pointer = `${section}/${name}`
    if (found.has(pointer)) return
    found.add(pointer)
    visit(components[section]?.[name])
  }
  visit(rest)
  const operations = Object.values(rest.paths).flatMap((item) => Object.values(item))
  for (const security of [rest.security, ...operations.map((operation) => operation.security)])
    for (const name of (security ?? []).flatMap((schemes) => Object.keys(schemes))) find('securitySchemes', name)
  const sections = Object.entries(components).map(([section, entries]): [string, Readonly<Record<string, unknown>>] => {
    const kept = Object.entries(entries).filter(([name]) => found.has(`${section}/${name}`))
    return [section, Object.fromEntries(kept)]
  })
  return Object.fromEntries(sections.filter(([, entries]) => Object.keys(entries).length > 0))
}

/** @returns the text of a subset @throws DomainError 400 as {@link subsetOf} */
export function textOfSubset({ yaml, json }: ContractTexts, form: Form, selection: Selection): string {
  const whole = JSON.parse(json) as object
  const subset = subsetOf(whole, selection)
  if (form === 'yaml') return noteOf(selection) + cut(yaml, 0, whole, subset)
  return JSON.stringify(form === 'json' ? subset : toOpenApi31(subset as RenderedContract))
}

function noteOf({ tags, onlySpecification }: Selection): string {
  const kept = [
    ...(tags.length > 0 ? [`of ${tags.join(', ')}`] : []),
    ...(onlySpecification ? ['of the specification'] : []),
  ]
  return `# A subset of the contract: the operations ${kept.join(', ')}, and what they refer to.\n`
}

/** Two levels of names below these can be left out. */
const DIVIDED = ['paths', 'components']

/**
 * The lines of the subset as the document has them, with their comments.
 * @throws Error when a name of the document does not begin a line, with the indentation of its depth
 */
function cut(block: string, level: number, whole: object, kept: object): string {
  const indent = '  '.repeat(level)
  const parts = partsOf(block, Object.keys(whole), (name) => `${indent}${name}:`)
  return joined(parts, (name, text) => {
    const [all, some] = [whole, kept].map((node) => (node as Record<string, object>)[name])
    if (all === undefined || some === undefined) return null
    const first = text.indexOf('\n') + 1
    const below = (shorter: string): string => text.slice(0, first) + shorter
    if (level === 0 && name === 'tags')
      return below(cutTags(text.slice(first), all as Contract['tags'], some as Contract['tags']))
    const isWhole = level === 2 || (level === 0 && !DIVIDED.includes(name))
    return isWhole ? text : below(cut(text.slice(first), level + 1, all, some))
  })
}

function cutTags(block: string, all: Contract['tags'], some: Contract['tags']): string {
  const names = all.map(({ name }) => name)
  const parts = partsOf(block, names, (name) => `  - name: ${name}\n`)
  return joined(parts, (name, text) => (some.some((tag) => tag.name === name) ? text : null))
}

interface Part {
  readonly name: string
  /** The comments before it. */
  readonly comments: string
  readonly text: string
}

/** @param names in the order of the block */
function partsOf(block: string, names: readonly string[], beginning: (name: string) => string): Part[] {
  let from = 0
  const starts = names.map((name) => {
    const line = beginning(name)
    const at = block.startsWith(line, from) ? from : block.indexOf(`\n${line}`, from) + 1
    if (at === 0 && !block.startsWith(line)) throw new Error(`openapi.yaml has no line that begins with "${line}"`)
    from = at + line.length
    return { name, at, comments: commentsBefore(block, at, line.search(/\S/)) }
  })
  return starts.map(({ name, at, comments }, nth) => {
    const next = starts[nth + 1]
    return { name, comments, text: block.slice(at, next && next.at - next.comments.length) }
  })
}

/** The lines of comments with this indentation, directly before a line. */
function commentsBefore(block: string, at: number, indent: number): string {
  const isComment = (line: string): boolean => line.search(/#/) === indent && line.trim().startsWith('#')
  let begin = at
  for (let end = at; end > 0; end = begin) {
    const start = block.lastIndexOf('\n', end - 2) + 1
    if (!isComment(block.slice(start, end))) break
    begin = start
  }
  return block.slice(begin, at)
}

/** A heading (`# -- members --`) stays before the first part below it that is kept. @param shorten null: left out */
function joined(parts: readonly Part[], shorten: (name: string, text: string) => string | null): string {
  let joined = ''
  let headings: string[] = []
  for (const { name, comments, text } of parts) {
    const lines = comments.split(/(?<=\n)/)
    const isHeading = (line: string): boolean => /^ *# --/.test(line)
    if (lines.some(isHeading)) headings = lines.filter(isHeading)
    const shorter = shorten(name, text)
    if (shorter === null) continue
    joined += [...headings, ...lines.filter((line) => !isHeading(line)), shorter].join('')
    headings = []
  }
  return joined
}
