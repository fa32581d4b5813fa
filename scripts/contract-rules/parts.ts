// The parts that every operation has. The other rules and the generated files read them, so they are checked first.
import { JSON_TYPE, operationsOf } from './document'
import type { Contract, Fault, FoundOperation, Operation, Path, Rule } from './document'

const isText = (value: unknown): boolean => typeof value === 'string' && /\S/.test(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Part {
  readonly isThere: (value: unknown, contract: Contract) => boolean
  readonly fix: string
  /** With which the types of the operation can be written; without it the operation is left out. */
  readonly placeholder?: unknown
}

/** By key of an operation. x-required-scope and security have a rule of their own. */
const required: { readonly [Key in keyof Operation]?: Part } = {
  operationId: { isThere: isText, fix: 'Add a verb and its object in camelCase, such as countWarnings.' },
  tags: {
    isThere: (value, { tags }) =>
      Array.isArray(value) && value.length === 1 && tags.some(({ name }) => name === value[0]),
    fix: 'Name one of the tags of the document, as in tags: [members].',
    placeholder: [],
  },
  summary: { isThere: isText, fix: 'Say in a few words what the operation does.', placeholder: '' },
  description: { isThere: isText, fix: 'Say what a caller has to know.', placeholder: '' },
  'x-feature': {
    isThere: (value) => value === null || isText(value),
    fix: 'Name the feature of the plan, or null for every plan.',
    placeholder: null,
  },
  responses: {
    isThere: (value) => isObject(value) && Object.keys(value).length > 0,
    fix: 'Add the success and the errors, as other operations have them.',
    placeholder: {},
  },
}

const fault = (where: Path, rule: string, fix: string): Fault => ({ where, rule, fix })

function missing({ at, node, id }: FoundOperation, contract: Contract): Fault[] {
  return Object.entries(required).flatMap(([key, { isThere, fix }]) =>
    isThere(node[key as keyof Operation], contract) ? [] : [fault(at, `${id} has no usable ${key}.`, fix)],
  )
}

/** What is below a key: a reference, or the keys that OpenAPI demands. */
function inner({ at, node, id }: FoundOperation): Fault[] {
  const faults: Fault[] = []
  const demand = (value: unknown, path: Path, keys: readonly string[]): void => {
    if (isObject(value) && isText(value['$ref'])) return
    const lacking = keys.filter((key) => !isObject(value) || value[key] === undefined)
    if (lacking.length === 0) return
    const rule = `${id} has no ${lacking.join(' and no ')} in ${path.join('.')}.`
    faults.push(fault([...at, ...path], rule, 'Add it, or name a component with $ref.'))
  }
  const media = (value: unknown, path: Path): void => {
    if (!isObject(value) || value['content'] === undefined) return
    demand(value['content'], [...path, 'content'], [JSON_TYPE])
    const json = isObject(value['content']) ? value['content'][JSON_TYPE] : undefined
    if (json !== undefined) demand(json, [...path, 'content', JSON_TYPE], ['schema'])
  }
  const { parameters = [], requestBody, responses } = node as unknown as Readonly<Record<string, unknown>>
  if (!Array.isArray(parameters))
    faults.push(fault([...at, 'parameters'], `${id} has parameters that are no list.`, 'Begin each with "- ".'))
  else parameters.forEach((one, index) => demand(one, ['parameters', index], ['name', 'in', 'schema']))
  if (requestBody !== undefined) {
    demand(requestBody, ['requestBody'], ['content'])
    media(requestBody, ['requestBody'])
  }
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    demand(response, ['responses', status], ['description'])
    media(response, ['responses', status])
  }
  return faults
}

/** Checked before the other rules, which read these parts. */
export const missingParts: Rule = (contract) =>
  operationsOf(contract).flatMap((operation) => [...missing(operation, contract), ...inner(operation)])

/** The contract that the other rules and the generated files can read: with placeholders, and without what has none. */
export function readable(contract: Contract): Contract {
  const paths = new Map(Object.entries(contract.paths).map(([path, item]) => [path, { ...item }]))
  for (const operation of operationsOf(contract)) {
    const { path, method, node } = operation
    const lacking = Object.entries(required).filter(
      ([key, { isThere }]) => !isThere(node[key as keyof Operation], contract),
    )
    const item = paths.get(path) as Record<string, Operation>
    if (inner(operation).length > 0 || lacking.some(([, part]) => !('placeholder' in part))) delete item[method]
    else item[method] = { ...node, ...Object.fromEntries(lacking.map(([key, { placeholder }]) => [key, placeholder])) }
  }
  return { ...contract, paths: Object.fromEntries(paths) }
}
