// What the pages of one record share.
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../patterns/page'
import { ListView } from '../patterns/use-list'
import type { WholeList } from '../patterns/use-whole-list'

interface BackProps {
  readonly to: '/settings/people' | '/settings/keys' | '/settings/forms'
  readonly children: string
}

export const BackLink = ({ to, children }: BackProps) => (
  <Anchor component={Link} to={to as string} size="sm">
    ← {children}
  </Anchor>
)

interface NoRecordProps {
  /** It does not have the record. */
  readonly of: WholeList<unknown>
  readonly title: string
  readonly from: ReactNode
  /** Said when the list was read to its end. */
  readonly gone: string
}

/** In the place of a record: its list is being read, could not be read, or has it no more. */
export const NoRecord = ({ of: list, title, from, gone }: NoRecordProps) => (
  <Page title={title} from={from}>
    {list.isWhole ? (
      <Alert color="yellow">{gone}</Alert>
    ) : (
      <ListView of={{ ...list, rows: [], state: list.error === null ? 'loading' : 'error' }} empty={null}>
        {null}
      </ListView>
    )}
  </Page>
)
