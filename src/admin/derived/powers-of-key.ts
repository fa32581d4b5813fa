// What a new key may do and may not do, in plain lines.
import { effects, scopes } from '../../../generated/operations'
import type { Schema } from '../../contract/types'

export type NewKey = Schema<'NewApiKey'> & { readonly ranks: readonly Schema<'Rank'>[] }

const words = (scope: string): string => (scopes as Readonly<Record<string, string>>)[scope] ?? scope

export function powersOfKey(key: NewKey): string {
  const { keyId, takesPerHourLimit: takes, allowedAddresses, expiresAt, actFor } = key
  return [
    'It may:',
    ...key.scopes.map((scope) => `  ${words(scope)}`),
    ...(actFor ? ['It may act for a member, within what that member may.'] : []),
    ...ranksOf(key),
    takes === null
      ? 'It may take ranks, roles and awards from members without a limit.'
      : `It may take something from a member ${takes} times an hour: a rank, a role, an award, by a suspension or the blacklist.`,
    `It is valid ${expiresAt === null ? 'for ever' : `until ${expiresAt}`}, from ${allowedAddresses?.join(', ') ?? 'any address'}.`,
    `Narrow it: key set --key ${keyId} --scopes <a,b> --highest-rank-given <n> --takes-per-hour-limit <n> --allow <networks>`,
  ].join('\n')
}

const named = (ranks: NewKey['ranks']): string => ranks.map(({ name }) => name).join(', ')

/** Nothing for a key that changes neither ranks nor roles. AutoRank gives within the bounds too. */
function ranksOf({ scopes: held, ranks, highestRankGiven, lowestRankTouched: from, highestRankTouched: to }: NewKey) {
  if (![effects.rank, effects.role].some(({ scope }) => (held as readonly string[]).includes(scope))) return []
  const given = ranks.filter(({ assignable, rankId }) => assignable && rankId <= highestRankGiven)
  const people = ranks.filter(({ givenByPeople }) => givenByPeople === true)
  const isBounded = from > 0 || to < 255
  return [
    given.length > 0 ? `It may give: ${named(given)}.` : 'It may give no rank that is known now.',
    ...(people.length > 0 ? [`It may not give ${named(people)}: people alone give them.`] : []),
    ...(isBounded ? [`It may change members of the ranks ${from} to ${to} only.`] : []),
  ]
}
