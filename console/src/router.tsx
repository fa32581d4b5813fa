// The routes. The state of a screen is in its address.
import { Anchor, Container } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Link, redirect, useRouter } from '@tanstack/react-router'
import { isSignedOut } from './api'
import { applySearchOf, holdCode } from './apply/code'
import { auditSearchOf } from './audit/search'
import { membersSearchOf } from './members-search'
import { applyingHere, holdAnswer } from './issuer'
import { queueSearchOf } from './queue-search'
import { reviewSearchOf } from './review-search'
import { ErrorNote } from './patterns/error-note'
import { lazyScreen } from './patterns/lazy-screen'
import { Page } from './patterns/page'
import { catalogue, useTexts } from './patterns/texts'
import { screens } from './screens'
import { findSearchOf, showIn } from './settings/search'
import { sessionQuery } from './session'
import { signInSearchOf } from './sign-in-search'

/** A page that players see, in the language of the player. */
async function forPlayer<Screen>(screen: Promise<Screen>): Promise<Screen> {
  const speak = import('./apply/texts').then(({ showWanted }) => showWanted())
  const [loaded] = await Promise.all([screen, speak])
  return loaded
}

const ReviewScreen = lazyScreen(() => import('./review'), 'ReviewScreen')

export function makeRouter(client: QueryClient) {
  const root = createRootRoute()
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: signInSearchOf,
    component: lazyScreen(() => import('./sign-in'), 'SignInScreen'),
  })
  const signedIn = createRoute({
    getParentRoute: () => root,
    path: '/signed-in',
    beforeLoad: () => {
      if (holdAnswer(window.location.search)) throw redirect({ to: '/signed-in', replace: true })
    },
    component: lazyScreen(() => {
      const screen = import('./signed-in')
      return applyingHere() === null ? screen : forPlayer(screen)
    }, 'SignedInScreen'),
  })
  const apply = createRoute({
    getParentRoute: () => root,
    path: '/apply',
    validateSearch: applySearchOf,
    beforeLoad: ({ search }) => {
      if (holdCode(window.location.hash)) throw redirect({ to: '/apply', search, replace: true })
    },
    component: lazyScreen(() => forPlayer(import('./apply/screen')), 'ApplyScreen'),
  })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'screens',
    component: lazyScreen(() => import('./shell'), 'Shell'),
    beforeLoad: async ({ location }) => {
      // the link of an invitation
      if (window.location.hash.startsWith('#invitation=')) {
        throw redirect({ to: '/sign-in', search: {}, hash: window.location.hash.slice(1) })
      }
      await client.ensureQueryData(sessionQuery).catch((error: unknown) => {
        if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: { to: location.href } })
        throw error
      })
    },
    errorComponent: ({ error, reset }) => <CannotStart error={error} onAgain={reset} />,
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
  const review = createRoute({
    getParentRoute: () => shell,
    path: '/review',
    validateSearch: reviewSearchOf,
    component: ReviewScreen,
  })
  const reviewOne = createRoute({
    getParentRoute: () => shell,
    path: '/review/$responseId',
    validateSearch: reviewSearchOf,
    component: ReviewScreen,
  })
  const members = createRoute({
    getParentRoute: () => shell,
    path: '/members',
    component: lazyScreen(() => import('./members'), 'MembersScreen'),
    validateSearch: membersSearchOf,
  })
  const member = createRoute({
    getParentRoute: () => shell,
    path: '/members/$userId',
    component: lazyScreen(() => import('./member'), 'MemberScreen'),
  })
  const queue = createRoute({
    getParentRoute: () => shell,
    path: '/queue',
    validateSearch: queueSearchOf,
    component: lazyScreen(() => import('./queue'), 'QueueScreen'),
  })
  const audit = createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: auditSearchOf,
    component: lazyScreen(() => import('./audit/audit'), 'AuditScreen'),
  })
  const reversal = createRoute({
    getParentRoute: () => shell,
    path: '/audit/reversals/$reversalId',
    component: lazyScreen(() => import('./audit/reversal'), 'ReversalScreen'),
  })
  const reversals = createRoute({
    getParentRoute: () => shell,
    path: '/audit/reversals',
    component: lazyScreen(() => import('./audit/reversals'), 'ReversalsScreen'),
  })
  const settings = createRoute({
    getParentRoute: () => shell,
    path: '/settings',
    component: lazyScreen(() => import('./settings/layout'), 'SettingsLayout'),
  })
  const account = createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyScreen(() => import('./account'), 'AccountScreen'),
  })
  const settingsHome = createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/connection', replace: true })
    },
  })
  const settingsPages = [
    createRoute({
      getParentRoute: () => settings,
      path: '/connection',
      component: lazyScreen(() => import('./settings/connection'), 'ConnectionScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/people',
      validateSearch: findSearchOf,
      component: lazyScreen(() => import('./settings/people'), 'PeopleScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/people/$personId',
      component: lazyScreen(() => import('./settings/person'), 'PersonScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/roles',
      component: lazyScreen(() => import('./settings/roles'), 'RolesScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/keys',
      validateSearch: (search) => ({ ...findSearchOf(search), ...showIn(search, ['ended', 'all'] as const) }),
      component: lazyScreen(() => import('./settings/keys'), 'KeysScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/keys/$keyId',
      component: lazyScreen(() => import('./settings/key'), 'KeyScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/ranks',
      component: lazyScreen(() => import('./settings/ranks'), 'RanksScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/medals',
      validateSearch: (search) => ({ ...findSearchOf(search), ...showIn(search, ['archived', 'all'] as const) }),
      component: lazyScreen(() => import('./settings/awards'), 'MedalsScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/qualifications',
      validateSearch: (search) => ({ ...findSearchOf(search), ...showIn(search, ['archived', 'all'] as const) }),
      component: lazyScreen(() => import('./settings/awards'), 'QualificationsScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/forms',
      validateSearch: findSearchOf,
      component: lazyScreen(() => import('./settings/forms'), 'FormsScreen'),
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/forms/$applicationId',
      component: lazyScreen(() => import('./settings/form'), 'FormScreen'),
    }),
  ] as const
  const routeTree = root.addChildren([
    signIn,
    signedIn,
    apply,
    shell.addChildren([
      home,
      review,
      reviewOne,
      members,
      member,
      queue,
      audit,
      reversal,
      reversals,
      settings.addChildren([settingsHome, ...settingsPages]),
      account,
    ]),
  ])
  return createRouter({
    routeTree,
    basepath: '/console',
    defaultNotFoundComponent: NotFound,
    // its own messages and links are not in the catalogue of texts
    defaultErrorComponent: ({ error, reset }) => <ErrorNote error={error} onAgain={reset} />,
  })
}

const texts = catalogue('router', {
  cannotStart: 'The console cannot start',
  notFound: 'No such page',
  first: 'Go to the first screen',
})

function CannotStart({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  const t = useTexts(texts)
  const router = useRouter()
  const again = () => {
    onAgain()
    void router.invalidate()
  }
  return (
    <Container component="main" size="xs" py="xl">
      <Page title={t('cannotStart')}>
        <ErrorNote error={error} onAgain={again} />
      </Page>
    </Container>
  )
}

function NotFound() {
  const t = useTexts(texts)
  return (
    <Container component="main" size="xs" py="xl">
      <Page title={t('notFound')}>
        <Anchor component={Link} to="/">
          {t('first')}
        </Anchor>
      </Page>
    </Container>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
