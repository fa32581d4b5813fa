// The released contract as released.json has it: what programs rely on, a line for each operation, schema and header.
import { isDeepStrictEqual } from 'node:util'
import { operationsOf, parametersOf, responsesOf } from '../contract-rules/document'
import type { Contract, FoundOperation, Response } from '../contract-rules/document'
import { TEXTS as KEYWORDS } from './keywords'
import { sorted } from './sorted'

export interface Release {
  /** The recorded contract. Every later breaking change must be planned. */
  readonly contract: Contract
  /** {@link recordOf} the contract. */
  readonly record: ContractRecord
  /** Of the release that has this contract, or will have it. */
  readonly version: string
  readonly last: { readonly version: string; readonly date: string }
}

type Entries = Readonly<Record<string, unknown>>
interface ContractRecord {
  readonly 'x-max-body-bytes': number
  /** By status, the headers and the body that most operations answer it with. */
  readonly responses: Readonly<Record<string, Shape>>
  /** By method and path, such as `GET /v2/ranks`. */
  readonly operations: Readonly<Record<string, RecordedOperation>>
  readonly headers: Entries
  readonly schemas: Entries
  readonly securitySchemes: Entries
}
interface RecordedOperation {
  /** Without a shape: that of most operations. */
  readonly responses: Readonly<Record<string, Partial<Shape> & Codes>>
}
type Shape = Pick<Response, 'headers' | 'content'>
type Codes = Pick<Response, 'x-error-codes'>

/** What no program reads. */
const TEXTS = ['description', 'summary', 'example', 'examples', 'sentence', 'cause', 'remedy', ...KEYWORDS]

const isNamed = (key: string): boolean => ['properties', 'schemas', 'parameters', 'headers', 'responses'].includes(key)

function withoutTexts(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutTexts(one))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(([key]) => areNames || !TEXTS.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value, isNamed(key) && !areNames)]))
}

/** References to responses and parameters are followed: how the document shares them is no difference. */
export function recordOf(contract: Contract): ContractRecord {
  const { headers = {}, schemas, securitySchemes } = contract.components
  const usual = usualResponses(contract)
  const operations = operationsOf(contract).map((operation) => {
    const { node, method, path } = operation
    const parameters = node.parameters && parametersOf(contract, operation).map((parameter) => parameter.node)
    const responses = recordedResponses(contract, operation, usual)
    return [`${method.toUpperCase()} ${path}`, { ...withoutCodes({ ...node, parameters }), responses }]
  })
  const record = {
    responses: usual,
    operations: Object.fromEntries(operations) as object,
    headers,
    schemas,
    securitySchemes: withoutCodes(securitySchemes),
  }
  const sections = Object.entries(record).map(([name, entries]) => [name, sorted(withoutTexts(entries, true))])
  const written = { 'x-max-body-bytes': contract['x-max-body-bytes'], ...Object.fromEntries(sections) } as object
  // as it is read again: without undefined
  return JSON.parse(JSON.stringify(written)) as ContractRecord
}

/** Each response of the record has the codes of its operation, wherever the contract lists them. */
function withoutCodes<Node>(node: Node): Node {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) => (key === 'x-error-codes' ? undefined : value)),
  ) as Node
}

const shapeOf = ({ headers = {}, content = {} }: Response): Shape => sorted(withoutTexts({ headers, content })) as Shape

function usualResponses(contract: Contract): ContractRecord['responses'] {
  const counts = new Map<string, Map<string, number>>()
  for (const { status, node } of operationsOf(contract).flatMap((operation) => responsesOf(contract, operation))) {
    const shapes = counts.get(status) ?? new Map<string, number>()
    const shape = JSON.stringify(shapeOf(node))
    counts.set(status, shapes.set(shape, (shapes.get(shape) ?? 0) + 1))
  }
  const most = ([status, shapes]: [string, Map<string, number>]): [string, Shape] => {
    const [[shape] = ['{}'] as const] = [...shapes].sort(
      ([one, many], [other, more]) => more - many || (one < other ? -1 : 1),
    )
    return [status, JSON.parse(shape) as Shape]
  }
  return Object.fromEntries([...counts].map(most))
}

function recordedResponses(
  contract: Contract,
  operation: FoundOperation,
  usual: ContractRecord['responses'],
): RecordedOperation['responses'] {
  const recorded = responsesOf(contract, operation).map(({ status, node, codes }) => {
    const shape = shapeOf(node)
    return [
      status,
      {
        ...(!isDeepStrictEqual(shape, usual[status]) && shape),
        ...(codes.length > 0 && { 'x-error-codes': [...codes].sort() }),
      },
    ]
  })
  return Object.fromEntries(recorded) as RecordedOperation['responses']
}

/** The contract that the comparison reads. */
function contractOf(record: ContractRecord): Contract {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [place, operation] of Object.entries(record.operations)) {
    const [method = '', path = ''] = place.split(' ')
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      return [status, { ...record.responses[status], ...response }]
    })
    const node = { ...operation, responses: Object.fromEntries(responses) as object }
    paths[path] = { ...paths[path], [method.toLowerCase()]: node }
  }
  const { headers, schemas, securitySchemes } = record
  const contract: unknown = { ...record, paths, components: { headers, schemas, securitySchemes } }
  return contract as Contract
}

/** JSON with a line for each entry of a section. */
export function printRelease(contract: Contract, version: string, today: string, last: Release['last']): string {
  const { 'x-max-body-bytes': most, ...sections } = recordOf(contract)
  const line = ([name, value]: [string, unknown]): string => `${JSON.stringify(name)}: ${JSON.stringify(value)}`
  const printed = Object.entries(sections).map(
    ([name, entries]) => `"${name}": {\n${Object.entries(entries).map(line).join(',\n')}\n}`,
  )
  const about = Object.entries({ version, recorded: today, last, 'x-max-body-bytes': most }).map(line)
  return `{\n${[...about, ...printed].join(',\n')}\n}\n`
}

/** @throws Error when the text does not name the release */
export function parseRelease(text: string): Release {
  const { version, recorded, last, ...record } = JSON.parse(text) as Release & ContractRecord & { recorded: string }
  if (![version, recorded, last?.version, last?.date].every((one) => typeof one === 'string'))
    throw new Error('released.json does not name its version, its day and the last release.')
  return { contract: contractOf(record), record, version, last }
}
