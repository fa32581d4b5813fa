// Declares the verbs of the contract.
import type { Document } from 'openapi-backend'
import type { Verb } from '../verbs'
import { requireKey } from '../../auth/operator/actions'
import type { Base } from '../../communities/actions'
import type { Ctx } from '../../context'
import { UsageError } from '../failure'
import { shapeOf } from './answer'
import { flagsOf, type DerivedFlag } from './flags'
import type { DerivedVerb } from './names'
import { pageFlagsOf } from './pages'
import type { Given } from './request'
import type * as Run from './run'
import { plain } from './schema'

export function toVerb(document: Document, verb: DerivedVerb): Verb<Ctx, Given> {
  const flags = flagsOf(document, verb)
  const { override } = verb
  const confirm = override.confirm ?? (verb.method === 'delete' ? `${verb.summary}; this cannot be undone` : null)
  return {
    verb: verb.verb,
    summary: verb.summary,
    flags: [...flags.map(({ option }) => option), ...(pageFlagsOf(document, verb)?.options ?? [])],
    ...(shapeOf(document, verb).isList ? { csv: true as const } : {}),
    ...(confirm === null ? {} : { confirm: (_, given) => (typeof confirm === 'string' ? confirm : confirm(given)) }),
    ...(verb.isVariant ? {} : { help: override.help ?? plain(verb.operation.description ?? '') }),
    ...(override.isOfKey ? { communityOf: communityOfKey } : {}),
    examples: override.examples ?? examplesOf(flags, override.isOfKey !== true),
    run: (ctx, given, terminal) => {
      // loads the handlers of all rooms, which help does not need
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- at once, where import() is asynchronous
      const { runOperation } = require('./run') as typeof Run
      return runOperation(document, verb, flags, ctx, given, terminal)
    },
  }
}

/**
 * The error does not repeat the value, which may be a key.
 * @throws UsageError for a malformed id, DomainError when there is none
 */
async function communityOfKey({ db }: Base, { key }: Given): Promise<string> {
  if (/^[0-9A-Za-z]{12}$/.test(key as string)) return (await requireKey(db, key as string)).community_id
  throw new UsageError('--key takes the id of a key, 12 letters and digits; see key list')
}

function examplesOf(flags: readonly DerivedFlag[], isWithCommunity: boolean): string[] {
  const needed = flags.filter(({ isRequired }) => isRequired)
  const shown = flags.filter(({ isRequired, place }) => isRequired || place === 'body')
  const lines = [needed, shown].map((some) =>
    [isWithCommunity && '--community cmt_…', ...some.map(exampleOf)].filter(Boolean).join(' '),
  )
  return [...new Set(lines)]
}

const exampleOf = ({ example, isRequired, option }: DerivedFlag): string => example ?? (isRequired ? option.flags : '')
