// Operations tagged `data-rights`.
import type { Handlers } from '../contract/types'
import { receiveErasureRequest } from './requests/actions'
import { accountToErase } from './rules'

export const dataRights = {
  async receivePlatformNotification(ctx, { body }) {
    const userId = accountToErase(body)
    const { NotificationId: notificationId, EventType: eventType } = body
    // 204, because the platform repeats refused notifications
    if (userId === null) ctx.log.info({ notificationId, eventType }, 'a notification of the platform was ignored')
    else await receiveErasureRequest(ctx, notificationId, userId)
    return { status: 204 }
  },
} satisfies Handlers
