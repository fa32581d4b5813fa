// The handlers of all rooms: the compiler names an operation that none of them serves.
import { applications } from '../applications/forms/handlers'
import { audit } from '../audit/handlers'
import { autoRank } from '../awards/auto-rank/handlers'
import { points } from '../awards/points/handlers'
import { awards } from '../awards/medals/handlers'
import { batches } from '../awards/batches/handlers'
import type { AllHandlers } from '../contract/types'
import { events } from '../events/handlers'
import { dataRights } from '../data-rights/handlers'
import { identities } from '../members/identity-reports/handlers'
import { joinRequests } from '../operations/join-requests/handlers'
import { keys } from '../auth/handlers'
import { members } from '../members/handlers'
import { moderation } from '../moderation/handlers'
import { rankChanges } from '../operations/enqueue/handlers'
import { operations } from '../operations/handlers'
import { platform } from '../platform-connection/handlers'
import { applicants } from '../people/applicants/handlers'
import { keyChanges } from '../people/dependants/handlers'
import { people, signInHandlers } from '../people/handlers'
import { ranks } from '../ranks/handlers'
import { reversals } from '../reversals/handlers'
import { responses } from '../applications/reviews/handlers'
import { suspensions } from '../moderation/suspensions/handlers'
import { settings } from '../communities/handlers'
import { submissions } from '../applications/submissions/handlers'
import { verifications } from '../members/verifications/handlers'
import { webhooks } from '../webhooks/handlers'

export const handlers: AllHandlers = {
  ...members,
  ...points,
  ...keys,
  ...keyChanges,
  ...people,
  ...signInHandlers,
  ...applicants,
  ...ranks,
  ...rankChanges,
  ...autoRank,
  ...operations,
  ...joinRequests,
  ...awards,
  ...batches,
  ...applications,
  ...submissions,
  ...suspensions,
  ...responses,
  ...reversals,
  ...moderation,
  ...audit,
  ...events,
  ...identities,
  ...verifications,
  ...webhooks,
  ...settings,
  ...platform,
  ...dataRights,
}
