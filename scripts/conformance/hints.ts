// What no schema says: bodies for the few operations whose requests depend on one another in what they mean. Everything
// else is computed from the contract.
import type { Json } from './contract'

/** By operation. A `userId` of 0 stands for an account of the deployment, `stranger` for one that is not, and a `name` for a fresh one. */
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
}
