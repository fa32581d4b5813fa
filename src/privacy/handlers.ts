// What the platform asks of the deployment.
import type { HandlersFor } from '../contract/types'
import { receiveErasureRequest } from './requests/actions'
import { accountToErase } from './rules'

export const dataRights: HandlersFor<'data-rights'> = {
  async receivePlatformNotification(ctx, { body }) {
    const userId = accountToErase(body)
    const { NotificationId: notificationId, EventType: eventType } = body
    // refused, it would come again and again, and never mean anything here
    if (userId === null) ctx.log.info({ notificationId, eventType }, 'a notification of the platform asks for nothing')
    else await receiveErasureRequest(ctx, notificationId, userId)
    return { status: 204 }
  },
}
