// Runs the commands of every page and compares their output.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoApiKey } from '../../src/simulator/demo-world'
import { freshDatabase } from '../support/database'
import { copyTemplate, makeTemplate, openShell, startDemo, startDemoHere, type Shell } from './demo'
import { blocksOf, pages, readPage } from './pages'
import { exchangesOf, matches, type Exchange } from './transcript'

const withExamples = pages.filter((page) => exchangesOf(page).length > 0)

let parent: string
let receiver: http.Server
interface Message {
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}
/** Messages that the webhooks page has caused. */
const received: Message[] = []
beforeAll(async () => {
  parent = await makeTemplate()
  receiver = http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  receiver.close()
  fs.rmSync(parent, { recursive: true })
})

/**
 * Whether the page is about the program, its command line or its files, so that the demo needs a process of its own.
 */
const isOfProcess = (page: string): boolean => /^README|operations\/(backup|cli|monitoring|moving)/.test(page)

it.each(withExamples)('%s shows what its commands print', async (page) => {
  const database = readPage(page).includes('$EMPTY_DATABASE_URL') ? await freshDatabase() : null
  const name = String(withExamples.indexOf(page))
  const demo = isOfProcess(page)
    ? await startDemo(copyTemplate(parent, name))
    : await startDemoHere(path.join(parent, name))
  const shell = await openShell(demo, { PLATFORM_KEY: demoApiKey, EMPTY_DATABASE_URL: database?.url ?? '' })
  try {
    await shell.run(functionsOf(page))
    const names = new Map<string, string>()
    for (const exchange of exchangesOf(page)) await expectShown(shell, exchange, names)
    if (page === 'docs/guides/webhooks.md') expectMessages(page, names)
  } finally {
    shell.close()
    await demo.stop()
    await database?.drop()
    fs.rmSync(demo.dataDir, { recursive: true })
  }
})

/** Runs a command and expects its answer. Reads repeat for up to 15 seconds. */
async function expectShown(shell: Shell, { command, answer }: Exchange, names: Map<string, string>): Promise<void> {
  const { port } = receiver.address() as AddressInfo
  let actual = command.replaceAll('18717', String(port))
  for (const [shown, name] of names) actual = actual.replaceAll(shown, name)
  const deadline = Date.now() + (isRead(command) ? 15_000 : 0)
  let printed = await shell.run(actual)
  while (!matches(answer, printed, names) && Date.now() < deadline) {
    // polling, since the commands of a page cannot wait for an event
    await sleep(100)
    printed = await shell.run(actual)
  }
  if (!matches(answer, printed, names)) expect(`$ ${actual}\n${printed}`).toBe(`$ ${actual}\n${answer}`)
}

/** Expects the messages that the page shows, and that the page's function verifies them. */
function expectMessages(page: string, names: Map<string, string>): void {
  const find = (language: string): string => blocksOf(page).find((block) => block.language === language)?.text ?? ''
  const shown = find('jsonl').trim().split('\n')
  const sent = received.filter(({ body }) => !body.includes('webhook.test'))
  const differing = sent.filter(({ body }, index) => !matches(shown[index] ?? '', body, names))
  expect([sent.length, differing]).toEqual([shown.length, []])
  const secret = [...names].find(([name]) => name.startsWith('whsec_'))?.[1] ?? ''
  const verify = (message: Message): unknown => {
    const program = `${find('js')}\nconsole.log(JSON.stringify(verify(${argumentsOf(message)})))`
    const parameters = ['--input-type=module', '--eval', program]
    return JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8', stdio: 'pipe' }))
  }
  const argumentsOf = ({ headers, body }: Message): string =>
    [secret, headers, body].map((one) => JSON.stringify(one)).join(', ')
  const [first] = sent as [Message]
  expect(verify(first)).toEqual(JSON.parse(first.body))
  expect(() => verify({ ...first, body: `${first.body} ` })).toThrow('No matching signature found')
}

const isRead = (command: string): boolean =>
  /^call GET |^curl -s "?\$BASE[^ ]*$|admin -- \S+ (list|show|requests|deliveries|status|verify)/.test(command)

/** Shell functions that the page defines. */
const functionsOf = (page: string): string =>
  blocksOf(page)
    .filter(({ language, text }) => language === 'sh' && /^\w+\(\) \{/m.test(text))
    .map(({ text }) => /^\w+\(\) \{[^]*?\}$/m.exec(text)?.[0] ?? '')
    .join('\n')
