// From the link that `npm start` prints to a reviewed response.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { notice, openDevice, patienceMs, testBrowser } from './console'

const main = path.resolve(__dirname, '../../dist/src/main.js')

testBrowser(
  'leads a newcomer from the printed link to a reviewed response and its rank change in at most six clicks',
  async (browser) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'newcomer-'))
    // the account that runs PostgreSQL must enter when root runs the test
    fs.chmodSync(folder, 0o755)
    const terminal = path.join(folder, 'terminal.cjs')
    fs.writeFileSync(terminal, 'process.stdout.isTTY = true')
    const server = spawn(process.execPath, ['--require', terminal, main], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => server.once('close', resolve))
    try {
      const link = await new Promise<string>((resolve, reject) => {
        let printed = ''
        server.stdout.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
          const [, found] = /Console {2,}(http\S+)\s/.exec(printed) ?? []
          if (found !== undefined) resolve(found)
        })
        void ended.then((code) => reject(new Error(`the server ended with ${String(code)}: ${printed}`)))
      })
      const { page, complaints } = await openDevice(browser, link)
      let clicks = 0
      const click = async (role: 'button' | 'link', name: string): Promise<void> => {
        clicks += 1
        await page.getByRole(role, { name }).click()
      }
      await click('button', 'Make a passkey')
      await click('button', 'Open the oldest')
      await page.getByText('I fly every weekend, and I like teams.').waitFor()
      await click('button', 'Pass')
      await notice(page, 'driftwood_ren passed.')
      await click('link', 'Members')
      await click('link', 'driftwood_ren')
      await page.getByRole('heading', { name: 'driftwood_ren' }).waitFor()
      await page.getByText('Recruit', { exact: true }).first().waitFor({ timeout: patienceMs })
      const history = page.getByRole('region', { name: 'History' })
      await history
        .getByText(/^The platform (made|accepted)/)
        .first()
        .waitFor({ timeout: patienceMs })
      expect(clicks).toBeLessThanOrEqual(6)
      expect(await complaints()).toEqual([])
    } finally {
      server.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true })
    }
  },
)
