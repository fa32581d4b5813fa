// Warnings of an incomplete configuration.
import { startTestApp, type TestApp } from '../support/app'
import { startServerProcess } from './process'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const bot = { CHAT_BOT_TOKEN: 'a-bot-token', CHAT_API_URL: 'http://127.0.0.1:9' }

const pages = { ...bot, PUBLIC_URL: 'https://community.test' }

it.each([
  ['a bot token alone', bot, true],
  ['a bot token with PUBLIC_URL, without the pages', { ...pages, CONSOLE: 'off' }, true],
  ['a bot token with PUBLIC_URL', pages, false],
  ['a bot token with RESULT_URL', { ...bot, RESULT_URL: 'https://example.com/{responseId}' }, false],
  ['no bot token', {}, false],
])('warns of a bot whose messages have no link only: %s', async (_name, env, warns) => {
  const server = await startServerProcess(app, { ROLE: 'api', ...env })
  await server.stop()
  const warnings = server
    .output()
    .split('\n')
    .filter((line) => line.includes('RESULT_URL'))
  expect(warnings).toHaveLength(warns ? 1 : 0)
  if (warns) expect(JSON.parse(warnings[0] ?? '')).toMatchObject({ level: 'warn' })
  expect(server.output()).not.toContain('a-bot-token')
})
