// A list of the server: its first page, more of it, and what is shown while it loads, when it is empty, and after an error.
import { Alert, Button, Group, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { Fragment, useMemo, useRef, type ReactNode } from 'react'
import { RequestError, type Schema } from '../api'
import { ErrorNote } from './error-note'
import { Icon } from './icons'
import { namesOf, type Names } from './names'
import { Staying } from './staying'
import { catalogue, useTexts } from './texts'
import { Time } from './time'

const texts = catalogue('list', {
  loading: 'Loading',
  more: 'Show more',
  stale: 'This is of',
  shown_one: '{count} shown',
  shown_other: '{count} shown',
  of: '{shown} of {total}',
  ofMore: '{shown} of more than {total}',
  readOn: 'None of what was read so far matches. There is more to read.',
})

/** What `total=1` asks for: counted up to a limit. */
type Total = Schema<'Total'>

interface PageOf<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly nextCursor: string | null; readonly total?: Total; readonly names?: Schema<'Names'> }
}

interface ListOptions<Row> {
  /** With the filters: other filters are another list. */
  readonly key: QueryKey
  /** @param cursor null: the first page */
  readonly read: (cursor: string | null) => Promise<PageOf<Row>>
  /** Milliseconds between two reads of a page: all pages that are shown are read again. */
  readonly everyMs?: number | undefined
  readonly enabled?: boolean
}

export interface ListOf<Row> {
  readonly rows: readonly Row[]
  /** Null: it was not asked for. */
  readonly total: Total | null
  /** Of the ids of the rows, if `names=1` was asked for. */
  readonly names: Names
  readonly state: 'loading' | 'error' | 'empty' | 'rows'
  /** Stays until the list was read again. */
  readonly error: unknown
  /** When the rows were read, in milliseconds since 1970. */
  readonly readAt: number
  readonly hasMore: boolean
  readonly isReadingMore: boolean
  readonly more: () => void
  readonly again: () => void
}

/** Milliseconds until the server may be asked again. */
export const waitOf = (error: unknown): number =>
  error instanceof RequestError && error.retryAt !== null ? Math.max(0, error.retryAt - Date.now()) : 0

export function useList<Row>({ key, read, everyMs, enabled = true }: ListOptions<Row>): ListOf<Row> {
  const pages = useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ meta }) => meta.nextCursor,
    refetchInterval: ({ state: { error, data: read } }) =>
      everyMs === undefined ? false : Math.max(everyMs * (read?.pages.length ?? 1), waitOf(error)),
  })
  const { data, isPending, dataUpdatedAt, hasNextPage, isFetchingNextPage } = pages
  // a repeated read has no error while it is under way; the error stays until there are rows
  const lastError = useRef<{ readonly key: string; readonly error: unknown }>({ key: '', error: null })
  const name = JSON.stringify(key)
  if (pages.error) lastError.current = { key: name, error: pages.error }
  else if (pages.isSuccess && !pages.isFetching) lastError.current = { key: name, error: null }
  const error: unknown = lastError.current.key === name ? lastError.current.error : null
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const state = rows.length > 0 ? 'rows' : data !== undefined ? 'empty' : error !== null ? 'error' : 'loading'
  return {
    rows,
    total: data?.pages[0]?.meta.total ?? null,
    names: useMemo(() => namesOf(data?.pages.map(({ meta }) => meta.names) ?? []), [data]),
    state: isPending && error === null ? 'loading' : state,
    error,
    readAt: dataUpdatedAt,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    more: () => void pages.fetchNextPage(),
    again: () => void pages.refetch(),
  }
}

interface ViewProps {
  readonly of: ListOf<unknown>
  /** What an empty list says, and how to begin. */
  readonly empty: ReactNode
  /** Of a page with other parts: without rows one quiet line. */
  readonly isPart?: boolean
  readonly skeletonRows?: number
  readonly children: ReactNode
}

/** A short list that is whole needs no count. */
const isSeenAtOnce = ({ rows, total, hasMore }: ListOf<unknown>): boolean =>
  !hasMore && rows.length <= 10 && (total === null || (total.exact && total.count === rows.length))

/** Shows the state of the list around its rows. */
export function ListView({ of, empty, isPart = false, skeletonRows = 8, children }: ViewProps) {
  const t = useTexts(texts)
  const { rows, total, state, error, readAt, hasMore, isReadingMore, more, again } = of
  return (
    <Stack gap="sm">
      {error !== null && <ErrorNote error={error} onAgain={again} />}
      {error !== null && state === 'rows' && (
        <Text size="sm" c="dimmed">
          {t('stale')} <Time at={readAt} />
        </Text>
      )}
      {state === 'loading' && (
        <Stack gap="xs" role="status" aria-label={t('loading')}>
          {Array.from({ length: skeletonRows }, (_, index) => (
            <Skeleton key={index} height={28} />
          ))}
        </Stack>
      )}
      {state === 'empty' &&
        (hasMore ? (
          <Alert color="blue">{t('readOn')}</Alert>
        ) : isPart ? (
          <Text size="sm" c="dimmed" component="div">
            {empty}
          </Text>
        ) : (
          <Stack align="center" gap="xs" py="xl" ta="center">
            <ThemeIcon size="xl" radius="xl" variant="light" color="gray">
              <Icon name="empty" />
            </ThemeIcon>
            {empty}
          </Stack>
        ))}
      <Staying>{state === 'rows' && <Fragment key="rows">{children}</Fragment>}</Staying>
      {(hasMore || (state === 'rows' && !isSeenAtOnce(of))) && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {total === null
              ? t('shown', { count: rows.length })
              : t(total.exact ? 'of' : 'ofMore', { shown: rows.length, total: total.count })}
          </Text>
          {hasMore && (
            <Button variant="default" size="xs" loading={isReadingMore} onClick={more}>
              {t('more')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
