// Replaces openapi-backend's router (a RegExp per path) by a radix tree.
import querystring from 'node:querystring'
import makeFindMyWay, { type HTTPMethod, type Instance } from 'find-my-way'
import { OpenAPIRouter, type Document, type Operation, type ParsedRequest, type Request } from 'openapi-backend'

export interface ApiRequest extends ParsedRequest {
  operation?: Operation
  /** Unknown query parameters. */
  ignored?: readonly string[]
  /** The path is not percent-encoded UTF-8. */
  malformedPath?: boolean
  /** So is the query. */
  malformedQuery?: boolean
}

/** @param headers with names in lower case */
export function toApiRequest(method: string, url: string, headers: ParsedRequest['headers']): ApiRequest {
  const mark = url.indexOf('?')
  const query = mark < 0 ? '' : url.slice(mark + 1)
  return {
    ...(isDecodable(query) ? {} : { malformedQuery: true }),
    method: method === 'HEAD' ? 'get' : method.toLowerCase(),
    path: mark < 0 ? url : url.slice(0, mark),
    headers: headers as Record<string, string | string[]>,
    query: { ...querystring.parse(query) },
    params: {},
    cookies: {},
    requestBody: undefined as unknown,
  }
}

/** `querystring` reads other bytes as U+FFFD. */
function isDecodable(query: string): boolean {
  if (!query.includes('%')) return true
  try {
    decodeURIComponent(query)
    return true
  } catch {
    return false
  }
}

export class IndexedRouter extends OpenAPIRouter {
  private readonly operations: Operation[]
  private readonly byId: ReadonlyMap<string, Operation>
  private readonly tree: Instance<makeFindMyWay.HTTPVersion.V1>

  constructor(definition: Document) {
    super({ definition, apiRoot: '/', ignoreTrailingSlashes: false })
    this.operations = super.getOperations()
    this.byId = new Map(this.operations.map((operation) => [operation.operationId ?? '', operation]))
    // Node bounds the path, the contract each parameter
    this.tree = makeFindMyWay({ maxParamLength: 16_384, onBadUrl: () => undefined })
    for (const operation of this.operations) {
      const route = operation.path.replace(/\{([^}]+)\}/g, ':$1')
      this.tree.on(operation.method.toUpperCase() as HTTPMethod, route, () => undefined, operation)
    }
  }

  override getOperations(): Operation[] {
    return this.operations
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.byId.get(operationId)
  }

  match(request: ApiRequest): Operation | undefined {
    const found = this.tree.find(request.method.toUpperCase() as HTTPMethod, request.path)
    if (!found) return undefined
    const operation = found.store as Operation | null
    if (operation === null) {
      request.malformedPath = true
      return undefined
    }
    const params = found.params as Record<string, string>
    // such as `/v2/members/`
    for (const name in params) if (params[name] === '') return undefined
    request.params = params
    request.operation = operation
    return operation
  }

  override matchOperation(request: Request): Operation
  override matchOperation(request: Request, strict?: boolean): Operation | undefined
  override matchOperation(request: Request, strict?: boolean): Operation | undefined {
    const { operation = this.match(request as ApiRequest) } = request as ApiRequest
    if (!operation && strict) throw new Error('404-notFound: no route matches request')
    return operation
  }

  override parseRequest(request: Request): ParsedRequest {
    return request as ApiRequest
  }
}
