// What surrounds each screen: the community, the screens, the person.
import { queryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { answerOf, api, isSignedOut } from './api'
import styles from './shell.module.css'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await answerOf(api.GET('/v2/session'))).data,
  staleTime: 60_000,
})

/** Whether the role has the scope. Buttons without it are not shown. */
export function useMay(): (scope: string) => boolean {
  const { data } = useQuery(sessionQuery)
  return (scope) => data?.scopes.includes(scope) ?? false
}

/** A session may end at any time. */
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
          {may('applications.responses.read') && (
            <Link to="/review" activeProps={{ 'aria-current': 'page' }}>
              Review
            </Link>
          )}
          <Link to="/members" activeProps={{ 'aria-current': 'page' }}>
            Members
          </Link>
          {may('audit.read') && (
            <Link to="/audit" activeProps={{ 'aria-current': 'page' }}>
              Audit
            </Link>
          )}
          <Link to="/settings" activeProps={{ 'aria-current': 'page' }}>
            Settings
          </Link>
        </nav>
        <span className={styles.person}>
          {isFetching && <span className={styles.loading}>Loading</span>}
          {session?.name}, {session?.role}
          <button onClick={() => void signOut()}>Sign out</button>
        </span>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  )
}
