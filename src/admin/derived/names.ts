// Noun and verb of each operation.
import type { Document } from 'openapi-backend'
import { signInTable } from '../../../generated/operations'
import { onceFor } from '../../base/once-for'
import type { OperationId } from '../../contract/types'
import { byHand, nounOfSegment, nounSummaries } from './by-hand'
import type { Override } from './override'
import { overrides } from './overrides'
import { kebab, lowerFirst, plain, wordsOf, type OperationObject } from './schema'

export interface DerivedVerb {
  readonly operationId: OperationId
  readonly method: string
  readonly path: string
  readonly noun: string
  readonly verb: string
  readonly summary: string
  readonly operation: OperationObject
  readonly override: Override
  /** A further verb of an operation. */
  readonly isVariant?: true
}

/** All operations in the order of the contract, without those of sign-in, which only a browser sends. */
export const deriveVerbs = onceFor((document: Document): readonly DerivedVerb[] => {
  const verbs: DerivedVerb[] = []
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries((item ?? {}) as Record<string, OperationObject>)) {
      const operationId = operation.operationId as OperationId | undefined
      if (operationId === undefined || operationId in signInTable || operationId in byHand) continue
      const override = overrides[operationId] ?? {}
      const noun = override.noun ?? nounOf(path)
      const short = override.verb ?? verbOf(operationId, [noun, segmentOf(path)])
      const isTaken = verbs.some((other) => other.noun === noun && other.verb === short)
      const summary = override.summary ?? lowerFirst(plain(operation.summary ?? operationId))
      const verb = isTaken ? kebab(operationId) : short
      const own = { operationId, method, path, operation }
      verbs.push({ ...own, noun, verb, summary, override })
      for (const variant of override.variants ?? [])
        verbs.push({ ...own, noun, ...variant, override: variant, isVariant: true })
    }
  }
  return verbs
})

const nounOf = (path: string): string => nounOfSegment[segmentOf(path)] ?? singular(segmentOf(path))

const segmentOf = (path: string): string => path.split('/')[2] ?? ''

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/([^s])s$/, '$1')

const usual: Readonly<Record<string, string>> = { get: 'show' }

function verbOf(operationId: string, known: readonly string[]): string {
  const [verb = '', ...rest] = wordsOf(operationId)
  const left = new Set(known.flatMap(wordsOf).map(singular))
  return [usual[verb] ?? verb, ...rest.filter((word) => !left.has(singular(word)))].join('-')
}

export function summaryOfNoun(document: Document, { noun, operation }: DerivedVerb): string {
  const known = nounSummaries[noun]
  if (known !== undefined) return known
  const [tag] = operation.tags ?? []
  const described = document.tags?.find(({ name }) => name === tag)?.description ?? noun
  return lowerFirst(plain(described)).replace(/\.$/, '')
}
