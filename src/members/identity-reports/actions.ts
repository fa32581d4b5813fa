// Game servers report ids; the platform completes reports of unknown accounts.
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { storeIdentities } from '../../identities/actions'
import { findIdentity, type IdentityRow } from '../../identities/queries'
import { conflictError, unknownIdentity, type Report, type Reported, type ReportResult } from '../../identities/rules'
import { resolveUserId } from '../actions'

/** An account is found by its name, so the name is required. */
export type PlayerReport = Report & { readonly username: string }

export async function requireIdentity(ctx: Ctx, domain: string, id: number): Promise<IdentityRow> {
  const row = await findIdentity(ctx, domain, id)
  if (row) return row
  throw unknownIdentity(domain, id)
}

/** @throws DomainError 409 `identity_conflict` */
export async function reportPlayer(
  ctx: Ctx,
  domain: string,
  report: PlayerReport,
): Promise<Reported & { readonly row: IdentityRow }> {
  const [result] = await reportPlayers(ctx, domain, [report])
  if (!result) throw new Error('a report has no result')
  if (result instanceof DomainError) throw result
  return { ...result, row: await requireIdentity(ctx, domain, report.id) }
}

export async function reportPlayers(
  ctx: Ctx,
  domain: string,
  reports: readonly PlayerReport[],
): Promise<ReportResult[]> {
  const stored = await storeIdentities(ctx, domain, reports, 'report')
  const pending = reports.filter((_, index) => stored[index]?.outcome === 'pending')
  const named = await askPlatform(ctx, pending)
  const resolved = named.length === 0 ? [] : await storeIdentities(ctx, domain, named, 'name')
  const later = new Map(named.map(({ id }, index) => [id, resolved[index] as Reported]))
  return reports.map(({ id }, index) => {
    const result = later.get(id) ?? stored[index]
    if (!result) throw new Error('a report has no result')
    return result.outcome === 'conflict' ? conflictError(domain, result.wasKnown) : result
  })
}

const CONCURRENCY = 5

async function askPlatform(ctx: Ctx, reports: readonly PlayerReport[]): Promise<PlayerReport[]> {
  if (ctx.community.connection === 'none') return []
  const found = new Map<number, number>()
  const deadline = performance.now() + ctx.settings.rankChangeWaitMs
  const waiting = reports.values()
  const worker = async (): Promise<void> => {
    for (const report of waiting) {
      if (performance.now() > deadline) return
      const account = await accountNamed(ctx, report.username)
      if (account !== null) found.set(report.id, account)
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, reports.length) }, worker))
  // in the order of the reports: the first id of an account is the one that it gets
  return reports.flatMap((report) => {
    const account = found.get(report.id)
    return account === undefined ? [] : [{ ...report, account }]
  })
}

async function accountNamed(ctx: Ctx, username: string): Promise<number | null> {
  try {
    return await resolveUserId(ctx, { userId: username, by: 'username' }, 'write')
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    ctx.log.info({ code: error.code }, 'the account of a reported name is not known')
    return null
  }
}
