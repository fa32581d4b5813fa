// SQL on the forms for a player.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { bool } from '../../db/expressions'
import { own } from '../../db/own'
import { onPage, type Page, type Position } from '../../db/paging'

export type ApplicantFormRow = Awaited<ReturnType<typeof listFormsFor>>[number]

/** A form with a password shows no response. */
export function listFormsFor(ctx: Ctx, userId: number, page: Page) {
  const isOpen = sql<boolean>`a.state = 'open'`
  const isLocked = sql<boolean>`a.password_hash is not null`
  return own(ctx)
    .selectFrom('application as a')
    .innerJoin('application_version as v', (join) =>
      join
        .onRef('v.community_id', '=', 'a.community_id')
        .onRef('v.application_id', '=', 'a.application_id')
        .onRef('v.version', '=', 'a.version'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('application_response as r')
          .select(['r.status', 'r.application_version', 'r.submitted_at', 'r.reviewed_at'])
          .where('r.community_id', '=', ctx.community.communityId)
          .whereRef('r.application_id', '=', 'a.application_id')
          .where('r.user_id', '=', userId)
          .orderBy('r.submitted_at', 'desc')
          .orderBy('r.response_id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['a.application_id', 'a.name', 'a.description', 'a.state', 'a.version', 'a.question_count', 'a.created_at'])
    .select(({ eb, and, or, not, fn }) => [
      bool(isLocked).as('password_required'),
      bool(
        and([
          isOpen,
          or([
            isLocked,
            eb('latest.status', 'is', null),
            not(eb('latest.application_version', '>=', fn.coalesce('v.round_version', 'v.version'))),
          ]),
        ]),
      ).as('may_apply'),
    ])
    .select(['latest.status', 'latest.application_version', 'latest.submitted_at', 'latest.reviewed_at'])
    .where('a.deleted_at', 'is', null)
    .where(({ or, eb }) => or([isOpen, eb('latest.status', 'is not', null)]))
    .$call(onPage(page, 'desc', 'a.created_at', 'a.application_id'))
    .execute()
}

export const positionOfForm = (row: ApplicantFormRow): Position => ({ at: row.created_at, id: row.application_id })
