// Types and methods of the published Python client.
import { keyedOperationsOf, resolve, type Contract, type Operation, type Parameter, type Schema } from '../contract'
import { codesWithoutEffect, repetitionOf } from './operations'

const keywords = new Set('from class in is not or and import pass global with as type'.split(' '))

/** `getMember` to `get_member`. */
const snake = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toLowerCase()

const argument = (name: string): string => {
  const plain = snake(name.replaceAll('-', '_'))
  return keywords.has(plain) ? `${plain}_` : plain
}

/** The expression of a schema as a type of Python. */
function typeOf(schema: Schema): string {
  const type = withoutNull(schema)
  return schema.nullable && type !== 'Any' ? `${type} | None` : type
}

function withoutNull(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'Any'
  if (schema.oneOf) return [...new Set(schema.oneOf.map(typeOf))].join(' | ')
  if (schema.enum)
    return `Literal[${schema.enum
      .filter((value) => value !== null)
      .map(literal)
      .join(', ')}]`
  if (schema.type === 'array') return `list[${schema.items ? typeOf(schema.items) : 'Any'}]`
  if (schema.type === 'object') {
    const { additionalProperties } = schema
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? `dict[str, ${typeOf(additionalProperties)}]`
      : 'dict[str, Any]'
  }
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }[schema.type ?? ''] ?? 'Any'
}

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

function modelOf(name: string, schema: Schema): string {
  const { properties, required = [] } = schema
  if (!properties) return `${name}: TypeAlias = ${JSON.stringify(typeOf(schema))}\n`
  const fields = Object.entries(properties).map(([key, value]) => {
    const type = typeOf(value)
    return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const
  })
  if (fields.some(([key]) => keywords.has(key))) {
    const entries = fields.map(([key, type]) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
    return `${name} = TypedDict(${JSON.stringify(name)}, {\n${entries.join('')}})\n`
  }
  const lines = fields.map(([key, type]) => `    ${key}: ${type}\n`)
  return `class ${name}(TypedDict):\n${lines.join('') || '    pass\n'}`
}

const safe = (text: string): string => text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''")

function argumentOf(contract: Contract, { name, schema, required }: Parameter): string {
  const type = typeOf(resolve(contract, schema))
  return required === true ? `${argument(name)}: ${type}` : `${argument(name)}: ${type} | None = None`
}

const dictOf = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(({ name }) => `${JSON.stringify(name)}: ${argument(name)}`).join(', ')}}`

/** The types of `data` and `meta` in the answer. */
function answerOf(contract: Contract, { answer }: Operation): string {
  if (!answer) return 'Answer[None, None]'
  const { data, meta } = resolve(contract, answer).properties ?? {}
  return `Answer[${data ? typeOf(data) : 'None'}, ${meta ? typeOf(meta) : 'None'}]`
}

function methodOf(contract: Contract, operation: Operation): string {
  const { id, method, path, summary, description, parameters, body } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const inHeader = parameters.filter((parameter) => parameter.in === 'header')
  const named = [...inQuery, ...inHeader].map((parameter) => argumentOf(contract, { ...parameter, required: false }))
  const bodyType = body && typeOf(body.schema)
  const positional = [
    'self',
    ...inPath.map((parameter) => argumentOf(contract, { ...parameter, required: true })),
    ...(bodyType ? [body.required ? `body: ${bodyType}` : `body: ${bodyType} | None = None`] : []),
    ...(named.length > 0 ? ['*', ...named] : []),
  ]
  const about = [
    summary + (summary.endsWith('.') ? '' : '.'),
    ...(description ? ['', ...safe(description).split('\n')] : []),
  ]
  return [
    `    def ${snake(id)}(\n        ${positional.join(',\n        ')},\n    ) -> ${answerOf(contract, operation)}:`,
    `        """${about.map((line, at) => (at > 0 && line ? `        ${line}` : line)).join('\n')}\n        """`,
    `        return self._call(`,
    `            ${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)}, ${JSON.stringify(repetitionOf(operation))},`,
    `            ${dictOf(inPath)}, ${dictOf(inQuery)}, ${dictOf(inHeader)}, ${bodyType ? 'body' : 'None'},`,
    '        )\n',
  ].join('\n')
}

/** References to classes that may be null, with `nullable`: a class itself cannot include None. */
function withNullableReferences(contract: Contract): Contract {
  const { schemas } = contract.components
  const classes = Object.keys(schemas).filter((name) => schemas[name]?.nullable && schemas[name].properties)
  const references = new Set(classes.map((name) => `#/components/schemas/${name}`))
  const marked = (_: string, value: unknown): unknown => {
    const { $ref } = (value ?? {}) as Schema
    return $ref !== undefined && references.has($ref) ? { $ref, nullable: true } : value
  }
  return JSON.parse(JSON.stringify(contract), marked) as Contract
}

/** The text of clients/python/src/community_management/contract.py. */
export function pythonContract(given: Contract): string {
  const contract = withNullableReferences(given)
  const models = Object.entries(contract.components.schemas).map(([name, schema]) => modelOf(name, schema))
  const methods = keyedOperationsOf(contract).map((operation) => methodOf(contract, operation))
  return `from __future__ import annotations

from typing import Any, Generic, Literal, Mapping, NotRequired, TypeAlias, TypedDict, TypeVar

Data = TypeVar("Data")
Meta = TypeVar("Meta")

# after these codes nothing was done, unless details.committed is present
CODES_WITHOUT_EFFECT = frozenset({
${codesWithoutEffect(contract)
  .map((code) => `    ${JSON.stringify(code)},\n`)
  .join('')}})


class Answer(Generic[Data, Meta]):
    """A success: \`data\` and \`meta\` of the body, with the status and the headers (names in lower case)."""

    def __init__(self, data: Data, meta: Meta, status: int, headers: Mapping[str, str]) -> None:
        self.data = data
        self.meta = meta
        self.status = status
        self.headers = headers


${models.join('\n\n')}

class Operations:
    """One method for each operation of the contract."""

    def _call(
        self, method: str, path: str, repetition: str, path_values: dict[str, Any], query: dict[str, Any],
        headers: dict[str, Any], body: Any,
    ) -> Answer[Any, Any]:
        raise NotImplementedError

${methods.join('\n')}`
}
