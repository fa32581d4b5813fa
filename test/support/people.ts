// Staff who sign in as in a browser.
import type { StaffRole } from '../../src/people/roles'
import { createPerson, type PersonRequest } from '../../src/people/actions'
import type { Schema } from '../../src/contract/types'
import {
  everyRank,
  makeClient,
  testSettings,
  type Answer,
  type Client,
  type Headers,
  type TestApp,
  type TestCommunity,
} from './app'
import { Authenticator } from './authenticator'

export const origin = testSettings.publicUrl
/** Headers of a request by a page of the server. */
export const sameOrigin: Headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }

export const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';', 1)[0] ?? ''

export const browserWith = (app: TestApp, cookie: string, more: Headers = sameOrigin): Client =>
  makeClient(app.url, { Cookie: cookie, ...more })

export interface Staff {
  readonly personId: string
  readonly authenticator: Authenticator
  readonly cookie: string
  readonly client: Client
  readonly session: Schema<'CurrentSession'>
}

export async function invite(
  home: TestCommunity,
  role: StaffRole,
  name = 'Ana',
  bounds: PersonRequest['bounds'] = everyRank,
  binding?: PersonRequest['binding'],
): Promise<{ personId: string; invitation: string }> {
  const { row, link } = await createPerson(await home.ctx(), { name, role, bounds, binding })
  return { personId: row.person_id, invitation: link.split('#invitation=')[1] ?? '' }
}

const nobody = (app: TestApp, headers: Headers = sameOrigin): Client => makeClient(app.url, headers)

export async function register(
  app: TestApp,
  invitation: string,
  authenticator = new Authenticator(origin),
  headers: Headers = sameOrigin,
): Promise<Answer> {
  const begun = await nobody(app, headers).post('/v2/sign-in/registration', { invitation })
  if (begun.status !== 200) return begun
  return nobody(app, headers).post(
    '/v2/sign-in/registration/finish',
    authenticator.register(invitation, begun.body.data),
  )
}

export async function signIn(
  app: TestApp,
  authenticator: Authenticator,
  headers: Headers = sameOrigin,
): Promise<Answer> {
  const { body } = await nobody(app).post('/v2/sign-in', undefined)
  return nobody(app, headers).post('/v2/sign-in/finish', authenticator.assert(body.data))
}

/** A person with the role, who has signed in. */
export async function staffOf(
  app: TestApp,
  home: TestCommunity,
  role: StaffRole,
  name?: string,
  bounds?: PersonRequest['bounds'],
  binding?: PersonRequest['binding'],
): Promise<Staff> {
  const { personId, invitation } = await invite(home, role, name, bounds, binding)
  const authenticator = new Authenticator(origin)
  const answer = await register(app, invitation, authenticator)
  const cookie = cookieOf(answer)
  return { personId, authenticator, cookie, client: browserWith(app, cookie), session: answer.body.data }
}
