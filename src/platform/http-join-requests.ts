// Requests to join the group, over HTTP.
import { AuditLogCalls } from './http-audit-log'
import type { Page } from './json'
import { PlatformFailure, type Connection, type JoinDecision, type JoinRequest, type JoinRequestPage } from './platform'
import { confirmScoped } from './scoped-membership'
import { send, unreadableResponse, type Call } from './transport'
import { readDecided, readJoinDecisions, readJoinRequestsPage } from './wire'

/** Characters; the token is part of a cursor. */
const MAX_PAGE_TOKEN = 500
const PAGE_SIZE = 20

export class JoinRequestCalls extends AuditLogCalls {
  /** Calls List Group Join Requests (Open Cloud v2). */
  async listJoinRequests(
    connection: Connection,
    { userId, pageToken }: { readonly userId?: number; readonly pageToken: string | null },
  ): Promise<JoinRequestPage> {
    if (userId !== undefined) {
      const request = await this.findJoinRequest(connection, userId)
      return { items: request ? [request] : [], nextPageToken: null }
    }
    const more = pageToken === null ? '' : `&pageToken=${encodeURIComponent(pageToken)}`
    const call = this.joinRequests(connection, more)
    const page = await send(call, this.timeoutMs, readJoinRequestsPage)
    const isReadable = page.items.length <= PAGE_SIZE && (page.nextPageToken ?? '').length <= MAX_PAGE_TOKEN
    if (!isReadable) throw unreadableResponse(call, 200)
    return page
  }

  /** Calls List Group Join Requests (Open Cloud v2). */
  async findJoinRequest(connection: Connection, userId: number): Promise<JoinRequest | null> {
    const of = (id: number) => this.joinRequests(connection, `&filter=${encodeURIComponent(`user == 'users/${id}'`)}`)
    const ask = (id: number): Promise<Page<JoinRequest>> => send(of(id), this.timeoutMs, readJoinRequestsPage)
    const { items } = await ask(userId)
    const own = items.find((request) => request.userId === userId)
    if (own || items.length === 0) return own ?? null
    const scoped = await confirmScoped(items, userId, ask)
    if (scoped) return scoped
    // the filter was ignored: absence proves nothing
    throw unreadableResponse(of(userId), 200)
  }

  private joinRequests(connection: Connection, more: string): Call {
    const path = `/cloud/v2/groups/${connection.groupId}/join-requests?maxPageSize=${PAGE_SIZE}${more}`
    return this.read('list join requests', path, connection)
  }

  /** Calls Accept and Decline Group Join Request (Open Cloud v2). */
  async decideJoinRequest(connection: Connection, requestId: string, verb: 'accept' | 'decline'): Promise<void> {
    const path = `/cloud/v2/groups/${connection.groupId}/join-requests/${encodeURIComponent(requestId)}:${verb}`
    const call: Call = {
      name: `${verb} join request`,
      method: 'POST',
      url: this.apiUrl + path,
      connection,
      body: {},
      writes: true,
    }
    await send(call, this.timeoutMs, readDecided)
  }

  /** The audit log (legacy groups API) filters by one kind at a time, so it is asked twice. */
  async findJoinDecision(connection: Connection, userId: number): Promise<JoinDecision | null> {
    const found = await Promise.all([
      this.decisions(connection, userId, 'AcceptJoinRequest'),
      this.decisions(connection, userId, 'DeclineJoinRequest'),
    ])
    const newest = found.flat().sort((one, other) => other.at.getTime() - one.at.getTime())
    return newest[0] ?? null
  }

  private decisions(connection: Connection, userId: number, action: JoinDecision['action']): Promise<JoinDecision[]> {
    const query = `actionType=${action}&limit=100&sortOrder=Desc`
    const path = `/legacy-groups/v1/groups/${connection.groupId}/audit-log?${query}`
    const call = this.read('list audit log', path, connection)
    const none = (error: unknown): JoinDecision[] => {
      if (error instanceof PlatformFailure) return []
      throw error
    }
    return send(call, this.timeoutMs, (body) => readJoinDecisions(body, userId)).catch(none)
  }
}
