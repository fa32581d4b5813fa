// Invitations and cookies: ids that find the row, and a secret of 200 random bits, which is stored as SHA-256.
import { hash } from 'node:crypto'
import { randomBase32 } from '../base/ids'

const ID_LENGTH = 20
const SECRET_LENGTH = 40

/** 200 random bits need no slow hash. */
export const hashSecret = (secret: string): Buffer => Buffer.from(hash('sha256', secret, 'hex'), 'hex')

export const newPersonId = (): string => `per_${randomBase32(ID_LENGTH)}`
export const newSessionId = (): string => `ses_${randomBase32(ID_LENGTH)}`
export const newApplicantSessionId = (): string => `aps_${randomBase32(ID_LENGTH)}`

export interface Secret {
  readonly communityId: string
  readonly id: string
  readonly hash: Buffer
}

const withoutPrefix = (id: string): string => id.slice(id.indexOf('_') + 1)

const makeText = (communityId: string, id: string): string =>
  `${withoutPrefix(communityId)}_${withoutPrefix(id)}_${randomBase32(SECRET_LENGTH)}`

export const makeInvitation = (communityId: string, personId: string): string =>
  `inv_${makeText(communityId, personId)}`
export const makeToken = (communityId: string, sessionId: string): string => makeText(communityId, sessionId)

const parts = new RegExp(`^([a-z2-7]{${ID_LENGTH}})_([a-z2-7]{${ID_LENGTH}})_[a-z2-7]{${SECRET_LENGTH}}$`)

function parse(text: string, prefix: 'per' | 'ses' | 'aps'): Secret | null {
  const [, community, id] = parts.exec(text) ?? []
  if (community === undefined || id === undefined) return null
  return { communityId: `cmt_${community}`, id: `${prefix}_${id}`, hash: hashSecret(text) }
}

export const parseToken = (text: string): Secret | null => parse(text, 'ses')
export const parseApplicantToken = (text: string): Secret | null => parse(text, 'aps')

export const parseInvitation = (text: string): Secret | null =>
  text.startsWith('inv_') ? parse(text.slice('inv_'.length), 'per') : null

export const hashInvitation = (invitation: string): Buffer => hashSecret(invitation.slice('inv_'.length))
