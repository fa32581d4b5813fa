// The largest page of each list of the contract. Lists without a bound in the contract are cut by bytes.
import {
  operationsOf,
  resolved,
  responsesOf,
  mediaOf,
  type Contract,
  type Schema,
} from '../../scripts/contract-rules/document'

/** Bytes; a page ends with the row that exceeds 1 MiB, and rows may be large. */
export const MOST_PAGE_BYTES = 3 * 1_048_576

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Lists of the contract, with the bytes of their largest page. */
export function listPages(contract: Contract): { readonly id: string; readonly bytes: number }[] {
  return operationsOf(contract)
    .filter(({ id }) => /^list/.test(id))
    .flatMap((operation) => {
      const [page] = responsesOf(contract, operation)
        .filter(({ status }) => status === '200')
        .flatMap(mediaOf)
      return page ? [{ id: operation.id, bytes: largest(contract, page.node.schema) }] : []
    })
}

/** Bytes of the largest JSON of a schema, at four bytes a character; Infinity: not bounded. */
function largest(contract: Contract, given: Schema): number {
  const schema = resolved(contract, { at: [], node: given }).node
  const of = (inner: Schema): number => largest(contract, inner)
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length))
  if (schema.allOf) return sum(schema.allOf.map(of))
  if (schema.type === 'string') return 2 + 4 * (schema.maxLength ?? Infinity)
  if (schema.type === 'array') return 2 + (schema.maxItems ?? Infinity) * (1 + of(schema.items ?? {}))
  if (schema.properties) {
    return 2 + sum(Object.entries(schema.properties).map(([name, inner]) => name.length + 4 + of(inner)))
  }
  return schema.type === 'object' || schema.type === undefined ? Infinity : 20
}
