// Declares the verbs of the contract.
import type { Option } from 'commander'
import type { Document } from 'openapi-backend'
import type { Verb } from '../verbs'
import type { Ctx } from '../../context'
import { shapeOf } from './answer'
import { flagsOf, type DerivedFlag } from './flags'
import type { DerivedVerb } from './names'
import { pageFlagsOf } from './pages'
import type { Given } from './request'
import { plain } from './schema'

export function toVerb(document: Document, verb: DerivedVerb): Verb<Ctx, Given> {
  const flags = flagsOf(document, verb)
  const { override } = verb
  const usual = verb.method === 'delete' ? `${verb.summary}; this cannot be undone` : null
  const { communityOf, confirm = usual } = override
  return {
    verb: verb.verb,
    summary: verb.summary,
    flags: [...flags.map(({ option }) => option), ...(pageFlagsOf(document, verb)?.options ?? [])],
    ...(shapeOf(document, verb).isList ? { csv: true as const } : {}),
    ...(confirm === null ? {} : { confirm: (_, given) => (typeof confirm === 'string' ? confirm : confirm(given)) }),
    ...(verb.isVariant ? {} : { help: override.help ?? plain(verb.operation.description ?? '') }),
    ...(communityOf === undefined
      ? {}
      : { communityOf: async (base, given) => (await import('./look-ups.js')).owners[communityOf](base, given) }),
    examples: examplesOf(flags),
    // it loads the handlers of all rooms, a third of a second, which help does not need
    run: async (ctx, given, terminal) => {
      const { runOperation } = await import('./run.js')
      return runOperation(document, verb, flags, ctx, given, terminal)
    },
  }
}

function examplesOf(flags: readonly DerivedFlag[]): string[] {
  const needed = flags.filter(({ isRequired }) => isRequired)
  const sent = flags.filter(({ isRequired, location }) => isRequired || location === 'body')
  const shown = sent.filter(
    ({ option }, index) => !sent.slice(0, index).some((earlier) => conflict(earlier.option, option)),
  )
  const lines = [needed, shown].map((some) => some.map(exampleOf).filter(Boolean).join(' '))
  return [...new Set(lines)]
}

const conflict = (one: Option, other: Option): boolean => excludes(one, other) || excludes(other, one)

/** Commander names the other options, and has no public way to read them. */
function excludes(one: Option, other: Option): boolean {
  const { conflictsWith = [] } = one as { conflictsWith?: readonly string[] }
  return conflictsWith.includes(other.attributeName())
}

const exampleOf = ({ example, isRequired, option }: DerivedFlag): string =>
  example ?? (isRequired ? option.flags.replace('<on|off>', 'on') : '')
