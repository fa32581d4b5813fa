// A body declares in x-gives which effects its properties give; scripts/effects.ts reads it.
import { bodySchemas, resolved, type Contract, type Fault, type Found, type Rule, type Schema } from './document'

type XEffects = Readonly<Record<string, { readonly names: readonly string[] }>>

const effectsOf = ({ components }: Contract): XEffects =>
  (components.securitySchemes.bearerAuth as unknown as { readonly 'x-effects': XEffects })['x-effects']

/** The schemas of properties that give an effect: their own properties belong to it. */
function givingIn(
  contract: Contract,
  { at, node: { properties = {}, 'x-gives': gives = {} } }: Found<Schema>,
): Schema[] {
  return Object.entries(properties)
    .filter(([name]) => gives[name])
    .map(([, schema]) => resolved(contract, { at, node: schema }).node)
}

const given: Rule = (contract) => {
  const schemas = bodySchemas(contract)
  const giving = new Set(schemas.flatMap((found) => givingIn(contract, found)))
  return schemas.flatMap(({ at, node }): Fault[] => {
    const { properties = {}, 'x-gives': gives = {} } = node
    const unknown = Object.keys(gives).filter((name) => !(name in properties))
    const silent = Object.entries(giving.has(node) ? {} : effectsOf(contract)).flatMap(([effect, { names }]) =>
      names.filter((name) => name in properties && !(name in gives)).map((name) => ({ name, effect })),
    )
    return [
      ...unknown.map((name) => ({
        where: [...at, 'x-gives', name],
        rule: `x-gives names ${name}, which is no property.`,
        fix: 'Remove it.',
      })),
      ...silent.map(({ name, effect }) => ({
        where: [...at, 'properties', name],
        rule: `${name} may give ${effect}, and x-gives does not say.`,
        fix: `Add x-gives: { ${name}: ${effect} } beside properties, or ${name}: null where it gives nothing.`,
      })),
    ]
  })
}

export const effectRules: Readonly<Record<string, Rule>> = { 'a body declares the effects it gives': given }
