// The largest body that the contract allows fits into the byte limit, however its JSON is written.
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { applicant } from '../applications/submissions/fixture'
import { sendRaw } from '../http/raw'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const writings = [
  ['plain', (value: unknown) => JSON.stringify(value)],
  ['indented', (value: unknown) => JSON.stringify(value, null, 2)],
  ['escaped', escaped],
] as const
const alphabets = [
  ['Cyrillic', 'ж'],
  ['emoji', '😀'],
] as const
const cases = alphabets.flatMap(([alphabet, sign]) =>
  writings.map(([writing, write]) => [alphabet, writing, sign, write] as const),
)

async function post(path: string, body: string): Promise<[number, string]> {
  const { key, communityId } = community
  const headers = {
    Authorization: `Bearer ${key}`,
    'X-Community-Id': communityId,
    'Content-Type': 'application/json',
  }
  const { status, text } = await sendRaw(app.url, { method: 'POST', path, headers, body })
  return [status, status < 300 ? '' : text]
}

const questionsOf = (sign: string) =>
  Array.from({ length: 50 }, (_, at) => ({
    id: `q${at}`,
    type: 'multiple',
    title: sign.repeat(300),
    description: sign.repeat(1_000),
    options: Array.from({ length: 25 }, (_one, option) => ({ id: `o${option}`, label: sign.repeat(200) })),
  }))

it.each(cases)('a form in %s, %s', async (_, __, sign, write) => {
  const definition = { name: sign.repeat(100), description: sign.repeat(2_000), questions: questionsOf(sign) }
  expect(await post('/v2/applications', write({ definition }))).toEqual([201, ''])
})

it.each(cases)('answers in %s, %s', async (_, __, sign, write) => {
  const questions = Array.from({ length: 50 }, (_one, at) => ({ id: `q${at}`, type: 'long', title: 'Why?' }))
  const { body } = await community.client.post('/v2/applications', {
    definition: { name: 'Long', state: 'open', questions },
  })
  const { applicationId } = body.data as { applicationId: string }
  const answers = Object.fromEntries(questions.map(({ id }) => [id, sign.repeat(4_000)]))
  const response = { userId: await applicant(app), version: 1, answers }
  expect(await post(`/v2/applications/${applicationId}/responses`, write(response))).toEqual([201, ''])
})
