// A body declares in x-gives which effects its properties give, and in x-gives-stored what is given later; scripts/effects.ts reads both.
import { WIDENS } from '../effects'
import {
  bodySchemas,
  resolved,
  within,
  type Contract,
  type Fault,
  type Found,
  type Rule,
  type Schema,
} from './document'

type XEffects = Readonly<Record<string, { readonly names: readonly string[] }>>

const effectsOf = ({ components }: Contract): XEffects =>
  (components.securitySchemes.bearerAuth as unknown as { readonly 'x-effects': XEffects })['x-effects']

type Mark = NonNullable<Schema['x-gives']>[string]

const isEffect = (mark: Mark | undefined): mark is string => typeof mark === 'string' && mark !== WIDENS

/** The schemas of properties that give an effect: their own properties belong to it. */
function givingIn(
  contract: Contract,
  { at, node: { properties = {}, 'x-gives': gives = {} } }: Found<Schema>,
): Schema[] {
  return Object.entries(properties)
    .filter(([name]) => isEffect(gives[name]))
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

const isStored = ({ node }: Found<Schema>): boolean => (node['x-gives-stored'] ?? []).length > 0

/** Itself and what is below it, without what is below a marked property. */
function storedWith(contract: Contract, root: Found<Schema>): Found<Schema>[] {
  const { at, node } = resolved(contract, root)
  const { properties = {}, 'x-gives': gives = {} } = node
  const open = Object.fromEntries(Object.entries(properties).filter(([name]) => gives[name] === undefined))
  const below = within({ at, node: { ...node, properties: open } }).slice(1)
  const direct = below.filter(({ node: { $ref } }) => $ref !== undefined)
  const written = below.filter(({ node: { $ref, properties: own } }) => $ref === undefined && own !== undefined)
  return [{ at, node }, ...written, ...direct.flatMap((one) => storedWith(contract, one))]
}

const isScalar = (contract: Contract, found: Found<Schema>): boolean =>
  storedWith(contract, found).every(({ node: { properties } }) => properties === undefined)

/** A property of what is stored that is neither marked nor an object of marked properties. */
const decided: Rule = (contract) =>
  [
    ...new Map(
      bodySchemas(contract)
        .filter(isStored)
        .flatMap((root) => storedWith(contract, root))
        .map((one) => [one.node, one]),
    ).values(),
  ].flatMap(({ at, node: { properties = {}, 'x-gives': gives = {} } }): Fault[] =>
    Object.entries(properties)
      .filter(
        ([name, node]) => gives[name] === undefined && isScalar(contract, { at: [...at, 'properties', name], node }),
      )
      .map(([name]) => ({
        where: [...at, 'properties', name],
        rule: `${name} is stored with what gives later, and x-gives does not say whether it gives or decides who gets it.`,
        fix: `Add to x-gives the effect of ${name}, widens where a change may give to more accounts, or null.`,
      })),
  )

/** A body that gives says whether it gives at once or stores the gift, and which gifts. */
const stored: Rule = (contract) => {
  const schemas = bodySchemas(contract)
  const roots = schemas.filter(({ node }) => node['x-gives-stored'] !== undefined)
  const below = new Map(roots.map((root) => [root.node, storedWith(contract, root)]))
  const known = new Set([...below.values()].flatMap((all) => all.map(({ node }) => node)))
  const effectsIn = ({ 'x-gives': gives = {} }: Schema): string[] => [...new Set(Object.values(gives).filter(isEffect))]
  const silent = schemas.filter(({ node }) => effectsIn(node).length > 0 && !known.has(node))
  const missing = roots.flatMap(({ at, node }): Fault[] => {
    const listed = node['x-gives-stored'] ?? []
    const given = [...new Set((below.get(node) ?? []).flatMap((one) => effectsIn(one.node)))]
    return (listed.length === 0 ? [] : given)
      .filter((effect) => !listed.includes(effect))
      .map((effect) => ({
        where: [...at, 'x-gives-stored'],
        rule: `A property gives ${effect}, and x-gives-stored does not list it.`,
        fix: `Add ${effect}.`,
      }))
  })
  return [
    ...silent.map(({ at, node }) => ({
      where: at,
      rule: `It gives ${effectsIn(node).join(', ')}, and x-gives-stored does not say whether later or at once.`,
      fix: 'Add x-gives-stored with the effects that are stored, or with an empty list, to it or to the body that it is part of.',
    })),
    ...missing,
  ]
}

export const effectRules: Readonly<Record<string, Rule>> = {
  'a body declares the effects it gives': given,
  'what is stored and gives later is decided for each property': decided,
  'a gift is given at once or stored': stored,
}
