// Rules about keywords that client generators turn into types that a developer would not write.
import { isDeepStrictEqual } from 'node:util'
import { bodySchemas, resolved, writtenSchemas } from './document'
import type { Contract, Fault, Found, Rule, Schema } from './document'

const each =
  (isWrong: (schema: Schema) => boolean, rule: string, fix: string): Rule =>
  (contract) =>
    writtenSchemas(contract).flatMap(({ at, node }): Fault[] => (isWrong(node) ? [{ where: at, rule, fix }] : []))

/** Generators make a property with a default a required one. */
const bodyDefaults: Rule = (contract) =>
  bodySchemas(contract)
    .filter(({ node }) => node.default !== undefined)
    .map(({ at }) => ({
      where: [...at, 'default'],
      rule: 'The schema of a request body has a default.',
      fix: 'Say it in the description, and apply it in the handler.',
    }))

/** The mapping says which alternative each value of the enum belongs to. */
const unions: Rule = (contract) =>
  writtenSchemas(contract).flatMap(({ at, node: { oneOf, discriminator } }): Fault[] => {
    const alternatives = (oneOf ?? []).map((node, index) => ({
      ref: node.$ref,
      of: resolved(contract, { at: [...at, 'oneOf', index], node }),
    }))
    if (!alternatives.some(({ of }) => of.node.properties)) return []
    const tag = discriminator?.propertyName ?? ''
    const expected = alternatives.flatMap(({ ref, of: { at: place, node } }): [string, string | undefined][] => {
      const property = node.required?.includes(tag) ? node.properties?.[tag] : undefined
      const values = property
        ? resolved(contract, { at: [...place, 'properties', tag], node: property }).node.enum
        : undefined
      return (values ?? [tag]).map((value) => [String(value), ref])
    })
    if (isDeepStrictEqual(discriminator?.mapping, Object.fromEntries(expected))) return []
    const rule = 'The union of objects has no discriminator that maps each value to its alternative.'
    const fix =
      'Set discriminator with propertyName and mapping; each alternative is a $ref that requires the property, an enum.'
    return [{ where: at, rule, fix }]
  })

/** The property that tells the alternatives of a union apart, in each alternative. */
export function discriminatorsOf(contract: Contract): Found<Schema>[] {
  return writtenSchemas(contract).flatMap(({ at, node: { oneOf = [], discriminator } }) =>
    oneOf.flatMap((node, index): Found<Schema>[] => {
      const name = discriminator?.propertyName ?? ''
      const alternative = resolved(contract, { at: [...at, 'oneOf', index], node })
      const property = alternative.node.properties?.[name]
      return property ? [{ at: [...alternative.at, 'properties', name], node: property }] : []
    }),
  )
}

/** openapi-generator for Go and Java follows no reference here, and ends. */
const inlineDiscriminators: Rule = (contract) =>
  discriminatorsOf(contract)
    .filter(({ node }) => node.type !== 'string' || node.enum === undefined)
    .map(({ at }) => ({
      where: at,
      rule: 'The discriminator is no enum of its own: openapi-generator ends at a reference.',
      fix: 'Write type: string and enum in the property itself.',
    }))

export const generatorRules: Readonly<Record<string, Rule>> = {
  'a time has no pattern': each(
    ({ format, pattern, minLength }) => format === 'date-time' && (pattern ?? minLength) !== undefined,
    'A pattern or minLength is beside format: date-time.',
    'Remove it: the value becomes a time, not a text.',
  ),
  'a pattern has no quotes': each(
    ({ pattern }) => /["']/.test(pattern ?? ''),
    'The pattern has a quote, which ends the text in generated code.',
    'Write \\x22 or \\x27.',
  ),
  'an enum has two values or more': each(
    ({ enum: values }) => values !== undefined && values.length < 2,
    'The enum has one value.',
    'Use x-true for a boolean that is true.',
  ),
  'an array is no set': each(
    (schema) => 'uniqueItems' in schema,
    'The array has uniqueItems.',
    'Use x-unique-items: a set does not become JSON.',
  ),
  'a request body has no defaults': bodyDefaults,
  'a union of objects has a discriminator': unions,
  'a discriminator is an enum of its own': inlineDiscriminators,
}
