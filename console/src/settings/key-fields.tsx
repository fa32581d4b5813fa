// The fields of a key: when it expires, and from where it is used.
import { Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Field } from '../patterns/field-errors'
import { catalogue, useTexts } from '../patterns/texts'
import { dayOfTime, endOfDay } from '../patterns/time'

const texts = catalogue('key-fields', {
  expires: 'Expires',
  in30: 'in 30 days',
  in90: 'in 90 days',
  in365: 'in a year',
  day: 'on a day',
  never: 'never',
  keep: 'as now',
  on: 'Last day',
  onAbout: 'It works until the end of this day, where you are.',
  past: 'This day is over. Choose a later one.',
  neverAbout: 'A key that never expires works for whoever finds it. Prefer a year, and rotate it then.',
  networks: 'Networks from which it may be used',
  networksAbout: 'One a line, such as 203.0.113.0/24. Empty: from everywhere.',
})

const DAY_MS = 86_400_000
type Choice = 'in30' | 'in90' | 'in365' | 'day' | 'never' | 'keep'
const days = { in30: 30, in90: 90, in365: 365 } as const

export interface Expiry {
  readonly choice: Choice
  /** Of the choice `day`, as yyyy-mm-dd where the person is. */
  readonly day: string
}

/** @param now when it expires; null: never; absent: a new key */
export function useExpiry(now?: string | null) {
  const begun: Expiry = { choice: now === undefined ? 'in365' : 'keep', day: now ? dayOfTime(now) : '' }
  const [expiry, setExpiry] = useState(begun)
  return { expiry, setExpiry, reset: () => setExpiry(begun), isChange: now !== undefined }
}
type ExpiryForm = ReturnType<typeof useExpiry>

const isPast = ({ choice, day }: Expiry): boolean =>
  choice === 'day' && day !== '' && Date.parse(endOfDay(day)) <= Date.now()

/** @returns null: it cannot be sent */
export function expiryIn(expiry: Expiry): { readonly expiresAt?: string; readonly neverExpires?: boolean } | null {
  const { choice, day } = expiry
  if (choice === 'keep') return {}
  if (choice === 'never') return { neverExpires: true }
  if (choice !== 'day') return { expiresAt: endOfDay(dayOfTime(Date.now() + days[choice] * DAY_MS)) }
  return day === '' || isPast(expiry) ? null : { expiresAt: endOfDay(day) }
}

export function ExpiryField({ form: { expiry, setExpiry, isChange } }: { readonly form: ExpiryForm }) {
  const t = useTexts(texts)
  const choices: readonly Choice[] = [...(isChange ? (['keep'] as const) : []), 'in30', 'in90', 'in365', 'day', 'never']
  return (
    <div>
      <Group align="start" gap="sm">
        <NativeSelect
          label={t('expires')}
          w={180}
          value={expiry.choice}
          data={choices.map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget: { value } }) => setExpiry({ ...expiry, choice: value as Choice })}
        />
        {expiry.choice === 'day' && (
          <Field of="expiresAt">
            <TextInput
              type="date"
              label={t('on')}
              required
              value={expiry.day}
              min={dayOfTime(Date.now())}
              error={isPast(expiry) ? t('past') : undefined}
              onChange={({ currentTarget: { value } }) => setExpiry({ ...expiry, day: value })}
            />
          </Field>
        )}
      </Group>
      {(expiry.choice === 'day' || expiry.choice === 'never') && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(expiry.choice === 'day' ? 'onAbout' : 'neverAbout')}
        </Text>
      )}
    </div>
  )
}

export const networksIn = (text: string): string[] => text.split(/[\s,]+/).filter((network) => network !== '')

interface NetworksProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

export function NetworksField({ value, onChange }: NetworksProps) {
  const t = useTexts(texts)
  return (
    <Field of="allowedAddresses">
      <Textarea
        label={t('networks')}
        description={t('networksAbout')}
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        onChange={({ currentTarget: { value: text } }) => onChange(text)}
      />
    </Field>
  )
}
