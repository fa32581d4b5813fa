// Pictures of accounts: the thumbnails API, and the files that it names, which are at this simulator too.
import { crc32, deflateSync } from 'node:zlib'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { gatewayError } from './wire'
import type { World } from './world'

const MAX_IDS = 100
export const AVATAR_FILE = /^\/avatars\/(\d{1,16})\.png$/

export function listHeadshots(world: World, { query, headers }: SimulatorRequest): SimulatorReply {
  const ids = (query.get('userIds') ?? '').split(',')
  if (!ids.every((id) => /^[1-9]\d{0,15}$/.test(id))) return gatewayError(400, 4, 'The requested Ids are invalid.')
  if (ids.length > MAX_IDS) return gatewayError(400, 1, 'There are too many requested Ids.')
  const data = ids.map(Number).map((targetId) => {
    const user = world.users.get(targetId)
    const state = user === undefined ? 'Error' : (user.avatar ?? 'Completed')
    const imageUrl = state === 'Completed' ? `http://${headers.host}/avatars/${targetId}.png` : ''
    return { targetId, state, imageUrl, version: 'TN3' }
  })
  return ok({ data })
}

/** One colour for each account. */
export function avatarFile({ path }: SimulatorRequest): SimulatorReply {
  const [, userId = '0'] = AVATAR_FILE.exec(path) ?? []
  const hash = crc32(userId)
  const colour = [hash & 0xff, (hash >> 8) & 0xff, (hash >> 16) & 0xff].map((part) => 64 + (part >> 1))
  return { status: 200, body: png(100, colour), headers: { 'content-type': 'image/png' } }
}

/** A square of one colour (PNG, 11.2). */
function png(size: number, colour: readonly number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // 8 bits, RGB
  header.set([8, 2], 8)
  const line = Buffer.from([0, ...Array.from({ length: size }, () => colour).flat()])
  const lines = deflateSync(Buffer.concat(Array.from({ length: size }, () => line)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
