// OpenTelemetry traces, where a collector is configured; else nothing of it is loaded, and a request pays for one comparison.
// A span says what was asked by its operationId and how it ended: no path, no query, no header and no key.
import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Api from '@opentelemetry/api'
import type { Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api'
import { StartError } from '../errors'
import type { Logger } from '../logger'

interface Tracing {
  readonly api: typeof Api
  readonly tracer: Tracer
  readonly propagator: TextMapPropagator
}

let tracing: Tracing | null = null
/** In which span the code runs now. */
const contexts = new AsyncLocalStorage<Context>()

/** Longest that the end of the process waits for the last spans to be sent. */
const FLUSH_MS = 2_000
const COMPLAINT_LENGTH = 200

/**
 * Loads the SDK and begins to trace. Its other variables (`OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_TRACES_SAMPLER`, …) hold as it documents them.
 * @param endpoint of an OTLP/HTTP collector; spans go to `/v1/traces` below it
 * @returns what sends the last spans and ends it
 * @throws StartError when the packages, which are optional, are not installed
 */
export async function startTracing(endpoint: string, log: Logger): Promise<() => Promise<void>> {
  const { api, sdk, otlp, resources, core } = await loadPackages()
  const say = (message: string): void => log.warn({ reason: message.slice(0, COMPLAINT_LENGTH) }, 'traces')
  const quiet = (): void => undefined
  api.diag.setLogger({ error: say, warn: say, info: quiet, debug: quiet, verbose: quiet }, api.DiagLogLevel.WARN)
  const named = resources.resourceFromAttributes({ 'service.name': 'community-management-server' })
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new sdk.BasicTracerProvider({
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('community-management-server')
  tracing = { api, tracer, propagator: new core.W3CTraceContextPropagator() }
  return async () => {
    tracing = null
    const sent = provider.shutdown().then(
      () => true,
      () => false,
    )
    const late = new Promise<false>((resolve) => setTimeout(resolve, FLUSH_MS, false).unref())
    if (!(await Promise.race([sent, late]))) say('the last spans could not be sent')
    api.diag.disable()
  }
}

async function loadPackages() {
  try {
    return {
      api: await import('@opentelemetry/api'),
      sdk: await import('@opentelemetry/sdk-trace-base'),
      otlp: await import('@opentelemetry/exporter-trace-otlp-http'),
      resources: await import('@opentelemetry/resources'),
      core: await import('@opentelemetry/core'),
    }
  } catch (error) {
    const mend = 'install them with `npm ci --include=optional`, or unset the variable'
    throw new StartError(`OTEL_EXPORTER_OTLP_ENDPOINT is set and the packages it needs are not there; ${mend}`, {
      cause: error,
    })
  }
}

/** Whether traces are sent. */
export const isTracing = (): boolean => tracing !== null

/** What a span says of a request, once it is answered. */
export interface RequestFacts {
  readonly operationId: string | undefined
  /** Of the contract: `/v2/members/{userId}`. */
  readonly route: string | undefined
  readonly requestId: string
  readonly communityId: string | undefined
  readonly status: number
  /** Of an error. */
  readonly code: string | undefined
}

/**
 * Does the work within a span of its own, as a child of the caller's where `traceparent` names one (W3C Trace Context).
 * @param describe what to say of it when it is done
 */
export async function traceRequest<T>(
  { method = 'GET', headers }: { method?: string | undefined; headers: Readonly<Record<string, unknown>> },
  work: () => Promise<T>,
  describe: (done: T) => RequestFacts,
): Promise<T> {
  if (!tracing) return work()
  const { api, tracer, propagator } = tracing
  const caller = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter)
  const options = { kind: api.SpanKind.SERVER, attributes: { 'http.request.method': method } }
  const span = tracer.startSpan(method, options, caller)
  return within(span, api.trace.setSpan(caller, span), work, (done) => {
    const { operationId, route, requestId, communityId, status, code } = describe(done)
    if (operationId !== undefined) span.updateName(operationId)
    span.setAttributes({
      ...(operationId === undefined ? {} : { 'operation.id': operationId }),
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(communityId === undefined ? {} : { 'community.id': communityId }),
      ...(code === undefined ? {} : { 'error.type': code }),
      'http.response.status_code': status,
      'request.id': requestId,
    })
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
  })
}

/** Does a call of the platform within a span: below the request's, or on its own in a job. */
export async function traceCall<T>(call: string, work: () => Promise<T>, outcomeOf: (error: unknown) => string) {
  if (!tracing) return work()
  const { api, tracer } = tracing
  const caller = contexts.getStore() ?? api.ROOT_CONTEXT
  const span = tracer.startSpan(`platform ${call}`, { kind: api.SpanKind.CLIENT }, caller)
  const counted = (): Promise<T> =>
    work().catch((error: unknown) => {
      span.setAttribute('error.type', outcomeOf(error))
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    })
  return within(span, api.trace.setSpan(caller, span), counted, () => undefined)
}

async function within<T>(span: Span, context: Context, work: () => Promise<T>, tell: (done: T) => void): Promise<T> {
  try {
    const done = await contexts.run(context, work)
    tell(done)
    return done
  } finally {
    span.end()
  }
}
