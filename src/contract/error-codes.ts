// The error codes that an operation may answer: `x-error-codes` of the operation, its parameters, its security schemes and
// its responses. Only this file reads it.

interface Lister {
  readonly $ref?: string
  readonly 'x-error-codes'?: readonly string[]
}
type Named = Readonly<Record<string, Lister>>

/** The part of the contract that is read. */
export interface CodedContract {
  readonly security?: Security
  readonly components: {
    readonly schemas: {
      readonly ErrorCode: { readonly 'x-errors': Readonly<Record<string, { readonly status: number }>> }
    }
    readonly responses: Named
    readonly parameters: Named
    readonly securitySchemes: Named
  }
}
type Security = readonly Readonly<Record<string, unknown>>[]

/** With references to components, or with these in their place. */
export interface CodedOperation extends Lister {
  readonly parameters?: readonly Lister[]
  readonly security?: Security
  readonly responses: Readonly<Record<string, Lister>>
}

/** Each code once, under its status; a code that `ErrorCode` lacks is under 0. */
export function errorCodesOf(
  { security: ofAll = [], components }: CodedContract,
  operation: CodedOperation,
): ReadonlyMap<number, readonly string[]> {
  const { parameters = [], security = ofAll, responses } = operation
  const schemes = security.flatMap((alternative) => Object.keys(alternative))
  const listers = [
    operation,
    ...parameters.map((one) => resolved(one, components.parameters)),
    ...schemes.map((name) => components.securitySchemes[name]),
    ...Object.values(responses).map((one) => resolved(one, components.responses)),
  ]
  const codes = new Map<number, string[]>()
  for (const code of new Set(listers.flatMap((one) => one?.['x-error-codes'] ?? []))) {
    const status = components.schemas.ErrorCode['x-errors'][code]?.status ?? 0
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  return codes
}

const resolved = (one: Lister, named: Named): Lister | undefined =>
  one.$ref === undefined ? one : named[one.$ref.split('/').at(-1) ?? '']
