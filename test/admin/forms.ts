// Forms and responses, made by the actions that the API calls.
import { randomBytes } from 'node:crypto'
import { createApplication, updateApplication } from '../../src/applications/forms/actions'
import { requireCommunity, type Base } from '../../src/communities/actions'
import type { Actor, Ctx } from '../../src/context'
import { openDatabase, type Database } from '../../src/db/database'
import { makeLogger } from '../../src/base/logger'
import { pollingMode } from '../../src/operations/enqueue/completion-notifier'
import { Keyring } from '../../src/encryption/keyring'
import type { Platform } from '../../src/platform/platform'
import { submitResponse } from '../../src/applications/submissions/actions'
import { testSettings } from '../support/app'
import type { Admin } from './support'

export interface Rooms {
  readonly database: Database
  /** A context of an API key. */
  ctx(communityId: string): Promise<Ctx>
}

/** Forms and responses on the database of the command line. Call `database.close` in `afterAll`. */
export function openRooms(admin: Admin): Rooms {
  const log = makeLogger('silent', { write: () => undefined })
  const database = openDatabase(admin.database.url, 2, log)
  const actor: Actor = { kind: 'key', id: 'testkey' }
  const base: Base = {
    db: database.db,
    // not called: no form here has age or group requirements
    platform: {} as Platform,
    settings: { ...testSettings, encryptionKey: new Keyring(randomBytes(32)) },
    log,
    now: () => new Date(),
    actor,
    caller: { kind: 'operator' },
    requestId: null,
    rankChanges: pollingMode,
  }
  return {
    database,
    ctx: async (communityId) => ({ ...base, community: await requireCommunity(base, communityId) }),
  }
}

/** A form with one text question. */
export const definition = (name: string, state: 'open' | 'closed' = 'open', title = 'Why do you want to join?') => ({
  name,
  state,
  questions: [{ id: 'why', type: 'long' as const, title }],
})

export async function makeForm(ctx: Ctx, name: string, state: 'open' | 'closed' = 'open'): Promise<string> {
  return (await createApplication(ctx, definition(name, state), undefined)).application_id
}

export async function updateForm(
  ctx: Ctx,
  applicationId: string,
  version: number,
  name: string,
  state: 'open' | 'closed' = 'open',
): Promise<void> {
  await updateApplication(ctx, applicationId, version, definition(name, state), { keep: true })
}

/** Submits a response. The account must be verified. */
export async function submit(
  ctx: Ctx,
  applicationId: string,
  userId: number,
  why: string,
  version = 1,
): Promise<string> {
  const submission = { userId, version, answers: { why } }
  return (await submitResponse(ctx, applicationId, submission)).response_id
}
