// Generates the C# client (7.3, .NET 6), since existing generators need .NET.
import { type ClientContract, type Operation, type Schema, operationsOf, resolve } from './contract'
import { csharpRuntime } from './csharp-runtime'

/** One file. */
export function csharpClient(contract: ClientContract): string {
  const classes: string[] = []
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    const record = recordOf(contract, schema)
    if (record.properties) classes.push(...classOf(contract, name, record))
  }
  const methods = operationsOf(contract).map((operation) => methodOf(contract, operation))
  return [
    `// Generated from openapi.yaml (${contract.info.title} ${contract.info.version}) by \`npm run clients\`. Do not edit.`,
    csharpRuntime,
    'namespace CommunityManagement',
    '{',
    '    public sealed partial class Client',
    '    {',
    methods.join('\n\n'),
    '    }',
    '',
    classes.join('\n\n'),
    '}',
    '',
  ].join('\n')
}

const pascal = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
const camel = (name: string): string => pascal(name).replace(/^./, (first) => first.toLowerCase())
// @ allows keywords
const parameterName = (name: string): string => `@${camel(name)}`
const refName = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)

/** A documentation comment. */
const summary = (text: string | undefined, indent: string): string[] => {
  const line = (text ?? '').split('\n\n')[0]?.replace(/\s+/g, ' ').trim() ?? ''
  const safe = line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return safe === '' ? [] : [`${indent}/// <summary>${safe}</summary>`]
}

const simpleTypes: Record<string, string> = { string: 'string', integer: 'long', number: 'double', boolean: 'bool' }
const valueTypes = new Set(['long', 'int', 'double', 'bool'])

/** Of a union of objects: one with the properties of all, because C# has no unions. */
function recordOf(contract: ClientContract, schema: Schema): Schema {
  const alternatives = (schema.oneOf ?? []).map((one) => resolve(contract, one))
  if (!alternatives.some(({ properties }) => properties)) return schema
  const isRequired = (name: string): boolean => alternatives.every(({ required = [] }) => required.includes(name))
  const properties = Object.assign({}, ...alternatives.map((one) => one.properties)) as Record<string, Schema>
  return { ...schema, properties, required: Object.keys(properties).filter(isRequired) }
}

/** An inline object is named `fallback`. */
function typeOf(contract: ClientContract, schema: Schema, fallback: string): string {
  const name = refName(schema)
  const target = recordOf(contract, name === undefined ? schema : resolve(contract, schema))
  if (target.properties) return name ?? fallback
  // string or number ids are strings
  if (target.oneOf)
    return target.oneOf.every(({ type }) => type === 'string' || type === 'integer') ? 'string' : 'object'
  if (target.type === 'array') return `List<${typeOf(contract, target.items ?? {}, fallback)}>`
  if (target.type === 'integer' && target.format === 'int32') return 'int'
  return simpleTypes[target.type ?? 'object'] ?? 'Dictionary<string, object>'
}

/** With classes of inline objects. */
function classOf(contract: ClientContract, name: string, schema: Schema): string[] {
  const nested: string[] = []
  const lines = Object.entries(schema.properties ?? {}).flatMap(([property, value]) => {
    const place = `${name}${pascal(property)}`
    const inner = value.type === 'array' ? (value.items ?? {}) : value
    if (!inner.$ref && inner.properties) nested.push(...classOf(contract, place, inner))
    const type = typeOf(contract, value, place)
    const absent = !schema.required?.includes(property) || resolve(contract, value).nullable === true
    const optional = absent && valueTypes.has(type) ? '?' : ''
    // not the name of its class
    const member = pascal(property) === name ? `${pascal(property)}Value` : pascal(property)
    return [
      ...summary(value.description, '        '),
      `        [JsonPropertyName("${property}")]`,
      `        public ${type}${optional} ${member} { get; set; }`,
      '',
    ]
  })
  if (schema.additionalProperties === true) {
    lines.push('        [JsonExtensionData]', '        public Dictionary<string, JsonElement> Others { get; set; }', '')
  }
  const text = [
    ...summary(schema.description, '    '),
    `    public sealed class ${name}`,
    '    {',
    ...lines.slice(0, -1),
    '    }',
  ]
  return [text.join('\n'), ...nested]
}

/** Path parameters, body, optional parameters. */
function methodOf(contract: ClientContract, operation: Operation): string {
  const { body, answer } = operation
  const path = operation.parameters.filter((parameter) => parameter.in === 'path')
  const others = operation.parameters.filter((parameter) => parameter.in !== 'path')
  const required = others.filter((parameter) => parameter.required)
  const optional = others.filter((parameter) => !parameter.required)
  const bodyType = body && typeOf(contract, body.schema, `${pascal(operation.id)}Body`)
  const signature = [
    ...[...path, ...required].map(({ name }) => `string ${parameterName(name)}`),
    ...(body?.required ? [`${bodyType} @body`] : []),
    ...(body && !body.required ? [`${bodyType} @body = null`] : []),
    ...optional.map(({ name }) => `string ${parameterName(name)} = null`),
    'CancellationToken cancellationToken = default(CancellationToken)',
  ]
  const pairs = (where: string): string =>
    `new[] { ${others
      .filter((parameter) => parameter.in === where)
      .map(({ name }) => `Pair("${name}", ${parameterName(name)})`)
      .join(', ')} }`
  const list = (where: string): string => (others.some((parameter) => parameter.in === where) ? pairs(where) : 'None')
  const url = path.reduce(
    (text, { name }) => text.replace(`{${name}}`, `" + Escape(${parameterName(name)}) + "`),
    `"${operation.path}"`,
  )
  const type = answer ? typeOf(contract, answer, `${pascal(operation.id)}Answer`) : null
  const call = `Send${type ? `<${type}>` : ''}("${operation.method.toUpperCase()}", ${url}, ${list('query')}, ${list('header')}, ${body ? '@body' : 'null'}, cancellationToken)`
  return [
    ...summary(`${operation.summary}. Scope: ${operation.scope ?? 'none'}.`, '        '),
    `        public Task${type ? `<${type}>` : ''} ${pascal(operation.id)}Async(${signature.join(', ')})`,
    '        {',
    `            return ${call};`,
    '        }',
  ].join('\n')
}
