// The most characters of each text field of a request body, for the forms of the console.

interface Schema {
  readonly $ref?: string
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId?: string
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
          }
        >
      >
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Below it are questions of forms within forms. */
const MAX_DEPTH = 4

/** By the dotted path of the field; items of a list have no index. */
function limitsIn(schema: Schema | undefined, document: Document, at = '', depth = 0): [string, number][] {
  if (schema === undefined || depth > MAX_DEPTH) return []
  const { $ref, maxLength, properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = schema
  if ($ref !== undefined) {
    return limitsIn(document.components.schemas[$ref.split('/').at(-1) ?? ''], document, at, depth)
  }
  return [
    ...(maxLength !== undefined && at !== '' ? [[at, maxLength] satisfies [string, number]] : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      limitsIn(property, document, at === '' ? name : `${at}.${name}`, depth + 1),
    ),
    ...limitsIn(items, document, at, depth),
    ...[...allOf, ...oneOf, ...anyOf].flatMap((part) => limitsIn(part, document, at, depth)),
  ]
}

/** A constant for each operation, so that a screen loads those of its own forms. */
export function fieldLimitsModule(document: Document): string {
  const rows = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, requestBody }) => {
      const limits = limitsIn(requestBody?.content['application/json']?.schema, document)
      if (operationId === undefined || limits.length === 0) return []
      return [`export const ${operationId} = ${JSON.stringify(Object.fromEntries(limits))} as const`]
    }),
  )
  return `/** The most characters (code points) of each text field of a request body, by its dotted path. */\n${rows.join('\n')}\n`
}
