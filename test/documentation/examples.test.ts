// Runs the commands of every page against the server that `npm start` starts, and compares what they print with the page.
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../support/database'
import { copyTemplate, makeTemplate, openShell, startDemo, type Demo, type Shell } from './demo'
import { blocksOf, pages } from './pages'
import { exchangesOf, matches, type Exchange } from './transcript'

const withExamples = pages.filter((page) => exchangesOf(page).length > 0)

let parent: string
let emptyDatabase: TestDatabase
let receiver: http.Server
beforeAll(async () => {
  parent = await makeTemplate()
  emptyDatabase = await freshDatabase()
  receiver = http.createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await emptyDatabase.drop()
  fs.rmSync(parent, { recursive: true })
})

it.each(withExamples)(
  '%s shows what its commands print',
  async (page) => {
    const demo = await startDemo(copyTemplate(parent, String(withExamples.indexOf(page))))
    const shell = await openShell(demo, { SIMULATOR: simulatorOf(demo), EMPTY_DATABASE_URL: emptyDatabase.url })
    try {
      await shell.run(functionsOf(page))
      const names = new Map<string, string>()
      for (const exchange of exchangesOf(page)) await expectShown(shell, exchange, names)
    } finally {
      shell.close()
      await demo.stop()
      fs.rmSync(demo.dataDir, { recursive: true })
    }
  },
  60_000,
)

/** Reads are repeated until the page's answer appears: a worker needs a moment. */
async function expectShown(shell: Shell, { command, answer }: Exchange, names: Map<string, string>): Promise<void> {
  const { port } = receiver.address() as AddressInfo
  let actual = command.replaceAll('18717', String(port))
  for (const [shown, name] of names) actual = actual.replaceAll(shown, name)
  const deadline = Date.now() + (isRead(command) ? 15_000 : 0)
  let printed = await shell.run(actual)
  while (!matches(answer, printed, names) && Date.now() < deadline) {
    await sleep(100)
    printed = await shell.run(actual)
  }
  if (!matches(answer, printed, names)) expect(`$ ${actual}\n${printed}`).toBe(`$ ${actual}\n${answer}`)
}

const isRead = (command: string): boolean =>
  /^call GET |^curl -s "?\$BASE[^ ]*$|admin -- \S+ (list|show|requests|deliveries|status|verify)/.test(command)

/** The shell functions that the page defines for its commands. */
const functionsOf = (page: string): string =>
  blocksOf(page)
    .filter(({ language, text }) => language === 'sh' && /^\w+\(\) \{/m.test(text))
    .map(({ text }) => /^\w+\(\) \{[^]*?\}$/m.exec(text)?.[0] ?? '')
    .join('\n')

const simulatorOf = ({ dataDir }: Demo): string =>
  (JSON.parse(fs.readFileSync(`${dataDir}/simulator.url`, 'utf8')) as { url: string }).url
