// The table of the settings, in the order of their navigation.
import { catalogue } from '../patterns/texts'

export const pageTexts = catalogue('settings-pages', {
  settings: 'Settings',
  page: 'Page of the settings',
  connection: 'Connection',
  people: 'People',
  roles: 'Roles',
  keys: 'Keys',
  ranks: 'Ranks',
  medals: 'Medals',
  qualifications: 'Qualifications',
  forms: 'Forms',
})

/** A page without a scope is for everybody. */
export const pages = [
  { to: '/settings/connection', name: 'connection', scope: null },
  { to: '/settings/people', name: 'people', scope: 'people.read' },
  { to: '/settings/roles', name: 'roles', scope: 'people.read' },
  { to: '/settings/keys', name: 'keys', scope: 'keys.read' },
  { to: '/settings/ranks', name: 'ranks', scope: 'ranks.read' },
  { to: '/settings/medals', name: 'medals', scope: 'medals.read' },
  { to: '/settings/qualifications', name: 'qualifications', scope: 'qualifications.read' },
  { to: '/settings/forms', name: 'forms', scope: 'applications.read' },
] as const
