// One LISTEN connection per process, shared by all who want to hear. It beats, so that a listener that went deaf is
// known within a second, and reconnects by itself.
import { Client } from 'pg'
import type { Logger } from '../logger'

const BEAT_MS = 400
/** Without an answered beat for this long the listener may have missed something. */
const DEAF_AFTER_MS = 900
const RECONNECT_MS = 500

type Hear = (payload: string) => void

export class Listener {
  private readonly channels = new Map<string, Hear[]>()
  private readonly reconnected: (() => void)[] = []
  private client: Client | null = null
  private timer: NodeJS.Timeout | null = null
  private lastBeatAt = 0
  private beating = false
  private stopped = false

  constructor(
    private readonly connectionString: string,
    private readonly log: Logger,
  ) {}

  /** Calls `hear` at every notice on the channel. Subscribe before `start`. */
  on(channel: string, hear: Hear): void {
    this.channels.set(channel, [...(this.channels.get(channel) ?? []), hear])
  }

  /** Calls back after a connection was made: whatever happened before it was not heard. */
  onConnected(callback: () => void): void {
    this.reconnected.push(callback)
  }

  /** Whether all notices up to a second ago have arrived. */
  isLive(now: number = Date.now()): boolean {
    return now - this.lastBeatAt < DEAF_AFTER_MS
  }

  /** Connects; from then on keeps itself connected. Where the database is too busy for that, it is deaf at first, and says so. */
  async start(): Promise<void> {
    await this.beat()
    this.timer = setInterval(() => void this.beat(), BEAT_MS)
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
      for (const hear of this.channels.get(channel) ?? []) hear(payload ?? '')
    })
    client.on('end', () => {
      if (this.client !== client) return
      this.client = null
      this.lastBeatAt = 0
    })
    let askedAt: number
    try {
      await client.connect()
      askedAt = Date.now()
      await withTimeout(this.subscribe(client), DEAF_AFTER_MS)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    // stopped while it connected: nobody else would end it
    if (this.stopped) return client.end()
    this.client = client
    this.lastBeatAt = askedAt
    for (const callback of this.reconnected) callback()
  }

  private async subscribe(client: Client): Promise<void> {
    for (const channel of this.channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }

  /** Asks the connection a trivial question; whatever was notified before is delivered before the answer. */
  private async beat(): Promise<void> {
    if (this.beating || this.stopped) return
    this.beating = true
    // what was notified after the question was asked may be missing although the answer came
    const askedAt = Date.now()
    try {
      if (!this.client) return await this.connect()
      await withTimeout(this.client.query('select 1'), DEAF_AFTER_MS)
      this.lastBeatAt = askedAt
    } catch (error) {
      this.log.warn({ reason: (error as Error).message }, 'the listener reconnects')
      await this.drop()
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref())
    } finally {
      this.beating = false
    }
  }

  private async drop(): Promise<void> {
    const client = this.client
    this.client = null
    this.lastBeatAt = 0
    await client?.end().catch(() => undefined)
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
