// What no schema says: bodies for the few operations whose requests depend on one another in what they mean. Everything
// else is computed from the contract.
import type { Json } from './contract'

/**
 * By operation. A `userId` of 0 is replaced by an account of the deployment, `stranger` by the id of an account that nothing
 * uses, and a `name` by a new one.
 */
export const hints: Readonly<Record<string, Json>> = {
  // a form is closed unless it says otherwise, and what is submitted below must answer its questions
  createApplication: {
    definition: {
      name: 'Form',
      state: 'open',
      questions: [{ id: 'q1', type: 'short', title: 'Why do you apply?' }],
    },
  },
  updateApplication: {
    version: 1,
    definition: { name: 'Form', state: 'open', questions: [{ id: 'q1', type: 'short', title: 'Why do you apply?' }] },
  },
  openApplication: { userId: 0 },
  getApplicationStatus: { userId: 0 },
  submitResponse: { userId: 0, version: 1, answers: { q1: 'I like to fly.' } },
  // the account of an entry need not exist; one of the deployment's own would be kept out of all that follows
  createBlacklistEntry: { userId: 'stranger', reason: 'Held against the contract' },
  // far enough in the future not to end while the run looks at it
  createSuspension: { userId: 0, durationSeconds: 3600, reason: 'Held against the contract' },
  // it erases the account in every community
  receivePlatformNotification: {
    NotificationId: '0c5f6f6e-7b0d-4f5e-9b1f-6f1f7a0c2d11',
    EventType: 'RightToErasureRequest',
    EventTime: '2026-03-01T12:00:00.000Z',
    EventPayload: { UserId: 'stranger', GameIds: [1818] },
  },
}
