// A part of the page of a member: its title, what can be done, and its rows.
import { Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  /** Beside the title, such as a count. */
  readonly mark?: ReactNode
  readonly acts?: ReactNode
  /** What is said instead of rows, beside the title. */
  readonly empty?: string | false
  /** The title is said to screen readers alone. */
  readonly isTitleHidden?: boolean
  readonly children: ReactNode
}

export function Section({ title, mark, acts, empty = false, isTitleHidden = false, children }: SectionProps) {
  const name = useId()
  return (
    <Paper component="section" aria-labelledby={name}>
      <Stack gap="sm">
        {isTitleHidden ? (
          <VisuallyHidden id={name}>{title}</VisuallyHidden>
        ) : (
          <Group justify="space-between" gap="sm">
            <Group gap="xs" flex={1}>
              <Title order={2} id={name}>
                {title}
              </Title>
              {mark}
              {empty !== false && (
                <Text size="sm" c="dimmed">
                  {empty}
                </Text>
              )}
            </Group>
            {acts}
          </Group>
        )}
        {empty === false && children}
      </Stack>
    </Paper>
  )
}
