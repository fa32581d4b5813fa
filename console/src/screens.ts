// The table of the screens, in the order of the navigation.
import type { IconName } from './patterns/icons'
import { catalogue } from './patterns/texts'

export const screenTexts = catalogue('screens', {
  review: 'Review',
  members: 'Members',
  queue: 'Queue',
  audit: 'Audit',
  settings: 'Settings',
})

/** A screen without a scope is for everybody. Home, Events and Moderation come between these. */
export const screens = [
  { to: '/review', name: 'review', icon: 'review', scope: 'applications.responses.read' },
  { to: '/members', name: 'members', icon: 'members', scope: 'members.read' },
  { to: '/queue', name: 'queue', icon: 'queue', scope: 'members.ranks.write' },
  { to: '/audit', name: 'audit', icon: 'audit', scope: 'audit.read' },
  { to: '/settings', name: 'settings', icon: 'settings', scope: null },
] as const satisfies readonly {
  readonly to: string
  readonly name: string
  readonly icon: IconName
  readonly scope: string | null
}[]
