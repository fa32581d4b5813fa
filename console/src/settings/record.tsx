// What the pages of one record share.
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '../patterns/page'
import { ListView } from '../patterns/use-list'
import type { WholeList } from '../patterns/use-whole-list'

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
