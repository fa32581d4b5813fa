// Runs an operation in this process, as the operator.
import type { Document, Operation } from 'openapi-backend'
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { onceFor } from '../../base/once-for'
import { handlers } from '../../http/handlers'
import { compileContract } from '../../http/compile-contract'
import type { Answer, Terminal } from '../output'
import { shapeOf, toDoneAnswer, toExistingAnswer, toListAnswer, toRecordAnswer, type Values } from './answer'
import type { DerivedFlag } from './flags'
import type { DerivedVerb } from './names'
import { pageFlagsOf, readPages } from './pages'
import { additions } from './look-ups'
import { inFlags, toInput, validated, type Given, type Input } from './request'

interface Reply {
  readonly status: number
  readonly body?: { readonly data?: unknown; readonly meta?: Values }
}

type AnyHandler = (ctx: Ctx, input: Input) => Promise<Reply>

const notDispatched = () => () => Promise.reject(new Error('the command line dispatches no requests'))

const compiled = onceFor((document: Document) => compileContract(document, notDispatched))

const existing = ({ override }: DerivedVerb, error: unknown): { readonly body: null } => {
  if (error instanceof DomainError && error.code === override.exists) return { body: null }
  throw error
}

export async function runOperation(
  document: Document,
  verb: DerivedVerb,
  flags: readonly DerivedFlag[],
  ctx: Ctx,
  given: Given,
  terminal: Terminal,
): Promise<Answer> {
  const contract = await compiled(document)
  const operation = contract.router.getOperation(verb.operationId) as Operation
  const input = await toInput(ctx, flags, given, terminal, verb.override)
  const call = async (query: Values): Promise<Reply> => {
    const sent = validated(contract, operation, { ...input, query: { ...input.query, ...query } }, flags)
    // safe: the contract has validated the input
    const handler = handlers[verb.operationId] as unknown as AnyHandler
    return handler(ctx, sent).catch((error: unknown) => Promise.reject(inFlags(error, flags, verb.override) as Error))
  }
  const shape = shapeOf(document, verb)
  const pages = pageFlagsOf(document, verb)
  if (pages) {
    const { rows, meta } = await readPages(pages, given, async (query) => (await call(query)).body ?? {})
    return toListAnswer(verb, shape, rows, meta)
  }
  const { body } = await call({}).catch((error: unknown) => existing(verb, error))
  if (body === null) return toExistingAnswer(input.body as Values)
  if (body === undefined) return toDoneAnswer(verb, input.path)
  const { data = {}, meta = {} } = body
  const { adds } = verb.override
  const added = adds === undefined ? {} : await additions[adds](ctx, given)
  if (!shape.isList) return toRecordAnswer(verb, shape, { ...(data as Values), ...added }, meta)
  return toListAnswer(verb, shape, data as readonly Values[], meta)
}
