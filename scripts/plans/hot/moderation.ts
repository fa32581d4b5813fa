// Statements on moderation, suspensions and events.
import * as attendees from '../../../src/events/attendees/queries'
import * as finish from '../../../src/events/finish/queries'
import * as events from '../../../src/events/queries'
import * as blacklist from '../../../src/moderation/blacklist/queries'
import * as warnings from '../../../src/moderation/warnings/queries'
import * as suspensions from '../../../src/moderation/suspensions/queries'
import { event, eventType, ofOneAccount, one, pages, pastEnd, somewhere, user, type HotStatement } from './statement'

const states = ['all', 'live', 'ended'] as const

export const moderation: readonly HotStatement[] = [
  ...states.flatMap((state) => [
    ...pages(
      `list_blacklist.${state}`,
      blacklist.listBlacklistEntries,
      'ble',
      (ctx, page) => blacklist.listBlacklistEntries(ctx, { state }, page),
      pastEnd,
    ),
    ...pages(
      `list_blacklist.${state}_user`,
      blacklist.listBlacklistEntries,
      'ble',
      (ctx, page) => blacklist.listBlacklistEntries(ctx, { state, userId: user }, page),
      ofOneAccount,
    ),
    ...pages(
      `list_blacklist.${state}_group`,
      blacklist.listBlacklistEntries,
      'ble',
      (ctx, page) => blacklist.listBlacklistEntries(ctx, { state, groupId: 1_010 }, page),
      { ...ofOneAccount, sorts: 'one active entry per group' },
    ),
    ...pages(
      `list_warnings.${state}`,
      warnings.listWarnings,
      'wrn',
      (ctx, page) => warnings.listWarnings(ctx, { state }, page),
      pastEnd,
    ),
    ...pages(
      `list_warnings.${state}_user`,
      warnings.listWarnings,
      'wrn',
      (ctx, page) => warnings.listWarnings(ctx, { state, userId: user }, page),
      ofOneAccount,
    ),
  ]),
  one(
    'count_blacklist',
    blacklist.countBlacklistEntries,
    (ctx) => blacklist.countBlacklistEntries(ctx, { state: 'live' }),
    pastEnd,
  ),
  one('count_warnings', warnings.countWarnings, (ctx) => warnings.countWarnings(ctx, { state: 'live' }), pastEnd),
  one('sum_active_points', warnings.sumActivePoints, (ctx) => warnings.sumActivePoints(ctx, user)),
  one('find_warning', warnings.findWarning, (ctx) => warnings.findWarning(ctx, `wrn_${'a'.repeat(20)}`)),
  one('find_blacklist_entry', blacklist.findEntry, (ctx) => blacklist.findEntry(ctx, `ble_${'a'.repeat(20)}`)),
  one('find_live_blacklist_entry', blacklist.findLiveEntryId, (ctx) =>
    blacklist.findLiveEntryId(ctx, { kind: 'account', id: user } as never),
  ),
  ...([undefined, 'live', 'active', 'ended'] as const).flatMap((state) => [
    ...pages(
      `list_suspensions.${state ?? 'all'}`,
      suspensions.listSuspensions,
      'sus',
      (ctx, page) => suspensions.listSuspensions(ctx, { state }, page),
      state === 'active' ? { filters: 'few suspensions are in transition' } : {},
    ),
    ...pages(
      `list_suspensions.${state ?? 'all'}_user`,
      suspensions.listSuspensions,
      'sus',
      (ctx, page) => suspensions.listSuspensions(ctx, { state, userId: user }, page),
      ofOneAccount,
    ),
  ]),
  one('count_suspensions', suspensions.countSuspensions, (ctx) => suspensions.countSuspensions(ctx, { state: 'live' })),
  one('find_suspension', suspensions.findSuspension, (ctx) => suspensions.findSuspension(ctx, `sus_${'a'.repeat(20)}`)),
  one('find_live_suspension', suspensions.findLiveSuspension, (ctx) => suspensions.findLiveSuspension(ctx, user)),
]

const thousand = 'the attendees of one event, at most 1,000 (event_full)'
const ofOneEvent = { sorts: thousand, filters: thousand }
const eventFilters: readonly (readonly [string, events.EventFilter])[] = [
  ['', {}],
  ['.state', { state: 'scheduled' }],
  ['.type', { eventTypeId: eventType }],
  ['.from', { from: somewhere }],
  ['.to', { to: somewhere }],
  ['.state_from_to', { state: 'scheduled', from: somewhere, to: new Date().toISOString() }],
]

export const eventStatements: readonly HotStatement[] = [
  ...eventFilters.flatMap(([name, filter]) =>
    pages(`list_events${name}`, events.listEvents, 'evt', (ctx, page) => events.listEvents(ctx, filter, page)),
  ),
  ...pages('list_event_types', events.listEventTypes, 'ety', events.listEventTypes),
  one('find_event', events.findEvent, (ctx) => events.findEvent(ctx, event)),
  one('lock_event', events.lockEvent, (ctx) => events.lockEvent(ctx, event)),
  one('put_event_attendees', attendees.putAttendees, (ctx) =>
    attendees.putAttendees(ctx, event, [{ userId: user, role: null, attendance: null }]),
  ),
  ...([null, 'present'] as const).flatMap((attendance) =>
    pages(
      `list_event_attendees${attendance ? '.attendance' : ''}`,
      attendees.listAttendees,
      '1',
      (ctx, page) =>
        attendees.listAttendees(ctx, event, attendance, { ...page, after: page.after && { at: 'user', id: '1100' } }),
      { ...ofOneEvent, replans: 'a page of one table, which is cheap to plan' },
    ),
  ),
  ...pages(
    'list_event_awards',
    finish.listAwards,
    '1',
    (ctx, page) => finish.listAwards(ctx, event, { ...page, after: page.after && { at: 'user', id: '1100' } }),
    ofOneEvent,
  ),
  one('summarize_event_awards', finish.summarizeAwards, (ctx) => finish.summarizeAwards(ctx, event)),
  one('list_event_members', finish.listPresent, (ctx) => finish.listPresent(ctx, event)),
  one('lock_event_members', finish.lockPresent, (ctx) => finish.lockPresent(ctx, event)),
]
