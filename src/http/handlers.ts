// The handlers of all rooms.
import { applications } from '../applications/forms/handlers'
import { audit } from '../audit/handlers'
import { awards } from '../medals/handlers'
import { batches } from '../progression/batches/handlers'
import type { AllHandlers } from '../contract/types'
import { events } from '../events/handlers'
import { dataRights } from '../privacy/handlers'
import { identities } from '../identity-reports/handlers'
import { joinRequests } from '../join-requests/handlers'
import { keys } from '../auth/handlers'
import { members } from '../members/handlers'
import { moderation } from '../moderation/handlers'
import { operations } from '../rank-changes/handlers'
import { ranks } from '../ranks/handlers'
import { responses } from '../applications/reviews/handlers'
import { suspensions } from '../moderation/suspensions/handlers'
import { settings } from '../communities/handlers'
import { submissions } from '../applications/submissions/handlers'
import { verifications } from '../verifications/handlers'
import { webhooks } from '../webhooks/handlers'

export const handlers: AllHandlers = {
  ...members,
  ...keys,
  ...ranks,
  ...operations,
  ...joinRequests,
  ...awards,
  ...batches,
  ...applications,
  ...submissions,
  ...suspensions,
  ...responses,
  ...moderation,
  ...audit,
  ...events,
  ...identities,
  ...verifications,
  ...webhooks,
  ...settings,
  ...dataRights,
}
