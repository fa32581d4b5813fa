// Operations and scopes of docs/api-overview.md.
import { renderTable } from './marked'

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-required-scope'?: string | null
  readonly 'x-feature'?: string | null
  readonly 'x-extension'?: boolean
}

export interface ListedContract {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly securitySchemes: { readonly bearerAuth: { readonly 'x-scopes': Record<string, string> } }
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** A table for each tag. */
export function renderOperations({ tags, paths }: ListedContract): string {
  const operations = Object.entries(paths).flatMap(([route, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ request: `${method.toUpperCase()} ${route}`, operation })),
  )
  return tags
    .map(({ name, description }) => {
      const rows = operations.filter(({ operation }) => operation.tags?.includes(name)).map(toRow)
      const table = renderTable(['Operation', 'Request', 'Scope', 'Feature', 'Does'], rows)
      return `### ${titleOf(name)}\n\n${description}\n\n${table}`
    })
    .join('\n\n')
}

function toRow({ request, operation }: { request: string; operation: Operation }): string[] {
  const { operationId = '', summary = '', 'x-required-scope': scope, 'x-feature': feature } = operation
  return [
    `\`${operationId}\`${operation['x-extension'] ? ' \\*' : ''}`,
    `\`${request}\``,
    scope ? `\`${scope}\`` : "the platform's signature",
    feature ?? '–',
    summary,
  ]
}

const titleOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

/** The scopes that a key can have. */
export function renderScopes({ components }: ListedContract): string {
  const scopes = Object.entries(components.securitySchemes.bearerAuth['x-scopes'])
  return renderTable(
    ['Scope', 'Allows'],
    scopes.map(([scope, description]) => [`\`${scope}\``, description]),
  )
}
