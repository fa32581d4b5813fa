// Warnings about an incomplete configuration.
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

it.each([
  ['https://192.0.2.7', 'IP address'],
  ['http://127.0.0.1:8080', 'IP address'],
  ['https://[2001:db8::7]', 'IP address'],
  ['http://community.test', 'https:'],
  ['https://community.test', null],
  ['http://localhost:8080', null],
])('says when the address %s cannot have passkeys', async (PUBLIC_URL, reason) => {
  const server = await startServerProcess(app, { ROLE: 'api', PUBLIC_URL })
  await server.stop()
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('passkey'))
  expect(lines).toHaveLength(reason === null ? 0 : 1)
  if (reason !== null) expect(lines[0]).toContain(reason)
})
