// What surrounds each screen: the community, the screens, the person.
import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { answerOf, api, isSignedOut } from './api'
import { QuestionDialog } from './question'
import styles from './shell.module.css'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await answerOf(api.GET('/v2/session'))).data,
  staleTime: 60_000,
})

/** In the order of the navigation. A screen without a scope is for everybody. */
export const screens = [
  { to: '/review', name: 'Review', scope: 'applications.responses.read' },
  { to: '/members', name: 'Members', scope: null },
  { to: '/queue', name: 'Queue', scope: 'members.ranks.write' },
  { to: '/audit', name: 'Audit', scope: 'audit.read' },
  { to: '/settings', name: 'Settings', scope: null },
] as const

/** Whether the role has the scope. Buttons without it are not shown. */
export function useMay(): (scope: string) => boolean {
  const { data } = useQuery(sessionQuery)
  return (scope) => data?.scopes.includes(scope) ?? false
}

/** Signs out at a 401: a session may end at any time. */
function useSignOutOn401(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query }) => {
        if (!isSignedOut(query.state.error)) return
        client.removeQueries()
        void navigate({ to: '/sign-in' })
      }),
    [client, navigate],
  )
}

export function Shell() {
  useSignOutOn401()
  const { data: session } = useQuery(sessionQuery)
  const client = useQueryClient()
  const navigate = useNavigate()
  const isFetching = useIsFetching() > 0
  const may = useMay()
  const signOut = async () => {
    await answerOf(api.POST('/v2/session/end')).catch(() => undefined)
    client.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <>
      <header className={styles.header}>
        <strong>{session?.communityName}</strong>
        <nav aria-label="Screens">
          {screens
            .filter(({ scope }) => scope === null || may(scope))
            .map(({ to, name }) => (
              <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
                {name}
              </Link>
            ))}
        </nav>
        <span className={styles.person}>
          {isFetching && <span className={styles.loading}>Loading</span>}
          <Link to="/account">
            {session?.name}, {session?.role}
          </Link>
          <button onClick={() => void signOut()}>Sign out</button>
        </span>
      </header>
      <main>
        <Outlet />
      </main>
      <QuestionDialog />
    </>
  )
}
