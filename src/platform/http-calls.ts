// The host, reads, and lists of several pages.
import type { Page, Reader } from './json'
import { PlatformFailure, type Connection } from './platform'
import { send, type Call } from './transport'

export interface HttpCallsOptions {
  /** Open Cloud, for example `https://apis.roblox.com`. */
  readonly apiUrl: string
  /** Of each call as a whole; default 5000. */
  readonly timeoutMs?: number
}

/** Longer lists are an error, because groups have a few dozen roles. */
const maxPages = 50

export class HttpCalls {
  protected readonly apiUrl: string
  protected readonly timeoutMs: number

  constructor(options: HttpCallsOptions) {
    this.apiUrl = withoutTrailingSlash(options.apiUrl)
    this.timeoutMs = options.timeoutMs ?? 5_000
  }

  protected read(name: string, path: string, connection: Connection): Call {
    return { name, method: 'GET', url: this.apiUrl + path, connection, writes: false }
  }

  /**
   * The pages of a list (Open Cloud patterns, "Pagination").
   * @param tokenName query parameter; legacy lists use another
   */
  protected async *pages<T>(
    call: Call,
    read: Reader<Page<T>>,
    tokenName = 'pageToken',
    most = maxPages,
  ): AsyncGenerator<readonly T[]> {
    let url = call.url
    for (let count = 0; count < most; count++) {
      const page: Page<T> = await send({ ...call, url }, this.timeoutMs, read)
      yield page.items
      if (page.nextPageToken === null) return
      url = `${call.url}&${tokenName}=${encodeURIComponent(page.nextPageToken)}`
    }
    throw new PlatformFailure('unavailable', `${call.name}: the list did not end after ${most} pages`)
  }
}

export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
