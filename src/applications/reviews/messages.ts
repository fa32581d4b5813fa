// The direct message of a decision: to the chat owner at submission, once, with a link and nothing of the answers. Its
// failure never undoes the decision.
import type { Chat } from '../../chat/chat'
import { ChatFailure } from '../../chat/chat'
import { enqueueLater, type JobPayloads } from '../../job-queue'
import type { Db } from '../../context'
import type { Logger } from '../../logger'
import { findQueuedMessage, noteMessageAttempt, type QueuedMessage } from './queries'

/** What messages are sent with. */
export interface MessageSender {
  readonly client: Chat
  /** Where the result is read, with `{communityId}`, `{applicationId}` and `{responseId}` to be filled in. */
  readonly resultUrl: string | null
}

const MOST_ATTEMPTS = 10
const SLOWEST_RETRY_SECONDS = 3_600

/** Sends one message if it is still owed; plans the next attempt where another one may help. */
export async function sendResultMessage(
  { db, log, now }: { readonly db: Db; readonly log: Logger; readonly now: () => Date },
  sender: MessageSender | null,
  payload: JobPayloads['send-result-message'],
): Promise<void> {
  const message = await findQueuedMessage(db, payload.communityId, payload.responseId)
  if (!message) return
  // an erased response has nobody to tell; without a bot there is nobody to tell it
  if (message.chat_user_id === null || sender === null) {
    return noteMessageAttempt(db, message, { status: 'closed' }, sender === null ? 'no bot is configured' : 'erased')
  }
  try {
    const status = await sender.client.sendDirectMessage(message.chat_user_id, {
      content: contentOf(message, sender.resultUrl),
      nonce: message.response_id,
    })
    await noteMessageAttempt(db, message, { status }, null)
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    await afterFailure(db, now(), message, payload, error)
    log.warn({ responseId: message.response_id, kind: error.kind }, 'a result message could not be sent')
  }
}

async function afterFailure(
  db: Db,
  now: Date,
  message: QueuedMessage,
  payload: JobPayloads['send-result-message'],
  failure: ChatFailure,
): Promise<void> {
  const again = failure.retryable && message.attempts + 1 < MOST_ATTEMPTS
  await noteMessageAttempt(db, message, again ? null : { status: 'failed' }, failure.kind)
  if (!again) return
  // the queue's own back-off knows nothing of what the chat platform asks for
  const seconds = failure.retryAfterSeconds ?? Math.min(SLOWEST_RETRY_SECONDS, 2 ** message.attempts * 5)
  await enqueueLater(db, 'send-result-message', payload, new Date(now.getTime() + seconds * 1_000))
}

function contentOf({ application_name, status, ...ids }: QueuedMessage, resultUrl: string | null): string {
  const sentence = `Your application "${application_name}" has been reviewed: ${status === 'Passed' ? 'passed' : 'not passed'}.`
  return resultUrl === null ? sentence : `${sentence} ${linkOf(resultUrl, ids)}`
}

function linkOf(template: string, ids: Pick<QueuedMessage, 'community_id' | 'application_id' | 'response_id'>): string {
  return template
    .replaceAll('{communityId}', ids.community_id)
    .replaceAll('{applicationId}', ids.application_id)
    .replaceAll('{responseId}', ids.response_id)
}
