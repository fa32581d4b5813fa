// All rooms meet here: an operation of the contract without a handler does not compile.
import { applications } from '../applications/handlers'
import { audit } from '../audit/handlers'
import { awards } from '../awards/handlers'
import { batches } from '../batches/handlers'
import type { AllHandlers } from '../contract/types'
import { events } from '../events/handlers'
import { dataRights } from '../data-rights/handlers'
import { members } from '../members/handlers'
import { moderation } from '../moderation/handlers'
import { operations } from '../operations/handlers'
import { ranks } from '../ranks/handlers'
import { responses } from '../responses/handlers'
import { suspensions } from '../suspensions/handlers'
import { submissions } from '../submissions/handlers'
import { webhooks } from '../webhooks/handlers'

export const handlers: AllHandlers = {
  ...members,
  ...ranks,
  ...operations,
  ...awards,
  ...batches,
  ...applications,
  ...submissions,
  ...suspensions,
  ...responses,
  ...moderation,
  ...audit,
  ...events,
  ...webhooks,
  ...dataRights,
}
