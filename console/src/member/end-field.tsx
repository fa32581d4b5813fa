// Until when: the end of a day, where the person is.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Field } from '../patterns/field-errors'
import { catalogue, useTexts } from '../patterns/texts'
import { dateTimeText, dayOfTime, endOfDay } from '../patterns/time'

const texts = catalogue('end-field', {
  label: 'Last day',
  until: 'Until {at}, your time.',
  never: 'Empty: without an end.',
  days_one: '{count} day',
  days_other: '{count} days',
})

const DAY_MS = 86_400_000
const usual = [1, 7, 30]

export const dayIn = (days: number): string => dayOfTime(Date.now() + days * DAY_MS)

interface EndProps {
  /** yyyy-mm-dd, or empty. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly required?: boolean
  /** The most days from now. */
  readonly most?: number
}

export function EndField({ value, onChange, required = false, most }: EndProps) {
  const t = useTexts(texts)
  return (
    <Stack gap={6}>
      <Field of={['expiresAt', 'endsAt', 'durationSeconds']}>
        <TextInput
          type="date"
          label={t('label')}
          required={required}
          min={dayOfTime(Date.now())}
          max={most === undefined ? undefined : dayIn(most)}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          description={
            value === '' ? (required ? undefined : t('never')) : t('until', { at: dateTimeText(endOfDay(value)) })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </Field>
      <Group gap={6}>
        {usual.map((days) => (
          <Button key={days} variant="default" size="compact-xs" onClick={() => onChange(dayIn(days))}>
            {t('days', { count: days })}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
