// The fields of the bounds of a key or a person.
import { useQuery } from '@tanstack/react-query'
import { fieldOf } from './act'
import { type Schema } from './api'
import { ranksQuery } from './ranks-query'

const bounds = [
  ['highestRankGiven', 'Gives ranks up to'],
  ['lowestRankTouched', 'Touches ranks from'],
  ['highestRankTouched', 'Touches ranks up to'],
] as const

const numbers = [['takesPerHourLimit', 'Takes an hour', 1_000_000]] as const

type Name = (typeof bounds)[number][0] | (typeof numbers)[number][0]
type Usual = Readonly<Record<Name, string>>

/** What an empty field stands for. */
export const usualBounds: Usual = {
  highestRankGiven: 'as high as you',
  lowestRankTouched: 'as low as you',
  highestRankTouched: 'as high as you',
  takesPerHourLimit: '300',
}

export const unchanged: Usual = {
  highestRankGiven: 'unchanged',
  lowestRankTouched: 'unchanged',
  highestRankTouched: 'unchanged',
  takesPerHourLimit: 'unchanged',
}

/** The bounds that were filled in. */
export function boundsIn(form: FormData): Readonly<Partial<Record<Name, number>>> {
  const names: readonly Name[] = [...bounds, ...numbers].map(([name]) => name)
  const chosen = names.filter((name) => fieldOf(form, name) !== '')
  return Object.fromEntries(chosen.map((name) => [name, Number(fieldOf(form, name))]))
}

interface BoundsFieldsProps {
  /** The bounds that the key or person has now; absent: a new one. */
  readonly of?: Pick<Schema<'Person'>, Name>
  readonly usual: Usual
}

export function BoundsFields({ of, usual }: BoundsFieldsProps) {
  const { data: ranks = [] } = useQuery(ranksQuery)
  const now = (name: Name): string => (of === undefined ? '' : `, now ${of[name] ?? 'any'}`)
  return (
    <>
      {bounds.map(([name, label]) => (
        <label key={name}>
          {label}
          {now(name)}
          <select name={name}>
            <option value="">{usual[name]}</option>
            {ranks.map((rank) => (
              <option key={rank.uniqueId} value={rank.rankId}>
                {rank.name} ({rank.rankId})
              </option>
            ))}
          </select>
        </label>
      ))}
      {numbers.map(([name, label, most]) => (
        <label key={name}>
          {label}
          {now(name)}
          <input name={name} type="number" min={0} max={most} placeholder={usual[name]} />
        </label>
      ))}
    </>
  )
}
