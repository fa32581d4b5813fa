// A list of hundreds at most, read to its end: it can be searched here, and its count is true.
import { useEffect } from 'react'
import { useList, type ListOf } from './use-list'

/** @property isWhole false while there is more to read, or when a part could not be read */
export type WholeList<Row> = ListOf<Row> & { readonly isWhole: boolean }

export function useWholeList<Row>(options: Parameters<typeof useList<Row>>[0]): WholeList<Row> {
  const list = useList(options)
  const { hasMore, isReadingMore, error, more } = list
  useEffect(() => {
    if (hasMore && !isReadingMore && error === null) more()
  })
  const isWhole = list.state !== 'loading' && error === null && !hasMore
  return { ...list, isWhole }
}

/** The rows that match. The list says how many these are, and of how many. */
export function filtered<Row>(list: WholeList<Row>, matches: (row: Row) => boolean): WholeList<Row> {
  const rows = list.rows.filter(matches)
  const state = list.state === 'rows' && rows.length === 0 && list.isWhole ? 'empty' : list.state
  return { ...list, rows, state, total: { count: list.rows.length, exact: list.isWhole } }
}

/** Without regard to case. */
export const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.trim().toLowerCase())
