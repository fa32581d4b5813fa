// Headers of deprecated operations: Deprecation (RFC 9745), Sunset (RFC 8594), and a link to their documentation.
import type { Document, Operation } from 'openapi-backend'
import type { WireReply } from '../contract/replies'

export interface DeprecationHeaders {
  readonly Deprecation: string
  readonly Sunset: string
  readonly Link: string
}

interface Facts {
  readonly since: string
  readonly sunset: string
}

export function deprecationsOf({ paths = {} }: Document): ReadonlyMap<string, DeprecationHeaders> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item ?? {}) as Operation[])
  return new Map(
    operations.flatMap((operation): [string, DeprecationHeaders][] => {
      const facts = (operation as { readonly 'x-deprecated'?: Facts })['x-deprecated']
      const { operationId = '', tags: [tag = ''] = [] } = operation
      return facts ? [[operationId, headersOf(facts, `/docs/reference/${tag}#${operationId}`)]] : []
    }),
  )
}

const headersOf = ({ since, sunset }: Facts, page: string): DeprecationHeaders => ({
  Deprecation: `@${Date.parse(since) / 1_000}`,
  Sunset: new Date(sunset).toUTCString(),
  Link: `<${page}>; rel="deprecation"; type="text/html"`,
})

/** Errors already have a link to their code. */
export function withDeprecation(reply: WireReply, deprecation: DeprecationHeaders): WireReply {
  const { Link: help } = reply.headers
  const Link = help === undefined ? deprecation.Link : `${String(help)}, ${deprecation.Link}`
  return { ...reply, headers: { ...reply.headers, ...deprecation, Link } }
}
