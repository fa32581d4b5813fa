// OpenTelemetry traces, if configured. Spans have operationId and outcome, never path, query, header or key.
import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Api from '@opentelemetry/api'
import type { Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api'
import { StartError } from '../errors'
import { given } from '../given'
import type { Logger } from '../logger'
import { build } from '../version'

interface Tracing {
  readonly api: typeof Api
  readonly tracer: Tracer
  readonly propagator: TextMapPropagator
}

let tracing: Tracing | null = null
const contexts = new AsyncLocalStorage<Context>()

/** For the last spans at exit. */
const FLUSH_MS = 2_000
const MAX_REASON_LENGTH = 200

/**
 * The SDK's variables apply (`OTEL_SERVICE_NAME`, …).
 * @param endpoint OTLP/HTTP; `/v1/traces` is appended
 * @returns sends the last spans and stops
 * @throws StartError without the optional packages
 */
export async function startTracing(endpoint: string, log: Logger): Promise<() => Promise<void>> {
  const { api, sdk, otlp, resources, core } = await loadPackages()
  const warn = (message: string): void => log.warn({ reason: message.slice(0, MAX_REASON_LENGTH) }, 'traces')
  const ignore = (): void => undefined
  api.diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, api.DiagLogLevel.WARN)
  const named = resources.resourceFromAttributes({
    'service.name': 'community-management-server',
    'service.version': build.version,
  })
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
    if (!(await Promise.race([sent, late]))) warn('the last spans could not be sent')
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
    const fix = 'Install them with `npm ci --include=optional`, or unset the variable.'
    throw new StartError(`OTEL_EXPORTER_OTLP_ENDPOINT is set, but its packages are not installed. ${fix}`, {
      cause: error,
    })
  }
}

export const isTracing = (): boolean => tracing !== null

export interface RequestFacts {
  readonly operationId: string | undefined
  /** The template, such as `/v2/members/{userId}`. */
  readonly route: string | undefined
  readonly requestId: string
  readonly communityId: string | undefined
  readonly status: number
  /** The error code. */
  readonly code: string | undefined
}

/**
 * The span is a child of `traceparent` (W3C Trace Context).
 * @param describe attributes from the result
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
      ...given({ 'operation.id': operationId, 'http.route': route, 'community.id': communityId, 'error.type': code }),
      'http.response.status_code': status,
      'request.id': requestId,
    })
    if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
  })
}

/** The span is a child of the current one. */
export async function traceCall<T>(call: string, work: () => Promise<T>, outcomeOf: (error: unknown) => string) {
  if (!tracing) return work()
  const { api, tracer } = tracing
  const caller = contexts.getStore() ?? api.ROOT_CONTEXT
  const span = tracer.startSpan(`platform ${call}`, { kind: api.SpanKind.CLIENT }, caller)
  const recorded = (): Promise<T> =>
    work().catch((error: unknown) => {
      span.setAttribute('error.type', outcomeOf(error))
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    })
  return within(span, api.trace.setSpan(caller, span), recorded, () => undefined)
}

async function within<T>(
  span: Span,
  context: Context,
  work: () => Promise<T>,
  describe: (done: T) => void,
): Promise<T> {
  try {
    const done = await contexts.run(context, work)
    describe(done)
    return done
  } finally {
    span.end()
  }
}
