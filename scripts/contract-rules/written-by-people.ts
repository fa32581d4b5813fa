// Which texts of replies people wrote: a game shows them only through the platform's filter (clients/luau).
import { distinctResponses, mediaOf, resolved, type Contract, type Found, type Rule, type Schema } from './document'

/** A sentence of a person, as long as the schema demands. */
function sentence({ minLength = 1, maxLength = Infinity }: Schema): string {
  const words = 'No, go! '.repeat(Math.ceil(minLength / 8) + 1)
  return words.slice(0, Math.max(minLength, Math.min(4, maxLength)))
}

/** What no format, list of values or pattern keeps from being a sentence. */
function mayHoldSentence(schema: Schema): boolean {
  const { type, format, pattern, enum: values } = schema
  if (type !== 'string' || format !== undefined || values !== undefined) return false
  if (schema['x-account-id'] !== undefined || schema['x-open-enum'] || schema['x-secret']) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(sentence(schema))
}

/** JSON of any shape, which may hold any text. */
const isAnyShape = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === 'object' &&
  (additionalProperties === true || (properties === undefined && additionalProperties === undefined))

/** A schema of a reply, with the property that it is the value, the item or an entry of. */
interface Placed extends Found<Schema> {
  readonly property: string | null
  /** Whether it is an entry of a map that the property has. */
  readonly isEntry: boolean
}

/** The schemas of replies with their properties; a shared one once for each property. */
function placedSchemas(contract: Contract): Placed[] {
  const seen = new Set<string>()
  const found: Placed[] = []
  const visit = (one: Found<Schema>, property: string | null, isEntry: boolean): void => {
    const { at, node } = resolved(contract, one)
    const key = `${at.join('/')} ${property} ${isEntry}`
    if (seen.has(key)) return
    seen.add(key)
    found.push({ at, node, property, isEntry })
    for (const [name, inner] of Object.entries(node.properties ?? {}))
      visit({ at: [...at, 'properties', name], node: inner }, name, false)
    if (node.items) visit({ at: [...at, 'items'], node: node.items }, property, isEntry)
    if (typeof node.additionalProperties === 'object')
      visit({ at: [...at, 'additionalProperties'], node: node.additionalProperties }, property, true)
    for (const kind of ['allOf', 'oneOf', 'anyOf'] as const)
      (node[kind] ?? []).forEach((inner, index) => visit({ at: [...at, kind, index], node: inner }, property, isEntry))
  }
  for (const response of distinctResponses(contract))
    for (const { at, node } of mediaOf(response)) visit({ at: [...at, 'schema'], node: node.schema }, null, false)
  return found
}

export interface WrittenTexts {
  /** Properties that are, or list, texts of people. */
  readonly properties: readonly string[]
  /** Properties that map names to texts of people. */
  readonly maps: readonly string[]
  /** Properties with JSON of any shape that may hold texts of people. */
  readonly anyShape: readonly string[]
}

/** By name: a property of this name is filtered wherever it is. */
export function writtenTexts(contract: Contract): WrittenTexts {
  const marked = placedSchemas(contract).filter(({ node }) => node['x-written-by-people'] === true)
  const names = (of: (one: Placed) => boolean): string[] =>
    [...new Set(marked.filter(of).map(({ property }) => property ?? ''))].filter(Boolean).sort()
  return {
    properties: names(({ node, isEntry }) => !isEntry && !isAnyShape(node)),
    maps: names(({ node, isEntry }) => isEntry && !isAnyShape(node)),
    anyShape: names(({ node }) => isAnyShape(node)),
  }
}

const decided: Rule = (contract) =>
  placedSchemas(contract)
    .filter(({ node }) => (mayHoldSentence(node) || isAnyShape(node)) && node['x-written-by-people'] === undefined)
    .map(({ at }) => ({
      where: at,
      rule: 'The value can hold a sentence, and nothing says whether people wrote it.',
      fix: 'Set x-written-by-people: true if a person may have written it (then games filter it), else false; or give it a pattern that no sentence matches.',
    }))

const noNameIsBoth: Rule = (contract) => {
  const { properties } = writtenTexts(contract)
  return placedSchemas(contract)
    .filter(
      ({ node, property, isEntry }) =>
        !isEntry && property !== null && properties.includes(property) && node['x-written-by-people'] === false,
    )
    .map(({ at, property }) => ({
      where: at,
      rule: `${property} is written by people elsewhere, and games filter it by its name.`,
      fix: 'Decide the same everywhere, or name one of them otherwise.',
    }))
}

export const writtenByPeopleRules: Readonly<Record<string, Rule>> = {
  'it is decided whether people wrote a text': decided,
  'a name of a text is decided once': noNameIsBoth,
}
