// A list of things with a name, facts and acts, which is never wider than the window.
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Staying } from './staying'
import styles from './rows.module.css'

export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack component="ul" gap={0} aria-label={label} className={styles.rows}>
      <Staying>{children}</Staying>
    </Stack>
  )
}

interface RowProps {
  /** A text, or a link. */
  readonly name: ReactNode
  /** The name is what somebody wrote, which may be long. */
  readonly isText?: boolean
  readonly badges?: ReactNode
  /** One after the other, with dots between them. */
  readonly facts?: readonly ReactNode[]
  readonly acts?: ReactNode
  readonly children?: ReactNode
}

export function Row({ name, isText = false, badges, facts = [], acts, children }: RowProps) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '')
  return (
    <Group component="li" justify="space-between" gap="sm" className={styles.row}>
      <Stack gap={2} className={styles.text}>
        <Group gap="xs">
          <Text component="span" size="sm" fw={isText ? 400 : 600} dir="auto" className={styles.name}>
            {name}
          </Text>
          {badges}
        </Group>
        {shown.length > 0 && (
          <Text size="xs" c="dimmed" component="div" className={styles.facts}>
            {shown.map((fact, index) => (
              <span key={index}>{fact}</span>
            ))}
          </Text>
        )}
        {children}
      </Stack>
      {acts !== undefined && <Group gap="xs">{acts}</Group>}
    </Group>
  )
}

/** A name and its value, below each other on a phone. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.list}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
