// openapi-backend's router, replaced through its own seam. The stock one lists all operations and compiles a RegExp
// per path on every request, and parses each request three times; this one looks a request up once, in a radix tree.
import querystring from 'node:querystring'
import makeFindMyWay, { type HTTPMethod, type Instance } from 'find-my-way'
import { OpenAPIRouter, type Document, type Operation, type ParsedRequest, type Request } from 'openapi-backend'

/** A request as the dispatcher carries it: parsed once, matched once, handed around as it is. */
export interface ApiRequest extends ParsedRequest {
  /** The operation it matched; undefined until the router was asked. */
  operation?: Operation
  /** Unknown query parameters that were removed before validation. */
  ignored?: readonly string[]
  /** The path's percent-encoding is malformed: no operation can be meant. */
  malformedPath?: boolean
}

/**
 * The parsed form of a request line and its headers.
 * @param url path and query as received
 * @param headers lower-case names, as Node gives them
 */
export function toApiRequest(method: string, url: string, headers: ParsedRequest['headers']): ApiRequest {
  const mark = url.indexOf('?')
  return {
    // HEAD is answered as GET without the body
    method: method === 'HEAD' ? 'get' : method.toLowerCase(),
    path: mark < 0 ? url : url.slice(0, mark),
    headers: headers as Record<string, string | string[]>,
    query: mark < 0 ? {} : { ...querystring.parse(url.slice(mark + 1)) },
    params: {},
    cookies: {},
    requestBody: undefined as unknown,
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
    // the length of a path is bounded by Node's header limit; the contract bounds each parameter
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

  override matchOperation(request: Request): Operation
  override matchOperation(request: Request, strict?: boolean): Operation | undefined
  override matchOperation(request: Request, strict?: boolean): Operation | undefined {
    const own = request as ApiRequest
    const operation = own.operation ?? this.find(own)
    if (!operation && strict) throw new Error('404-notFound: no route matches request')
    return operation
  }

  private find(request: ApiRequest): Operation | undefined {
    const found = this.tree.find(request.method.toUpperCase() as HTTPMethod, request.path)
    if (!found) return undefined
    const operation = found.store as Operation | null
    if (operation === null) {
      request.malformedPath = true
      return undefined
    }
    const params = found.params as Record<string, string>
    // `/v2/members/` names no member
    for (const name in params) if (params[name] === '') return undefined
    request.params = params
    request.operation = operation
    return operation
  }

  /** Requests come parsed (`toApiRequest`). */
  override parseRequest(request: Request): ParsedRequest {
    return request as ApiRequest
  }
}
