// One LISTEN connection for each process. A heartbeat query detects a dead connection within a second.
import { Client } from 'pg'
import { withTimeout } from '../base/async'
import { errorMessage } from '../base/error-message'
import type { Logger } from '../base/logger'
import { watchOutages, type Outages } from './outages'

const HEARTBEAT_MS = 400
/** Without an answered heartbeat for this long, notifications may have been missed. */
const STALE_AFTER_MS = 900
const RECONNECT_MS = 500

type Handler = (payload: string) => void

export class Listener {
  private readonly channels = new Map<string, Handler[]>()
  private readonly connectedCallbacks: (() => void)[] = []
  private client: Client | null = null
  private timer: NodeJS.Timeout | null = null
  private lastHeartbeatAt = -Infinity
  private isBeating = false
  private stopped = false
  private isLost = false
  private readonly outages: Outages

  constructor(
    private readonly connectionString: string,
    private readonly log: Logger,
  ) {
    this.outages = watchOutages(connectionString, log)
  }

  /** Call it before `start`. */
  on(channel: string, handler: Handler): void {
    this.channels.set(channel, [...(this.channels.get(channel) ?? []), handler])
  }

  /** Called after every connect, because earlier notifications may have been missed. */
  onConnected(callback: () => void): void {
    this.connectedCallbacks.push(callback)
  }

  /** Whether every notification sent up to a second ago was received. */
  isLive(now: number = performance.now()): boolean {
    return now - this.lastHeartbeatAt < STALE_AFTER_MS
  }

  /** Connects and stays connected. Resolves also when the first attempt failed; `isLive` is then false. */
  async start(): Promise<void> {
    await this.heartbeat()
    this.timer = setInterval(() => void this.heartbeat(), HEARTBEAT_MS)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearInterval(this.timer)
    await this.drop()
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.connectionString,
      application_name: 'community-server-listener',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    client.on('error', (error) => this.log.warn({ reason: error.message }, 'the listener lost its connection'))
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.channels.get(channel) ?? []) handler(payload ?? '')
    })
    client.on('end', () => {
      if (this.client !== client) return
      this.client = null
      this.lastHeartbeatAt = -Infinity
    })
    let sentAt: number
    try {
      await client.connect()
      sentAt = performance.now()
      await withTimeout(this.subscribe(client), STALE_AFTER_MS)
    } catch (error) {
      this.outages.connectFailed(error)
      void client.end().catch(() => undefined)
      throw error
    }
    // stop() was called while this connected
    if (this.stopped) return client.end()
    this.client = client
    this.lastHeartbeatAt = sentAt
    this.isLost = false
    for (const callback of this.connectedCallbacks) callback()
  }

  private async subscribe(client: Client): Promise<void> {
    for (const channel of this.channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }

  /** Notifications that were sent before the query arrive before its answer. */
  private async heartbeat(): Promise<void> {
    if (this.isBeating || this.stopped) return
    this.isBeating = true
    // later notifications may not have arrived with the answer
    const sentAt = performance.now()
    try {
      if (!this.client) return await this.connect()
      await withTimeout(this.client.query('select 1'), STALE_AFTER_MS)
      this.lastHeartbeatAt = sentAt
    } catch (error) {
      // warns once, not at each attempt
      this.log[this.isLost ? 'debug' : 'warn']({ reason: errorMessage(error) }, 'the listener reconnects')
      this.isLost = true
      await this.drop()
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref())
    } finally {
      this.isBeating = false
    }
  }

  private async drop(): Promise<void> {
    const client = this.client
    this.client = null
    this.lastHeartbeatAt = -Infinity
    await client?.end().catch(() => undefined)
  }
}
