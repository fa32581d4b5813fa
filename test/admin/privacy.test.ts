// The command `data-rights`. Erased texts are searched in every text column of the database catalog.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Ctx } from '../../src/context'
import { randomBase32 } from '../../src/base/ids'
import { wordsAboutAccounts } from '../../src/db/account-columns'
import { reviewResponse } from '../../src/applications/reviews/actions'
import { makeForm, openRooms, submit, type Rooms } from './forms'
import { useAdmin } from './support'

const admin = useAdmin()
let rooms: Rooms
let communities: Ctx[]
let first: Ctx
let user = 7_000

beforeAll(async () => {
  rooms = openRooms(admin)
  const made = async (name: string): Promise<Ctx> => {
    const { communityId } = await admin.json(['community', 'create', '--name', name])
    return rooms.ctx(communityId)
  }
  first = await made('Northern Watch')
  communities = [first, await made('Southern Watch')]
})
afterAll(() => rooms.database.close())
beforeEach(() => void (user += 10))

const dataRights = (verb: string, ...more: string[]) => ['data-rights', verb, '--user', String(user), ...more]
const erase = (...more: string[]) => admin.json(dataRights('erase', '--yes', ...more))

interface Planted {
  readonly decided: string
  readonly pending: string
}

/** Plants data of the account in every table that can have some, with `mark` in every text. */
async function plant(userId: number, mark: string, places: readonly Ctx[]): Promise<Planted[]> {
  await admin.json(['account', 'verify', '--user', String(userId), '--chat-user', `${mark}-chat`])
  const planted: Planted[] = []
  for (const ctx of places) planted.push(await plantIn(ctx, userId, mark))
  await admin.json(['account', 'restrict', '--user', String(userId), '--reason', `${mark}-restricted`])
  return planted
}

async function plantIn(ctx: Ctx, userId: number, mark: string): Promise<Planted> {
  const { db, community } = ctx
  const { communityId } = community
  const [decided, pending] = [
    await submit(ctx, await makeForm(ctx, 'Entry'), userId, `${mark}-answer`),
    await submit(ctx, await makeForm(ctx, 'Staff'), userId, `${mark}-answer`),
  ]
  const { application_id } = await db
    .selectFrom('application_response')
    .select('application_id')
    .where('response_id', '=', decided)
    .executeTakeFirstOrThrow()
  const review = { privateNote: `${mark}-note`, applicantFeedback: `${mark}-feedback` }
  await reviewResponse(ctx, application_id, decided, { revision: 1, status: 'Passed', ...review })
  await sql`update application_response set questions = ${JSON.stringify([{ title: `${mark}-question` }])}::jsonb,
      username = ${`${mark}-applicant`}, display_name = ${`${mark}-shown`}
    where response_id = ${decided}`.execute(db)
  await sql`update result_message set error = ${`${mark}-error`} where response_id = ${decided}`.execute(db)
  await sql`insert into member (community_id, user_id, username, display_name, experience)
    values (${communityId}, ${userId}, ${`${mark}-name`}, ${`${mark}-display`}, 5)`.execute(db)
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason)
    values (${communityId}, 'key', 'somekey', 'member.experience', ${userId},
      ${JSON.stringify({ experience: 1, note: `${mark}-before` })}::jsonb,
      ${JSON.stringify({ experience: 5, deep: { note: `${mark}-after` } })}::jsonb, ${`${mark}-reason`})`.execute(db)
  await sql`insert into password_guess (community_id, application_id, user_id, failures)
    values (${communityId}, ${application_id}, ${userId}, 3)`.execute(db)
  await sql`insert into account_link (community_id, user_id, chat_user_id, method)
    values (${communityId}, ${userId}, ${`${mark}-linked`}, 'key')`.execute(db)
  await sql`insert into link_code (community_id, code_hash, chat_user_id, expires_at)
    values (${communityId}, sha256(gen_random_uuid()::text::bytea), ${`${mark}-linked`}, now() + interval '1 hour')`.execute(
    db,
  )
  await sql`insert into identity (community_id, domain, id, user_id, username, display_name, source, resolved_at)
    values (${communityId}, 'universe-4242', ${userId + 1_000_000}, ${userId}, ${`${mark}-play`}, ${`${mark}-plays`}, 'name', now())`.execute(
    db,
  )
  await plantSignIns(ctx, userId, mark)
  await plantModeration(ctx, userId, mark)
  await sql`insert into suspension (community_id, user_id, reason, ends_at)
    values (${communityId}, ${userId}, ${`${mark}-suspended`}, now() + interval '1 day')`.execute(db)
  await plantEvent(ctx, userId, `${mark}-cancelled`)
  const webhookId = `whk_${randomBase32(20)}`
  await sql`insert into webhook_endpoint (community_id, webhook_id, url, secret)
    values (${communityId}, ${webhookId}, 'https://example.com/', '')`.execute(db)
  await sql`insert into webhook_delivery (community_id, delivery_id, webhook_id, user_id, type, body)
    values (${communityId}, ${`msg_${randomBase32(20)}`}, ${webhookId}, ${userId}, 'member.awarded', ${`${mark}-body`})
  `.execute(db)
  return { decided, pending }
}

/**
 * Plants an applicant with a browser session, and two staff members: one signs in with a passkey, one with an account
 * at an issuer.
 */
async function plantSignIns({ db, community: { communityId } }: Ctx, userId: number, mark: string): Promise<void> {
  await sql`insert into applicant_session (community_id, session_id, user_id, token_hash, chat_user_id, created_at, last_used_at, expires_at)
    values (${communityId}, ${`aps_${randomBase32(20)}`}, ${userId}, sha256(gen_random_uuid()::text::bytea), ${`${mark}-chat`},
      now(), now(), now() + interval '1 hour')`.execute(db)
  await sql`insert into person (community_id, person_id, name, role, user_id, credential_id, public_key, issuer, subject) values
    (${communityId}, ${`per_${randomBase32(20)}`}, ${`${mark}-person`}, 'viewer', ${userId}, ${`${mark}-passkey`}, '', null, null),
    (${communityId}, ${`per_${randomBase32(20)}`}, ${`${mark}-other`}, 'viewer', ${userId}, null, null, ${`${mark}-issuer`},
      ${`${mark}-${randomBase32(8)}`})`.execute(db)
}

/** Plants active and ended blacklist entries, warnings and suspensions. */
async function plantModeration({ db, community }: Ctx, userId: number, mark: string): Promise<void> {
  const { communityId } = community
  const evidence = `https://example.com/${mark}-evidence`
  await sql`insert into blacklist_entry (community_id, blacklist_entry_id, user_id, reason, evidence_url, lifted_at, lift_reason)
    values
    (${communityId}, ${`ble_${randomBase32(20)}`}, ${userId}, ${`${mark}-blacklisted`}, ${evidence}, null, null),
    (${communityId}, ${`ble_${randomBase32(20)}`}, ${userId}, ${`${mark}-earlier`}, null, now(), ${`${mark}-lifted`})`.execute(
    db,
  )
  await sql`insert into warning (community_id, warning_id, user_id, reason, points, issued_by_kind, issued_by_id, revoked_at,
      revoked_by_kind, revoked_by_id, revoke_reason) values
    (${communityId}, ${`wrn_${randomBase32(20)}`}, ${userId}, ${`${mark}-warned`}, 2, 'key', 'k', null, null, null, null),
    (${communityId}, ${`wrn_${randomBase32(20)}`}, ${userId}, ${`${mark}-before`}, 1, 'key', 'k', now(), 'key', 'k',
      ${`${mark}-revoked`})`.execute(db)
}

/** Plants events that the account hosted, attended, and cancelled with a reason. */
async function plantEvent({ db, community: { communityId } }: Ctx, userId: number, reason: string): Promise<void> {
  const [typeId, eventId] = [`ety_${randomBase32(20)}`, `evt_${randomBase32(20)}`]
  await sql`insert into event_type (community_id, event_type_id, name) values (${communityId}, ${typeId}, ${typeId})`.execute(
    db,
  )
  await sql`insert into event (community_id, event_id, event_type_id, name, starts_at, host_user_id)
    values (${communityId}, ${eventId}, ${typeId}, 'Raid', now(), ${userId})`.execute(db)
  await sql`insert into event_attendee (community_id, event_id, user_id, role, attendance)
    values (${communityId}, ${eventId}, ${userId}, 'host', 'excused')`.execute(db)
  await sql`update event set state = 'cancelled', cancelled_at = now(), cancel_reason = ${reason}
    where event_id = ${eventId}`.execute(db)
}

/** Columns of text and JSON that contain the mark, as `table.column`. */
async function whereIs(mark: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table_schema: string; table_name: string; column_name: string }>`
    select c.table_schema, c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'audit_partition')
      and c.data_type in ('text', 'json', 'jsonb', 'character varying', 'ARRAY')
    order by 1, 2, 3`.execute(rooms.database.db)
  const found: string[] = []
  for (const { table_schema, table_name, column_name } of columns) {
    const { rows } = await sql`
      select from ${sql.table(`${table_schema}.${table_name}`)}
      where strpos(${sql.ref(column_name)}::text, ${mark}) > 0 limit 1`.execute(rooms.database.db)
    if (rows.length > 0) found.push(`${table_name}.${column_name}`)
  }
  return found
}

/** Columns whose rows are deleted, or that are cleared, with those of the words. */
const withWords = [
  'application_response.questions',
  'link_code.chat_user_id',
  'result_message.error',
  'webhook_delivery.body',
]

describe('erase', () => {
  test('removes all texts about the account in all communities, but no rows', async () => {
    const mark = 'zebra-mark'
    const planted = await plant(user, mark, communities)
    await plant(user + 1, 'other-mark', [first])
    await admin.json(dataRights('hold', '--reason', `${mark}-hold`))
    expect((await whereIs(mark)).sort()).toEqual([...wordsAboutAccounts, ...withWords].sort())
    const others = await whereIs('other-mark')

    const erased = { responses: 4, notifications: 2, members: 2, auditEntries: 8 }
    expect(await erase('--even-held')).toEqual({ userId: String(user), erased })
    expect(await whereIs(mark)).toEqual([])
    expect(await whereIs('other-mark')).toEqual(others)

    const { rows } = await sql`
      select response_id, status, answers, correct, erased_at is not null as erased, submitted_at is not null as dated
      from application_response where user_id = ${user} order by status, response_id`.execute(rooms.database.db)
    const kept = { answers: null, correct: null, erased: true, dated: true }
    const idsOf = (key: 'decided' | 'pending') => planted.map((ids) => ids[key]).sort()
    expect(rows).toEqual(
      [
        ...idsOf('decided').map((response_id) => ({ response_id, status: 'Passed', ...kept })),
        ...idsOf('pending').map((response_id) => ({ response_id, status: 'Pending', ...kept })),
      ].sort(byStatusAndId),
    )
  })

  test('keeps actors, times and numbers, and ends pending work', async () => {
    const ctx = first
    const [ids] = await plant(user, 'lynx-mark', [ctx])
    const { decided, pending } = ids as Planted
    await erase()
    const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', ctx.community.communityId])
    const own = entries.filter((entry: { userId: string }) => entry.userId === String(user))
    expect(own).toMatchObject([
      {
        action: 'member.experience',
        actor: { kind: 'key', id: 'somekey' },
        at: expect.any(String),
        before: { experience: 1 },
        after: { experience: 5 },
        reason: null,
      },
      { action: 'application.response.review', actor: { kind: 'key', id: 'testkey' } },
      { action: 'application.response.submit' },
      { action: 'application.response.submit' },
    ])
    const { rows } = await sql`
      select (select status from result_message where response_id = ${decided}) as message,
        (select experience from member where user_id = ${user}) as experience,
        (select count(*)::int from blacklist_entry where user_id = ${user} and lifted_at is null) as blacklisted,
        (select sum(points)::int from warning where user_id = ${user}) as points,
        (select count(*)::int from password_guess where user_id = ${user}) as guesses`.execute(rooms.database.db)
    expect(rows).toEqual([{ message: 'closed', experience: 5, blacklisted: 1, points: 3, guesses: 0 }])
    const { verification, restriction, trail } = await admin.json(['account', 'show', '--user', String(user)])
    expect({ verification, restriction }).toEqual({ verification: null, restriction: null })
    expect(trail).toMatchObject([
      { action: 'data-rights.erase', details: { responses: 2, held: false } },
      { action: 'account.restrict', details: null },
      { action: 'account.verify', details: null },
    ])
    const { application_id } = await ctx.db
      .selectFrom('application_response')
      .select('application_id')
      .where('response_id', '=', pending)
      .executeTakeFirstOrThrow()
    const review = reviewResponse(ctx, application_id, pending, { revision: 1, status: 'Failed' })
    await expect(review).rejects.toMatchObject({ code: 'response_protected' })
  })

  test('is rejected without --yes, and during a hold', async () => {
    await plant(user, 'heron-mark', [first])
    expect(await admin.failure(dataRights('erase'))).toContain('give --yes')
    await admin.json(dataRights('hold'))
    const before = await whereIs('heron-mark')
    expect(await admin.failure(dataRights('erase', '--yes'))).toContain('data-rights release, or use --even-held')
    expect(await whereIs('heron-mark')).toEqual(before)
    await admin.json(dataRights('release'))
    expect((await erase()).erased.responses).toBe(2)
  })

  test('erases nothing the second time, and is refused for an unknown account', async () => {
    await plant(user, 'stork-mark', [first])
    await erase()
    expect((await erase()).erased.responses).toBe(0)
    user += 5
    expect(await admin.failure(dataRights('erase', '--yes'))).toContain(
      'has no data here; with --everything the request',
    )
  })
})

function byStatusAndId(one: { status: string; response_id: string }, other: typeof one): number {
  return `${one.status}${one.response_id}` < `${other.status}${other.response_id}` ? -1 : 1
}

test('hold blocks applications and reviews of an account until it is released', async () => {
  const ctx = first
  await admin.json(['account', 'verify', '--user', String(user), '--chat-user', 'chat'])
  const applicationId = await makeForm(ctx, 'Entry')
  expect(await admin.json(dataRights('hold', '--reason', 'request 17'))).toEqual({ userId: String(user), held: true })
  await expect(submit(ctx, applicationId, user, 'because')).rejects.toMatchObject({ code: 'data_rights_restricted' })
  const shown = await admin.json(['account', 'show', '--user', String(user)])
  expect(shown.hold).toEqual({ reason: 'request 17', heldAt: expect.any(String) })
  const free = { userId: String(user), held: false }
  expect(await admin.json(dataRights('release'))).toEqual({ ...free, changed: true })
  expect(await admin.json(dataRights('release'))).toEqual({ ...free, changed: false })
  await submit(ctx, applicationId, user, 'because')
  const { trail } = await admin.json(['account', 'show', '--user', String(user)])
  expect(trail).toMatchObject([{ action: 'data-rights.release' }, { action: 'data-rights.hold' }, {}])
})

describe('export', () => {
  test('contains the data of all communities, but no private notes', async () => {
    await plant(user, 'otter-mark', communities)
    await plant(user + 1, 'other-mark', [first])
    const { communityId } = first.community
    await admin.json(['medal', 'create', '--community', communityId, '--name', 'Valor'])
    await sql`insert into member_medal (community_id, user_id, medal_id, count)
      select community_id, ${user}, medal_id, 2 from medal where community_id = ${communityId}`.execute(
      rooms.database.db,
    )
    await sql`insert into rank (community_id, unique_id, rank_id, name, member_count, synced_at)
      values (${communityId}, 9777, 7, 'Moderator', 1, now())`.execute(rooms.database.db)
    await sql`update member set medal_occurrences = 2, role_ids = '{9777}' where user_id = ${user} and community_id = ${communityId}`.execute(
      rooms.database.db,
    )
    await admin.json(dataRights('hold', '--reason', 'otter-mark-hold'))
    const document = await admin.json(dataRights('export'))
    const text = JSON.stringify(document)
    const kept = ['chat', 'answer', 'question', 'feedback', 'name', 'display', 'before', 'after', 'reason', 'cancelled']
    const moderated = ['blacklisted', 'evidence', 'lifted', 'warned', 'revoked', 'body', 'applicant', 'shown']
    for (const what of [...kept, ...moderated, 'restricted', 'hold']) expect(text).toContain(`otter-mark-${what}`)
    expect(text).not.toContain('otter-mark-note')
    expect(text).not.toContain('other-mark')
    expect(document).toMatchObject({
      userId: String(user),
      verification: { chatUserId: 'otter-mark-chat' },
      trail: [{ action: 'data-rights.hold' }, { action: 'account.restrict' }, { action: 'account.verify' }],
    })
    expect(document.communities).toHaveLength(2)
    const here = document.communities.find((one: { communityId: string }) => one.communityId === communityId)
    expect(here).toMatchObject({
      name: 'Northern Watch',
      member: {
        username: 'otter-mark-name',
        experience: 5,
        medals: [{ name: 'Valor', count: 2 }],
        roles: [{ name: 'Moderator' }],
      },
      responses: [
        { status: 'Passed', applicantFeedback: 'otter-mark-feedback', message: { status: 'queued' } },
        { status: 'Pending', answers: { why: 'otter-mark-answer' }, message: null },
      ],
      notifications: [{ kind: 'response.decided', payload: { applicantFeedback: 'otter-mark-feedback' } }],
      accountLinks: [{ chatUserId: 'otter-mark-linked', method: 'key' }],
      passwordGuesses: [{ failures: 3 }],
      suspensions: [expect.objectContaining({ reason: expect.any(String) as string })],
      warnings: expect.arrayContaining([
        expect.objectContaining({ points: 2, revokedAt: null }),
        expect.objectContaining({ points: 1, revokeReason: 'otter-mark-revoked' }),
      ]) as unknown[],
      rankChanges: [],
      eventsAttended: [{ name: 'Raid', role: 'host', attendance: 'excused', awards: [] }],
      eventsHosted: [{ name: 'Raid', state: 'cancelled', cancelReason: 'otter-mark-cancelled' }],
    })
    expect(here.auditEntries).toHaveLength(4)
  })

  test('of an unknown account is empty, with an audit entry', async () => {
    const empty = { verification: null, restriction: null, hold: null, communities: [] }
    expect(await admin.json(dataRights('export'))).toMatchObject({ userId: String(user), ...empty, trail: [] })
    expect(await admin.json(dataRights('export'))).toMatchObject({
      ...empty,
      trail: [{ action: 'data-rights.export' }],
    })
  })

  test('prints escaped JSON without --json too', async () => {
    await admin.json(['account', 'restrict', '--user', String(user), '--reason', 'a\u009b31m\u001b[31mb'])
    const { stdout } = await admin.run(dataRights('export'))
    expect(stdout).not.toContain('\u009b')
    expect(stdout).not.toContain('\u001b')
    expect(JSON.parse(stdout)).toMatchObject({ restriction: { reason: 'a\u009b31m\u001b[31mb' } })
  })

  test('writes a new file that only its owner can read', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'admin-export-'))
    try {
      const output = path.join(directory, 'account.json')
      const written = { userId: String(user), output }
      expect(await admin.json(dataRights('export', '--output', output))).toEqual(written)
      expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ userId: String(user), communities: [] })
      expect(statSync(output).mode & 0o777).toBe(0o600)
      expect(await admin.failure(dataRights('export', '--output', output))).toContain('choose a new file')
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
