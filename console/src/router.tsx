// The routes. The state of a screen is in its address.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isSignedOut, messageOf } from './api'
import { applySearchOf, holdCode } from './apply-code'
import { auditSearchOf } from './audit-search'
import { MemberScreen } from './member'
import { MembersScreen, membersSearchOf } from './members'
import { holdAnswer } from './issuer'
import { queueSearchOf } from './queue-search'
import { ReviewScreen } from './review'
import { screens, sessionQuery, Shell } from './shell'
import { SignInScreen } from './sign-in'

export function makeRouter(client: QueryClient) {
  const root = createRootRoute()
  const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInScreen })
  const signedIn = createRoute({
    getParentRoute: () => root,
    path: '/signed-in',
    beforeLoad: () => {
      if (holdAnswer(window.location.search)) throw redirect({ to: '/signed-in', replace: true })
    },
    component: lazyRouteComponent(() => import('./signed-in'), 'SignedInScreen'),
  })
  const apply = createRoute({
    getParentRoute: () => root,
    path: '/apply',
    validateSearch: applySearchOf,
    beforeLoad: ({ search }) => {
      if (holdCode(window.location.hash)) throw redirect({ to: '/apply', search, replace: true })
    },
    component: lazyRouteComponent(() => import('./apply'), 'ApplyScreen'),
  })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'screens',
    component: Shell,
    beforeLoad: async () => {
      // the link of an invitation
      if (window.location.hash.startsWith('#invitation=')) {
        throw redirect({ to: '/sign-in', hash: window.location.hash.slice(1) })
      }
      await client.ensureQueryData(sessionQuery).catch((error: unknown) => {
        if (isSignedOut(error)) throw redirect({ to: '/sign-in' })
        throw error
      })
    },
    errorComponent: ({ error, reset }) => (
      <main>
        <h1>The console cannot start</h1>
        <p role="alert">{messageOf(error)}</p>
        <button onClick={reset}>Try again</button>
      </main>
    ),
  })
  const home = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: async () => {
      const { scopes } = await client.ensureQueryData(sessionQuery)
      const first = screens.find(({ scope }) => scope === null || scopes.includes(scope))
      throw redirect({ to: first?.to ?? '/members' })
    },
  })
  const review = createRoute({ getParentRoute: () => shell, path: '/review', component: ReviewScreen })
  const members = createRoute({
    getParentRoute: () => shell,
    path: '/members',
    component: MembersScreen,
    validateSearch: membersSearchOf,
  })
  const member = createRoute({ getParentRoute: () => shell, path: '/members/$userId', component: MemberScreen })
  const queue = createRoute({
    getParentRoute: () => shell,
    path: '/queue',
    validateSearch: queueSearchOf,
    component: lazyRouteComponent(() => import('./queue'), 'QueueScreen'),
  })
  const audit = createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: auditSearchOf,
    component: lazyRouteComponent(() => import('./audit'), 'AuditScreen'),
  })
  const reversal = createRoute({
    getParentRoute: () => shell,
    path: '/audit/reversals/$reversalId',
    component: lazyRouteComponent(() => import('./reversal'), 'ReversalScreen'),
  })
  const settings = createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings'), 'SettingsScreen'),
  })
  const account = createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(() => import('./account'), 'AccountScreen'),
  })
  const routeTree = root.addChildren([
    signIn,
    signedIn,
    apply,
    shell.addChildren([home, review, members, member, queue, audit, reversal, settings, account]),
  ])
  return createRouter({
    routeTree,
    basepath: '/console',
    defaultNotFoundComponent: () => (
      <main>
        <h1>No such page</h1>
      </main>
    ),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
