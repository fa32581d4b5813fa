// Players who sign in to apply, as in a browser.
import type { Schema } from '../../src/contract/types'
import { makeClient, type Answer, type Client, type Headers, type TestApp, type TestCommunity } from './app'
import { browserWith, cookieOf, sameOrigin } from './people'

export async function codeFor({ client }: Pick<TestCommunity, 'client'>, userId: number): Promise<string> {
  const { status, body } = await client.post('/v2/applicant-codes', { userId })
  if (status !== 201) throw new Error(`no code: ${JSON.stringify(body)}`)
  return (body.data as Schema<'ApplicantCode'>).code
}

export const enter = (
  app: Pick<TestApp, 'url'>,
  { communityId }: Pick<TestCommunity, 'communityId'>,
  code: string,
  headers: Headers = sameOrigin,
): Promise<Answer> => makeClient(app.url, headers).post('/v2/applicant-session', { communityId, code })

export interface Player {
  readonly userId: number
  readonly cookie: string
  readonly client: Client
  readonly session: Schema<'ApplicantSession'>
}

/** A player who has signed in with a code. */
export async function playerOf(app: TestApp, home: TestCommunity, userId: number): Promise<Player> {
  const answer = await enter(app, home, await codeFor(home, userId))
  const cookie = cookieOf(answer)
  return { userId, cookie, client: browserWith(app, cookie), session: answer.body.data as Schema<'ApplicantSession'> }
}
