// Pictures of accounts: addresses from the thumbnails API, which takes no credentials, files from the host that they name.
import { download, NoResponse } from '../base/http-client'
import { countCall } from '../base/telemetry/metrics'
import { withoutTrailingSlash } from './http-calls'
import { idOf, listOf, objectOf, textOf } from './json'
import { PlatformFailure } from './platform'
import { send, type Call } from './transport'

export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  readonly bytes: Buffer
}

/** The address of a picture; `none`: the account has none, or it is moderated; `later`: it is not drawn yet. */
export type Found = { readonly url: string } | 'none' | 'later'

export interface AvatarSource {
  /** @param userIds at most {@link MAX_FOUND}. @throws PlatformFailure */
  find(userIds: readonly number[]): Promise<ReadonlyMap<number, Found>>
  /** Null: no picture, or at a host that is not the platform's. @throws PlatformFailure */
  read(url: string): Promise<Picture | null>
}

export interface HttpAvatarsOptions {
  /** Thumbnails API, for example `https://thumbnails.roblox.com`. */
  readonly thumbnailsUrl: string
  readonly timeoutMs: number
}

/** The platform's limit of one call. */
export const MAX_FOUND = 100
/** Ten times a usual one: square, of 100 pixels. */
const MAX_BYTES = 100_000
const SIZE = '100x100'

/** The content network that the addresses lead to. */
const FILE_HOST = /^(?:[a-z0-9-]+\.)+rbxcdn\.com$/

export class HttpAvatars implements AvatarSource {
  private readonly thumbnailsUrl: string
  private readonly timeoutMs: number

  constructor({ thumbnailsUrl, timeoutMs }: HttpAvatarsOptions) {
    this.thumbnailsUrl = withoutTrailingSlash(thumbnailsUrl)
    this.timeoutMs = timeoutMs
  }

  /** Calls `GET /v1/users/avatar-headshot` (thumbnails). */
  async find(userIds: readonly number[]): Promise<Map<number, Found>> {
    const query = `userIds=${userIds.join(',')}&size=${SIZE}&format=Png&isCircular=false`
    const call: Call = {
      name: 'find avatars',
      method: 'GET',
      url: `${this.thumbnailsUrl}/v1/users/avatar-headshot?${query}`,
      connection: null,
      writes: false,
    }
    return new Map(await send(call, this.timeoutMs, readThumbnails))
  }

  async read(url: string): Promise<Picture | null> {
    const startedAt = performance.now()
    let outcome = 'ok'
    try {
      const picture = isOfPlatform(url, new URL(this.thumbnailsUrl).origin) ? await this.readFile(url) : null
      if (picture === null) outcome = 'refused'
      return picture
    } catch (error) {
      outcome = error instanceof PlatformFailure ? error.kind : 'internal'
      throw error
    } finally {
      countCall('read_avatar', outcome, performance.now() - startedAt)
    }
  }

  private async readFile(url: string): Promise<Picture | null> {
    const limits = { timeoutMs: this.timeoutMs, maxBytes: MAX_BYTES }
    const answer = await download(url, 'image/png, image/webp, image/jpeg', limits).catch((error: unknown) => {
      if (!(error instanceof NoResponse)) throw error
      throw new PlatformFailure(error.timedOut ? 'timeout' : 'unavailable', `read avatar: ${error.message}`)
    })
    const { status, headers, bytes, timedOut, retryAfterSeconds } = answer
    if (timedOut) throw new PlatformFailure('timeout', `read avatar: incomplete after ${this.timeoutMs} ms`, { status })
    if (status === 429 || status >= 500) {
      const kind = status === 429 ? 'rate_limited' : 'unavailable'
      throw new PlatformFailure(kind, `read avatar: the platform responded ${status}`, { status, retryAfterSeconds })
    }
    return status === 200 && bytes !== null ? toPicture(String(headers['content-type'] ?? ''), bytes) : null
  }
}

/**
 * An address comes from outside, and must not make this server read one of its own network.
 * @param own the origin of the thumbnails API, which a simulator has for its files too
 */
export function isOfPlatform(url: string, own: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return origin === own || (protocol === 'https:' && port === '' && FILE_HOST.test(hostname))
}

const startsWith = (bytes: Buffer, at: number, start: string): boolean =>
  bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'))

/** By the first bytes, so that no page or script is served as a picture. */
function toPicture(contentType: string, bytes: Buffer): Picture | null {
  const isPng = startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')
  const isWebp = startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')
  const type = isPng ? 'image/png' : isWebp ? 'image/webp' : startsWith(bytes, 0, '\xff\xd8\xff') ? 'image/jpeg' : null
  return type !== null && contentType.split(';', 1)[0]?.trim().toLowerCase() === type ? { type, bytes } : null
}

const unfinished: ReadonlySet<unknown> = new Set(['Pending', 'InReview', 'TemporarilyUnavailable'])

const readThumbnails = (body: unknown): [number, Found][] | null =>
  listOf(objectOf(body)?.['data'], (item): [number, Found] | null => {
    const thumbnail = objectOf(item)
    const userId = idOf(thumbnail?.['targetId'])
    if (userId === null) return null
    const state = thumbnail?.['state']
    const url = textOf(thumbnail?.['imageUrl'])
    if (state === 'Completed' && url) return [userId, { url }]
    return [userId, unfinished.has(state) ? 'later' : 'none']
  })
