// The audit log of the group, over HTTP (legacy groups API).
import { HttpCalls } from './http-calls'
import type { Connection, RoleChange } from './platform'
import { send, type Call } from './transport'
import { readAuditLogNames, readAuditLogPage } from './wire'

const PAGE_SIZE = 100
/** Of the newest changes, without the others. */
const MAX_PAGES = 10

interface Bounds {
  readonly limit: number
  readonly after: Date
  readonly pages: number
}

/** The newest comes first. */
const byTime = (one: RoleChange, other: RoleChange): number => other.at.getTime() - one.at.getTime()

export class AuditLogCalls extends HttpCalls {
  async listRoleChanges(
    connection: Connection,
    { limit, after = new Date(0) }: { readonly limit: number; readonly after?: Date },
  ): Promise<RoleChange[]> {
    const { changes } = await this.readRoleChanges(connection, { limit, after, pages: MAX_PAGES })
    return changes.slice(0, limit)
  }

  async listAllRoleChanges(connection: Connection, after: Date, most: number): Promise<RoleChange[] | null> {
    const bounds = { limit: most + 1, after, pages: Math.ceil(most / PAGE_SIZE) + 1 }
    const { changes, isWhole } = await this.readRoleChanges(connection, bounds)
    return isWhole && changes.length <= most ? changes : null
  }

  listNamesInAuditLog(connection: Connection): Promise<{ userId: number; username: string }[]> {
    return send(this.auditLog(connection), this.timeoutMs, readAuditLogNames)
  }

  private async readRoleChanges(
    connection: Connection,
    { limit, after, pages }: Bounds,
  ): Promise<{ readonly changes: RoleChange[]; readonly isWhole: boolean }> {
    const changes: RoleChange[] = []
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
