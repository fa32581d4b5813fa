// Rules about names, which client generators turn into types.
import { isDeepStrictEqual } from 'node:util'
import { discriminatorsOf } from './generators'
import { writtenSchemas, type Contract, type Found, type Rule, type Schema } from './document'

const schemasOf = ({ components }: Contract): [string, Schema][] =>
  Object.entries(components.schemas as Readonly<Record<string, Schema>>)

const isComponent = ({ at }: Found<Schema>): boolean => at[0] === 'components' && at[1] === 'schemas' && at.length === 3

const named: Rule = (contract) => {
  const discriminators = new Set(discriminatorsOf(contract).map(({ at }) => at.join('/')))
  return writtenSchemas(contract)
    .filter((found) => !isComponent(found) && !discriminators.has(found.at.join('/')))
    .filter(({ node }) => node.type === 'object' || node.properties !== undefined || node.enum !== undefined)
    .map(({ at, node }) => ({
      where: at,
      rule: `The ${node.enum ? 'enum' : 'object'} has no name.`,
      fix: 'Move it to components.schemas and refer to it.',
    }))
}

/** The name as generated types have it, which ignore punctuation and case. */
const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

const distinct: Rule = ({ components }) => {
  const schemas = new Set(Object.keys(components.schemas).map(plain))
  return (['parameters', 'responses', 'headers'] as const).flatMap((section) =>
    Object.keys(components[section])
      .filter((name) => schemas.has(plain(name)))
      .map((name) => ({
        where: ['components', section, name],
        rule: `${name} is also the name of a schema.`,
        fix: 'Rename it, for example with Path, Query or Reply at the end.',
      })),
  )
}

/** The constant that generators make of a value, such as `SCHEDULER_DISABLED`. */
export const constantName = (value: unknown): string =>
  String(value)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()

const unusable = (names: readonly string[]): boolean =>
  new Set(names).size < names.length || names.some((name) => !/^[A-Za-z]/.test(name))

const constants: Rule = (contract) =>
  schemasOf(contract).flatMap(([name, { enum: values = [], 'x-enum-varnames': names }]) => {
    const where = ['components', 'schemas', name]
    const usual = values.map(constantName)
    if (names === undefined) {
      const rule = `Values of ${name} become the same constant, or none.`
      const fix = 'Set x-enum-varnames, with a name for each value in the order of enum.'
      return unusable(usual) ? [{ where, rule, fix }] : []
    }
    if (names.length === values.length && !unusable(names)) return []
    const missing = usual.filter((one) => !names.includes(one))
    const fix = `Name each value once, in the order of enum. Not named: ${missing.join(', ')}.`
    return [{ where: [...where, 'x-enum-varnames'], rule: `${name} has other constants than values.`, fix }]
  })

/** OpenAPI 3.0 has no nullable beside a reference. */
const twins: Rule = (contract) => {
  const schemas = new Map(schemasOf(contract))
  return [...schemas].flatMap(([name, schema]) => {
    const { description } = schema
    const twin = schemas.get(name.replace(/^Nullable/, ''))
    const same = isDeepStrictEqual({ ...schema }, { ...twin, description, nullable: true })
    if (same || !name.startsWith('Nullable')) return []
    const rule = `${name} differs from ${name.slice('Nullable'.length)} by more than nullable and its description.`
    return [{ where: ['components', 'schemas', name], rule, fix: 'Change both in the same way.' }]
  })
}

export const nameRules: Readonly<Record<string, Rule>> = {
  'an object or enum has a name': named,
  'a parameter, response or header has another name than a schema': distinct,
  'the values of an enum become different constants': constants,
  'a nullable schema is like the one without null': twins,
}
