// The link in the message about a decision, sent by a worker process to the chat simulator.
import { applicant, idOf, makeForm, respond, review, verify } from '../applications/submissions/fixture'
import { botToken, shownTo, someone, useChatSimulator } from '../chat/fixture'
import { startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { startServerProcess } from './process'

const chat = useChatSimulator()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

interface Ids {
  readonly community: string
  readonly form: string
  readonly response: string
}

const PUBLIC_URL = 'https://community.test'
const pageOf = ({ community, form }: Ids): string => `${PUBLIC_URL}/console/apply?community=${community}&form=${form}`

it.each<[string, Record<string, string>, (ids: Ids) => string]>([
  ["the applicant's page under PUBLIC_URL", { PUBLIC_URL }, (ids) => ` ${pageOf(ids)}`],
  [
    'RESULT_URL, where both are set',
    { PUBLIC_URL, RESULT_URL: 'https://example.com/{responseId}' },
    ({ response }) => ` https://example.com/${response}`,
  ],
  ['nothing, where the server does not know its address', {}, () => ''],
  ['nothing, where the pages are left out', { PUBLIC_URL, CONSOLE: 'off' }, () => ''],
])('is %s', async (_, env, link) => {
  const { client, communityId } = await app.community()
  const { applicationId, ...form } = await makeForm(client, { name: 'Pilot school' })
  const [userId, chatUserId] = [await applicant(app), someone()]
  await verify(app, userId, chatUserId)
  const path = await respond(client, { applicationId, ...form }, userId)
  const bot = { CHAT_API_URL: chat.simulator.url, CHAT_BOT_TOKEN: botToken }
  const worker = await startServerProcess(app, { ...bot, ...env })
  try {
    await review(client, path, { status: 'Passed', privateNote: 'Between us.', applicantFeedback: 'Well done.' })
    await until('the message arrives', () => shownTo(chat, chatUserId).length > 0)
  } finally {
    await worker.stop()
  }
  const ids = { community: communityId, form: applicationId, response: idOf(path) }
  expect(shownTo(chat, chatUserId)).toEqual([`Your application "Pilot school" has been reviewed: passed.${link(ids)}`])
})
