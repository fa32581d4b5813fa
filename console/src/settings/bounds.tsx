// The bounds of a key or a person on ranks and on what they take. Nobody gives wider bounds than their own.
import { Checkbox, Group, NativeSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '../api'
import { Field } from '../patterns/field-errors'
import { catalogue, useTexts } from '../patterns/texts'
import { ranksQuery } from '../ranks-query'
import { sessionQuery } from '../session'

export type Bounds = Pick<
  Schema<'Person'>,
  'highestRankGiven' | 'lowestRankTouched' | 'highestRankTouched' | 'takesPerHourLimit'
>
type RankBound = Exclude<keyof Bounds, 'takesPerHourLimit'>

const texts = catalogue('bounds', {
  highestRankGiven: 'Gives ranks up to',
  lowestRankTouched: 'Changes members from the rank',
  highestRankTouched: 'Changes members up to the rank',
  takes: 'Takes an hour',
  takesAbout:
    'Lower ranks, removed awards, suspensions and entries of the blacklist. Then it is refused until the hour is over.',
  any: 'Any number',
  asMany: 'Up to {count}, as usual',
  asYou: 'As you: {rank}',
  every: 'every rank',
  number: '{name} ({number})',
  unnamed: 'rank number {number}',
  beyond: '{rank}: beyond your own bounds',
  ownBounds:
    'You give ranks up to {given}, and change members from {lowest} to {highest}. Nobody hands on more than they have.',
  ownTakes_one: 'You may take once an hour, so nobody gets more from you.',
  ownTakes_other: 'You may take {count} times an hour, so nobody gets more from you.',
  crossed: 'The lowest rank must not be above the highest.',
  upTo: 'Gives ranks up to {rank}',
  givesAll: 'Gives every rank',
  touches: 'changes members from {lowest} to {highest}',
  touchesAll: 'changes every member',
  takesText_one: 'takes {count} an hour',
  takesText_other: 'takes {count} an hour',
  takesAny: 'takes any number',
  takesNothing: 'takes nothing',
})

const [LOWEST, HIGHEST] = [0, 255]
const MAX_TAKES = 1_000_000
const usualTakes = 300
const unbounded: Bounds = {
  highestRankGiven: HIGHEST,
  lowestRankTouched: LOWEST,
  highestRankTouched: HIGHEST,
  takesPerHourLimit: null,
}

/** The name of the rank with the number. */
function useRankText(): (number: number) => string {
  const t = useTexts(texts)
  const { data: ranks = [] } = useQuery(ranksQuery)
  return (number) => {
    if (number === HIGHEST) return t('every')
    const rank = ranks.find(({ rankId }) => rankId === number)
    return rank === undefined ? t('unnamed', { number }) : t('number', { name: rank.name, number })
  }
}

/** The bounds in words. */
export function useBoundsText(): (of: Bounds) => string[] {
  const t = useTexts(texts)
  const rankText = useRankText()
  return ({ highestRankGiven, lowestRankTouched, highestRankTouched, takesPerHourLimit: takes }) => [
    highestRankGiven === HIGHEST ? t('givesAll') : t('upTo', { rank: rankText(highestRankGiven) }),
    lowestRankTouched === LOWEST && highestRankTouched === HIGHEST
      ? t('touchesAll')
      : t('touches', { lowest: rankText(lowestRankTouched), highest: rankText(highestRankTouched) }),
    takes === null ? t('takesAny') : takes === 0 ? t('takesNothing') : t('takesText', { count: takes }),
  ]
}

/** Whether the bounds are within those of the person here. */
export function useWithinOwn(): (of: Bounds) => boolean {
  const { data: own = unbounded } = useQuery(sessionQuery)
  return (of) =>
    of.highestRankGiven <= own.highestRankGiven &&
    of.lowestRankTouched >= own.lowestRankTouched &&
    of.highestRankTouched <= own.highestRankTouched &&
    (own.takesPerHourLimit === null || (of.takesPerHourLimit ?? Infinity) <= own.takesPerHourLimit)
}

type Fields = Readonly<Record<RankBound, string>> & { readonly takes: string; readonly isAny: boolean }
const empty: Fields = { highestRankGiven: '', lowestRankTouched: '', highestRankTouched: '', takes: '', isAny: false }

const fieldsOf = ({ takesPerHourLimit, ...ranks }: Bounds): Fields => ({
  highestRankGiven: String(ranks.highestRankGiven),
  lowestRankTouched: String(ranks.lowestRankTouched),
  highestRankTouched: String(ranks.highestRankTouched),
  takes: takesPerHourLimit === null ? '' : String(takesPerHourLimit),
  isAny: takesPerHourLimit === null,
})

export interface BoundsForm {
  readonly fields: Fields
  readonly set: (changed: Partial<Fields>) => void
  /** What was chosen and differs from what there is; null: it cannot be sent. */
  readonly changes: () => Partial<Bounds> | null
  readonly reset: () => void
}

/** @param of the bounds that there are; absent: a new key or person, for which an empty field means as usual */
export function useBounds(of?: Bounds): BoundsForm {
  const begun = of === undefined ? empty : fieldsOf(of)
  const [fields, setFields] = useState(begun)
  const changes = (): Partial<Bounds> | null => {
    const { takes, isAny, ...ranks } = fields
    if (isCrossed(fields)) return null
    const takesNow = isAny ? null : takes === '' ? undefined : Number(takes)
    const chosen: Partial<Bounds> = {
      ...Object.fromEntries(
        Object.entries(ranks)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [name, Number(value)]),
      ),
      ...(takesNow !== undefined && { takesPerHourLimit: takesNow }),
    }
    if (of === undefined) return chosen
    return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => of[name as keyof Bounds] !== value))
  }
  return {
    fields,
    set: (changed) => setFields({ ...fields, ...changed }),
    changes,
    reset: () => setFields(begun),
  }
}

const isCrossed = ({ lowestRankTouched: lowest, highestRankTouched: highest }: Fields): boolean =>
  lowest !== '' && highest !== '' && Number(lowest) > Number(highest)

interface FieldsProps {
  readonly form: BoundsForm
  /** Absent: a new key or person. */
  readonly of?: Bounds | undefined
  /** Takes an hour of a new one that names none. */
  readonly usual?: number
}

export function BoundsFields({ form: { fields, set }, of, usual = usualTakes }: FieldsProps) {
  const t = useTexts(texts)
  const rankText = useRankText()
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { data: own = unbounded } = useQuery(sessionQuery)
  const isAllowed = (name: RankBound, number: number): boolean =>
    name === 'lowestRankTouched' ? number >= own.lowestRankTouched : number <= own[name]
  const itemsOf = (name: RankBound) => {
    const numbers = [...ranks.map(({ rankId }) => rankId), HIGHEST, own[name], ...(of === undefined ? [] : [of[name]])]
    const shown = [...new Set(numbers)]
      .filter((number) => name !== 'highestRankGiven' || number > LOWEST)
      .filter((number) => name !== 'lowestRankTouched' || number < HIGHEST)
      .sort((one, other) => one - other)
    return [
      ...(of === undefined ? [{ value: '', label: t('asYou', { rank: rankText(own[name]) }) }] : []),
      ...shown.map((number) => {
        const isOffered = isAllowed(name, number) || of?.[name] === number
        const label = isOffered ? rankText(number) : t('beyond', { rank: rankText(number) })
        return { value: String(number), label, disabled: !isOffered }
      }),
    ]
  }
  const isBounded = (['highestRankGiven', 'lowestRankTouched', 'highestRankTouched'] as const).some(
    (name) => own[name] !== unbounded[name],
  )
  const { takesPerHourLimit: ownTakes } = own
  return (
    <Stack gap="sm">
      {isBounded && (
        <Text size="sm" c="dimmed">
          {t('ownBounds', {
            given: rankText(own.highestRankGiven),
            lowest: rankText(own.lowestRankTouched),
            highest: rankText(own.highestRankTouched),
          })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {(['highestRankGiven', 'lowestRankTouched', 'highestRankTouched'] as const).map((name) => (
          <NativeSelect
            key={name}
            label={t(name)}
            data={itemsOf(name)}
            value={fields[name]}
            error={name === 'lowestRankTouched' && isCrossed(fields) ? t('crossed') : undefined}
            onChange={({ currentTarget: { value } }) => set({ [name]: value })}
          />
        ))}
      </SimpleGrid>
      <Group align="end" gap="sm">
        <Field of="takesPerHourLimit">
          <NumberInput
            label={t('takes')}
            w={200}
            value={fields.isAny ? '' : fields.takes}
            disabled={fields.isAny}
            placeholder={of === undefined ? t('asMany', { count: Math.min(usual, ownTakes ?? usual) }) : ''}
            min={0}
            max={ownTakes ?? MAX_TAKES}
            allowDecimal={false}
            onChange={(value) => set({ takes: String(value) })}
          />
        </Field>
        <Checkbox
          mb={8}
          label={t('any')}
          checked={fields.isAny}
          disabled={ownTakes !== null && of?.takesPerHourLimit !== null}
          onChange={({ currentTarget: { checked } }) => set({ isAny: checked })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('takesAbout')} {ownTakes !== null && t('ownTakes', { count: ownTakes })}
      </Text>
    </Stack>
  )
}
