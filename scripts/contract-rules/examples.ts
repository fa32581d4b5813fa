// Examples and defaults match their schema.
import type { ValidateFunction } from 'ajv'
import type { Document } from 'openapi-backend'
import { makeAjv } from '../../src/contract/ajv'
import { closedForReplies } from '../../src/contract/document'
import { bodyOf, distinctResponses, mediaOf, operationsOf, writtenParameters, writtenSchemas } from './document'
import type { Contract, Fault, Path, Rule, Schema } from './document'

interface Example {
  readonly at: Path
  readonly schema: Schema
  readonly value: unknown
}

function examplesOf(contract: Contract): Example[] {
  const media = [...operationsOf(contract).flatMap(bodyOf), ...distinctResponses(contract).flatMap(mediaOf)]
  return [
    ...media.flatMap(({ at, node: { schema, examples = {} } }) =>
      Object.entries(examples).map(([name, { value }]) => ({ at: [...at, 'examples', name, 'value'], schema, value })),
    ),
    ...writtenParameters(contract).map(({ at, node }) => ({
      at: [...at, 'example'],
      schema: node.schema,
      value: node.example,
    })),
    ...writtenSchemas(contract).flatMap(({ at, node }) =>
      (['example', 'default'] as const)
        .filter((name) => node[name] !== undefined)
        .map((name) => ({ at: [...at, name], schema: node, value: node[name] })),
    ),
  ]
}

const matching: Rule = (contract) => {
  const ajv = makeAjv()
  // closed: an example shows no property that the schema does not name
  ajv.addSchema({ ...closedForReplies(contract as unknown as Document), $id: 'contract' }, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const validatorOf = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"contract#/')
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Schema)
    compiled.set(text, known)
    return known
  }
  return examplesOf(contract).flatMap(({ at, schema, value }): Fault[] => {
    const validate = validatorOf(schema)
    if (validate(structuredClone(value))) return []
    const [error] = validate.errors ?? []
    const steps = (error?.instancePath ?? '').split('/').slice(1)
    const rule = `The ${String(at.at(-1))} does not match its schema: ${error?.message ?? 'unknown'}.`
    return [{ where: [...at, ...steps], rule, fix: 'Correct it, or the schema.' }]
  })
}

export const exampleRules: Readonly<Record<string, Rule>> = { 'an example matches its schema': matching }
