// What the published clients need to know of each operation.
import { keyedOperationsOf, type Contract, type Operation } from '../contract'

/** `by key`: with an Idempotency-Key. */
export type Repetition = 'always' | 'by key' | 'never'

export function repetitionOf({ method, parameters, isRepeatable }: Operation): Repetition {
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) return 'by key'
  return method === 'get' || isRepeatable ? 'always' : 'never'
}

/** Codes of errors after which nothing was done, unless `details.committed` is present. */
export const codesWithoutEffect = ({ components }: Contract): string[] =>
  Object.entries(components.schemas['ErrorCode']?.['x-errors'] ?? {}).flatMap(([code, { effect }]) =>
    effect === 'none' ? [code] : [],
  )

/** The text of clients/typescript/src/operations.ts. */
export function typescriptOperations(contract: Contract): string {
  const rows = keyedOperationsOf(contract).map(
    (operation) =>
      `  ${operation.id}: ['${operation.method.toUpperCase()}', '${operation.path}', '${repetitionOf(operation)}'],\n`,
  )
  const codes = codesWithoutEffect(contract).map((code) => `  '${code}',\n`)
  const effects = `\n/** After these codes nothing was done, unless \`details.committed\` is present. */\nexport const codesWithoutEffect: ReadonlySet<string> = new Set([\n${codes.join('')}])\n`
  return `/** Method, path, and whether a repetition has no further effect. */\nexport const operations = {\n${rows.join('')}} as const\n${effects}`
}
