// The audit log of the group, over HTTP (legacy groups API).
import { HttpCalls } from './http-calls'
import type { Connection, GroupChange } from './platform'
import { send, type Call } from './transport'
import { readAuditLogNames, readAuditLogPage } from './wire'

const PAGE_SIZE = 100
/** Pages of the newest entries; changes on later ones are left out. */
const MAX_PAGES = 10

interface Bounds {
  readonly limit: number
  readonly after: Date
  readonly pages: number
}

/** Newest first. */
const byTime = (one: GroupChange, other: GroupChange): number => other.at.getTime() - one.at.getTime()

export class AuditLogCalls extends HttpCalls {
  async listGroupChanges(
    connection: Connection,
    { limit, after = new Date(0) }: { readonly limit: number; readonly after?: Date },
  ): Promise<GroupChange[]> {
    const { changes } = await this.readGroupChanges(connection, { limit, after, pages: MAX_PAGES })
    return changes.slice(0, limit)
  }

  async listAllGroupChanges(connection: Connection, after: Date, most: number): Promise<GroupChange[] | null> {
    const bounds = { limit: most + 1, after, pages: Math.ceil(most / PAGE_SIZE) + 1 }
    const { changes, isWhole } = await this.readGroupChanges(connection, bounds)
    return isWhole && changes.length <= most ? changes : null
  }

  listNamesInAuditLog(connection: Connection): Promise<{ userId: number; username: string }[]> {
    return send(this.auditLog(connection), this.timeoutMs, readAuditLogNames)
  }

  private async readGroupChanges(
    connection: Connection,
    { limit, after, pages }: Bounds,
  ): Promise<{ readonly changes: GroupChange[]; readonly isWhole: boolean }> {
    const changes: GroupChange[] = []
    let read = 0
    for await (const page of this.pages(this.auditLog(connection), readAuditLogPage, 'cursor', pages + 1)) {
      for (const { change } of page) if (change !== null && change.at > after) changes.push(change)
      read += 1
      if (page.some(({ at }) => at <= after)) break
      if (changes.length >= limit || read === pages) return { changes: changes.sort(byTime), isWhole: false }
    }
    return { changes: changes.sort(byTime), isWhole: true }
  }

  /** The platform filters by one kind at a time, so all kinds are read. */
  private auditLog(connection: Connection): Call {
    const path = `/legacy-groups/v1/groups/${connection.groupId}/audit-log?limit=${PAGE_SIZE}&sortOrder=Desc`
    return this.read('list audit log', path, connection)
  }
}
