// Decisions on join requests. Accepted: the account is in the group; declined: it is not, and the request is gone.
import { DomainError } from '../../base/errors'
import type { RankRow } from '../../ranks/queries'
import { isRoleStep, type JoinStep } from '../rules'
import { assertNotBlacklisted } from '../decision/rules'
import { isBlacklisted, isBlacklistedNow } from './facts'
import type { Procedure } from './procedure'
import { summary } from './roles'
import type { MembershipSnapshot, State } from './state'

export const joinProcedure: Procedure = {
  choose(state, snapshot) {
    const { held } = snapshot
    const nothing = { target: held, steps: [], former: null }
    if (isAcceptance(state) ? isMember(snapshot) : wasSent(state) && isDeclined(state, snapshot)) return nothing
    const { request } = state
    if (request && !isGone(state)) {
      if (isAcceptance(state)) {
        const blacklisted = isBlacklisted(state)
        if (blacklisted === 'unknown') return blacklisted
        assertNotBlacklisted(blacklisted, ACCEPT)
      }
      const { requestId, requestedAt } = request
      return { ...nothing, steps: [{ verb: verbOf(state), requestId, requestedAt }] }
    }
    if (isMember(snapshot)) throw accepted()
    if (state.decision === undefined) return 'undecided'
    throw gone(state)
  },

  confirm(state, _before, _target, steps) {
    if (isAcceptance(state)) assertNotBlacklisted(isBlacklistedNow(state), ACCEPT)
    return steps
  },

  recordedTarget: (_, { held }) => held,
  isApplied: (state, _, snapshot) => (isAcceptance(state) ? isMember(snapshot) : isGone(state)),
  isReached: (state, snapshot) => (isAcceptance(state) ? isMember(snapshot) : isDeclined(state, snapshot)),
  isGone,

  refusal({ kind, onRead }) {
    if (onRead) return null
    if (kind === 'rejected') return refused()
    return kind === 'not_found' ? new DomainError('join_request_not_found', NOT_FOUND) : null
  },

  moveOf(state, before) {
    const rank = isMember(state.latest ?? before) ? summary((state.latest ?? before).held) : null
    const { requestedAt } = sentStep(state) ?? { requestedAt: null }
    return { action: `join-request.${verbOf(state)}`, before: { requestedAt }, after: { rank } }
  },

  rankAfter: (after) => (isMember(after) ? after.held : null),
}

const ACCEPT = 'accept its request'
const NOT_FOUND =
  'The platform lists the join request, but does not find it. Nothing was changed; list the requests again.'

/** Of an account that is not in the group. @throws DomainError 404 `rank_not_found` */
export function guest(ranks: readonly RankRow[]): MembershipSnapshot {
  const held = ranks.find(({ rank_id }) => rank_id === 0)
  if (!held) throw new DomainError('rank_not_found', 'The guest role of the group is not stored. Sync the ranks.')
  return { membership: { membershipId: '', roles: [], highestRole: null }, ranks, held }
}

const isAcceptance = ({ operation }: State): boolean => operation.kind === 'join.accept'
const verbOf = (state: State): JoinStep['verb'] => (isAcceptance(state) ? 'accept' : 'decline')
/** Every member has a role. */
const isMember = ({ membership }: MembershipSnapshot): boolean => membership.roles.length > 0

function sentStep({ steps }: State): JoinStep | null {
  return steps.findLast((step): step is typeof step & JoinStep => !isRoleStep(step) && !step.unsent) ?? null
}

const wasSent = ({ operation, sent }: State): boolean => sent || operation.steps.some((step) => !step.unsent)

function isGone(state: State): boolean {
  const { request } = state
  const step = sentStep(state)
  return request === null || (step !== null && step.requestedAt !== request.requestedAt)
}

const isDeclined = (state: State, snapshot: MembershipSnapshot): boolean => isGone(state) && !isMember(snapshot)

function accepted(): DomainError {
  return new DomainError(
    'join_request_accepted',
    'The account is in the group already: its request was accepted on the platform. Nothing was changed.',
  )
}

function refused(): DomainError {
  return new DomainError(
    'join_request_refused',
    'The platform refuses to decide on this request: the account may be banned, or have reached its number of groups. Look at the request on the platform.',
  )
}

function gone(state: State): DomainError {
  const { request, decision } = state
  const code = wasSent(state) ? 'join_request_gone' : 'join_request_not_found'
  if (request) {
    const message = 'The account has sent another join request since. Repeat the request to decide on it.'
    return new DomainError(code, message)
  }
  if (!decision) {
    const why = 'It was never sent, was withdrawn, or was decided on the platform.'
    return new DomainError(code, `The account has no join request and is not in the group. ${why}`)
  }
  const at = decision.at.toISOString()
  const message =
    decision.action === 'DeclineJoinRequest'
      ? `The account has no join request: the last one was declined on the platform at ${at}.`
      : `The account has no join request: the last one was accepted at ${at}, and the account has left the group since.`
  return new DomainError(code, message)
}
