// What lists share: their state, the button for more, a table.
import type { ReactNode } from 'react'
import { messageOf } from './api'
import styles from './list.module.css'

interface StateProps {
  readonly of: {
    readonly error: Error | null
    readonly data: unknown
    readonly dataUpdatedAt: number
  }
  readonly what?: string
  /** Text until the first answer. */
  readonly loading?: string
}

export const clockText = (time: number | string): string => new Date(time).toLocaleTimeString()

/** After an error the former answer stays on the screen, with its time. */
export function ListState({ of: { error, data, dataUpdatedAt }, what = 'The list', loading }: StateProps) {
  const isShown = data !== undefined
  if (!error) return isShown || loading === undefined ? null : <p className="quiet">{loading}</p>
  return (
    <p role="alert">
      {messageOf(error)} {isShown && `${what} is of ${clockText(dataUpdatedAt)}.`}
    </p>
  )
}

interface MoreProps {
  readonly of: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

export function ShowMore({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  if (!hasNextPage) return null
  return (
    <div className="actions">
      <button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show more
      </button>
    </div>
  )
}

interface TableProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly children: ReactNode
}

/** A table that is scrolled sideways where the screen is narrow. */
export const Table = ({ label, columns, children }: TableProps) => (
  <div className={styles.wide} role="region" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
