// Bodies of operations whose requests depend on each other; others are derived.
import type { Json } from './contract'

/** A `userId` of 0 is an account of the deployment, `stranger` an unused id, a `name` a new one. */
export const hints: Readonly<Record<string, Json>> = {
  // default: closed; submissions below answer its questions
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
  // an account of the deployment would fail later requests
  createBlacklistEntry: { userId: 'stranger', reason: 'Conformance test' },
  // the code was issued for a chat account
  redeemLinkCode: { code: 'BCD-FGH-JKL', userId: 0, transfer: true },
  // beyond the run
  createSuspension: { userId: 0, durationSeconds: 3600, reason: 'Conformance test' },
  // erases the account everywhere
  receivePlatformNotification: {
    NotificationId: '0c5f6f6e-7b0d-4f5e-9b1f-6f1f7a0c2d11',
    EventType: 'RightToErasureRequest',
    EventTime: '2026-03-01T12:00:00.000Z',
    EventPayload: { UserId: 'stranger', GameIds: [1818] },
  },
}
