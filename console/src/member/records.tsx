// The rows of a part of the page of a member; without any, one quiet line.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Rows } from '../patterns/rows'
import { ListView, type ListOf } from '../patterns/use-list'

interface RecordsProps {
  readonly of: ListOf<unknown>
  readonly label: string
  readonly empty: string
  readonly children: ReactNode
}

export function Records({ of, label, empty, children }: RecordsProps) {
  if (of.state === 'empty' && !of.hasMore && of.error === null) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return (
    <ListView of={of} empty={empty} skeletonRows={2}>
      <Rows label={label}>{children}</Rows>
    </ListView>
  )
}
