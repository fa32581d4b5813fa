// A part of the page of a member with rows; without any, one quiet line beside its title.
import type { ReactNode } from 'react'
import { Rows } from '../patterns/rows'
import { ListView, type ListOf } from '../patterns/use-list'
import { Section } from './section'

interface RecordsProps {
  readonly of: ListOf<unknown>
  readonly title: string
  readonly mark?: ReactNode
  readonly acts?: ReactNode
  readonly empty: string
  readonly children: ReactNode
}

export function Records({ of, title, mark, acts, empty, children }: RecordsProps) {
  const isEmpty = of.state === 'empty' && !of.hasMore && of.error === null
  return (
    <Section title={title} mark={mark} acts={acts} empty={isEmpty && empty}>
      <ListView of={of} empty={empty} skeletonRows={2}>
        <Rows label={title}>{children}</Rows>
      </ListView>
    </Section>
  )
}
