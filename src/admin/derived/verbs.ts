// Declares the verbs of the contract.
import type { Document } from 'openapi-backend'
import type { Verb } from '../verbs'
import type { Ctx } from '../../context'
import { shapeOf } from './answer'
import { flagsOf, type DerivedFlag } from './flags'
import type { DerivedVerb } from './names'
import { pageFlagsOf } from './pages'
import type { Given } from './request'
import type * as Run from './run'
import { plain } from './schema'

export function toVerb(document: Document, verb: DerivedVerb): Verb<Ctx, Given> {
  const flags = flagsOf(document, verb)
  const confirm = verb.override.confirm ?? (verb.method === 'delete' ? `${verb.summary}; this cannot be undone` : null)
  return {
    verb: verb.verb,
    summary: verb.summary,
    flags: [...flags.map(({ option }) => option), ...(pageFlagsOf(document, verb)?.options ?? [])],
    ...(shapeOf(document, verb).isList ? { csv: true as const } : {}),
    ...(confirm === null ? {} : { confirm: () => confirm }),
    ...(verb.isVariant ? {} : { help: plain(verb.operation.description ?? '') }),
    examples: examplesOf(flags),
    run: (ctx, given, terminal) => {
      // loads the handlers of all rooms, which help does not need
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- at once, where import() is asynchronous
      const { runOperation } = require('./run') as typeof Run
      return runOperation(document, verb, flags, ctx, given, terminal)
    },
  }
}

/** With the required flags, and with all of the contract's example. */
function examplesOf(flags: readonly DerivedFlag[]): string[] {
  const needed = flags.filter(({ isRequired }) => isRequired)
  const shown = flags.filter(({ isRequired, place }) => isRequired || place === 'body')
  const lines = [needed, shown].map((some) => ['--community cmt_…', ...some.map(exampleOf)].filter(Boolean).join(' '))
  return [...new Set(lines)]
}

const exampleOf = ({ example, isRequired, option }: DerivedFlag): string => example ?? (isRequired ? option.flags : '')
