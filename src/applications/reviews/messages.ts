// Job: sends the message of a decision. A failure does not undo the decision.
import type { Chat } from '../chat/chat'
import { ChatFailure } from '../chat/chat'
import { enqueueLater, type JobPayloads } from '../../db/job-queue'
import type { Db } from '../../context'
import type { Logger } from '../../base/logger'
import { findQueuedMessage, recordMessageAttempt, type QueuedMessage } from './queries'

export interface MessageSender {
  readonly client: Chat
  /** URL template with `{communityId}`, `{applicationId}` and `{responseId}`; null: no link. */
  readonly resultUrl: string | null
}

/** About 43 minutes: delays of 5 s, doubled, unless the chat asks for another one. */
const MAX_ATTEMPTS = 10

export async function sendResultMessage(
  { db, log, now }: { readonly db: Db; readonly log: Logger; readonly now: () => Date },
  sender: MessageSender | null,
  payload: JobPayloads['send-result-message'],
): Promise<void> {
  const message = await findQueuedMessage(db, payload.communityId, payload.responseId)
  if (!message) return
  if (message.chat_user_id === null || sender === null) {
    return recordMessageAttempt(db, message, { status: 'closed' }, sender === null ? 'no bot is configured' : 'erased')
  }
  try {
    const status = await sender.client.sendDirectMessage(message.chat_user_id, {
      content: contentOf(message, sender.resultUrl),
      nonce: message.response_id,
    })
    await recordMessageAttempt(db, message, { status }, null)
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
  const retry = failure.retryable && message.attempts + 1 < MAX_ATTEMPTS
  await recordMessageAttempt(db, message, retry ? null : { status: 'failed' }, failure.kind)
  if (!retry) return
  // the chat's Retry-After replaces graphile-worker's back-off
  const seconds = failure.retryAfterSeconds ?? 2 ** message.attempts * 5
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
