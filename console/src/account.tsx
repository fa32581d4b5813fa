// The own account: the sessions of the person, which any role lists and ends.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from './act'
import { answerOf, api, type Schema } from './api'
import { ListState, ShowMore } from './list'
import { sessionQuery } from './shell'
import styles from './list.module.css'

type Session = Schema<'Session'>

const ownSessions = ['own-sessions']

export function AccountScreen() {
  const client = useQueryClient()
  const [told, tell] = useState('')
  const { data: current } = useQuery(sessionQuery)
  const pages = useInfiniteQuery({
    queryKey: ownSessions,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => {
      const query = pageParam === null ? {} : { cursor: pageParam }
      return answerOf(api.GET('/v2/own-sessions', { params: { query } }))
    },
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
  const ended = async () => {
    tell('The session was ended.')
    await client.invalidateQueries({ queryKey: ownSessions })
  }
  return (
    <>
      <h1>Your account</h1>
      <p role="status">{told}</p>
      <section>
        <h2>Sessions</h2>
        <p className="quiet">
          Each sign-in begins one. End those that you do not know, and those of a device that you lost: whoever has the
          device then needs your passkey or account to sign in.
        </p>
        <ListState of={pages} loading="Loading the sessions" />
        <ul className={styles.entries} aria-label="Sessions">
          {pages.data?.pages
            .flatMap(({ data }) => data)
            .map((session) => (
              <li key={session.sessionId}>
                <SessionText session={session} isCurrent={session.sessionId === current?.sessionId} />
                {isLive(session) && session.sessionId !== current?.sessionId && (
                  <EndSession session={session} onDone={ended} />
                )}
              </li>
            ))}
        </ul>
        <ShowMore of={pages} />
      </section>
    </>
  )
}

/** The first mark counts: Edge names itself after Chrome, Chrome after Safari, and Android after Linux. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The browser and its system in words, as far as they are known. */
function browserOf(client: string | null): string {
  const named = (marks: readonly (readonly [string, string])[]) => marks.find(([mark]) => client?.includes(mark))?.[1]
  return [named(browsers) ?? 'A browser', named(systems)].filter((name) => name !== undefined).join(' on ')
}

const isLive = ({ endedAt, expiresAt }: Session): boolean => endedAt === null && Date.parse(expiresAt) > Date.now()

const Time = ({ at }: { readonly at: string }) => <time dateTime={at}>{new Date(at).toLocaleString()}</time>

function SessionText({ session, isCurrent }: { readonly session: Session; readonly isCurrent: boolean }) {
  const { client, createdAt, lastUsedAt, endedAt } = session
  return (
    <div>
      <strong>{browserOf(client)}</strong>
      {isCurrent && ', this session'}
      {!isLive(session) && ', ended'}
      <div className="quiet">
        Since <Time at={createdAt} />, last used <Time at={lastUsedAt} />
        {endedAt !== null && (
          <>
            , ended <Time at={endedAt} />
          </>
        )}
      </div>
      {client !== null && <div className="quiet">{client}</div>}
    </div>
  )
}

interface EndProps {
  readonly session: Session
  readonly onDone: () => Promise<void>
}

function EndSession({ session: { sessionId, client, createdAt }, onDone }: EndProps) {
  const params = { path: { sessionId } }
  return (
    <Act
      title="End"
      subject={`${browserOf(client)}, since ${new Date(createdAt).toLocaleString()}`}
      confirm="End the session"
      run={() => answerOf(api.POST('/v2/own-sessions/{sessionId}/revoke', { params }))}
      onDone={onDone}
    >
      <p>The next request of that browser is refused.</p>
    </Act>
  )
}
