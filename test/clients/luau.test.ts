// The module for game servers, run in a Luau virtual machine.
import fs from 'node:fs'
import path from 'node:path'
import { text, verify } from '../applications/submissions/fixture'
import { startTestApp, type TestApp } from '../support/app'
import { runSpec } from './luau/specs'

const specs = ['client', 'example', 'messages', 'screens'].map((name) => path.join(__dirname, `luau/${name}.spec.luau`))
const root = path.resolve(__dirname, '../..')

/** A form with a word that the simulated filter removes. */
const unfiltered = {
  name: 'The unfiltered school',
  state: 'open',
  questions: [
    { id: 'why', type: 'short', title: 'Why unfiltered?', description: 'In unfiltered words.', required: true },
    {
      id: 'way',
      type: 'single',
      title: 'Which way?',
      required: true,
      options: [
        { id: 'up', label: 'Up unfiltered' },
        { id: 'down', label: 'Down' },
      ],
    },
  ],
}

/** Titles of the cases in a file. */
const casesOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^case\("(.*)", function/gm)].map(([, name]) => name ?? '')

let server: TestApp
const problems = new Map<string, string | null>()
let complaint = ''

beforeAll(async () => {
  server = await startTestApp()
  const community = await server.community()
  await community.client.post('/v2/ranks/sync')
  await community.client.post('/v2/medals', { name: 'Valor' })
  const createForm = async (definition: object): Promise<string> => {
    const { body } = await community.client.post('/v2/applications', { definition })
    return (body as { data: { applicationId: string } }).data.applicationId
  }
  const form = await createForm({ name: 'Pilot school', state: 'open', questions: [text] })
  const filteredForm = await createForm(unfiltered)
  for (const userId of [101, 105]) await verify(server, userId)
  for (const spec of specs) {
    const run = await runSpec(spec, server.url, { ...community, form: spec.includes('screens') ? filteredForm : form })
    for (const [name, problem] of run.problems) problems.set(name, problem)
    complaint += run.complaint
  }
})
afterAll(() => server.close())

it.each(specs.flatMap(casesOf))('%s', (name) => {
  expect({ problem: problems.get(name), complaint }).toEqual({ problem: null, complaint: '' })
})

it('docs/guides/roblox.md contains the tested example', () => {
  const example = fs.readFileSync(path.join(root, 'clients/luau/example.server.luau'), 'utf8')
  expect(fs.readFileSync(path.join(root, 'docs/guides/roblox.md'), 'utf8')).toContain(`\`\`\`lua\n${example}\`\`\`\n`)
})
