// The reference in Chromium, with its policy and without other hosts.
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { operationTable } from '../../generated/operations'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { startBrowser, whyNoBrowser } from '../support/browser'

const screenshot = path.resolve(__dirname, '../../.cache/docs.png')
const missing = whyNoBrowser()

// slow on a busy machine
const patienceMs = 90_000
jest.setTimeout(patienceMs)

/** Since it was opened. */
interface Watched {
  readonly page: Page
  readonly requests: string[]
  readonly complaints: string[]
  violations(): Promise<string[]>
}

let app: TestApp
let community: TestCommunity
let browser: Browser | undefined
beforeAll(async () => {
  if (missing !== null) return
  app = await startTestApp()
  community = await app.community()
  browser = await startBrowser()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function openDocs(fragment = ''): Promise<Watched> {
  if (!browser) throw new Error('the browser did not start')
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const watched = { page, requests: [] as string[], complaints: [] as string[] }
  page.on('request', (request) => watched.requests.push(request.url()))
  page.on('requestfailed', (request) => watched.complaints.push(`${request.url()} failed`))
  page.on('pageerror', ({ message }) => watched.complaints.push(message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text())
  })
  await page.addInitScript(`window.refused = []
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective))`)
  await page.goto(`${app.url}/docs${fragment}`)
  await page.locator('.opblock').first().waitFor()
  return { ...watched, violations: () => page.evaluate<string[]>('window.refused') }
}

interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate<Box[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { name: element.textContent.replace(/\\u200b/g, ''), x: x + scrollX, y: y + scrollY, width, height }
  })`)

/** In each box, on a blank page. */
async function darkPixelsIn(png: Buffer, boxes: readonly Box[]): Promise<number[]> {
  const page = await (browser as Browser).newPage()
  try {
    return await page.evaluate<number[]>(`(async () => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob())
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      return ${JSON.stringify(boxes)}.map(({ x, y, width, height }) => {
        const { data } = canvas.getImageData(x, y, Math.ceil(width), Math.ceil(height))
        let dark = 0
        for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 300) dark += 1
        return dark
      })
    })()`)
  } finally {
    await page.close()
  }
}

if (missing !== null) {
  it(`is not tested here: ${missing}`, () => expect(missing).toMatch(/^no Chromium: [^\n]+$/))
} else {
  it('shows the name of every operation, and sends no request to other hosts', async () => {
    const { page, requests, complaints, violations } = await openDocs()
    const boxes = await boxesOf(page, '.opblock-summary-operation-id')
    expect(boxes.map(({ name }) => name).sort()).toEqual(Object.keys(operationTable).sort())
    const png = await page.screenshot({ fullPage: true })
    fs.mkdirSync(path.dirname(screenshot), { recursive: true })
    fs.writeFileSync(screenshot, png)
    const dark = await darkPixelsIn(png, boxes)
    expect(boxes.filter((_, index) => (dark[index] ?? 0) < 100)).toEqual([])
    expect(requests.map((address) => new URL(address).origin).filter((origin) => origin !== app.url)).toEqual([])
    expect(requests).toContain(`${app.url}/openapi.json`)
    expect([complaints, await violations()]).toEqual([[], []])
  })

  it('sends a request with the entered key and community, and stores neither', async () => {
    const { page, requests, complaints, violations } = await openDocs('#/members/getMember')
    const operation = page.locator('#operations-members-getMember')
    await operation.getByText('"members.read"').waitFor()
    await page.locator('.auth-wrapper .authorize').click()
    for (const [scheme, value] of Object.entries({ apiKey: community.key, communityId: community.communityId })) {
      const form = page.locator('.auth-container', { has: page.getByText(scheme, { exact: true }) })
      await form.locator('input').fill(value)
      await form.locator('button.authorize').click()
    }
    await page.locator('.close-modal').click()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.locator('tr[data-param-name="userId"] input').fill('101')
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(await operation.locator('.live-responses-table').innerText()).toContain('"username": "Member101"')
    expect(requests.filter((address) => address.startsWith(`${app.url}/v2/members/101`))).toHaveLength(1)
    expect(requests.filter((address) => !address.startsWith(app.url))).toEqual([])
    expect([complaints, await violations()]).toEqual([[], []])
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(0)
  })

  it('has a policy that blocks inline script, inline style and requests to other hosts', async () => {
    const { page, violations } = await openDocs()
    await page.evaluate(`(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
      document.body.setAttribute('style', 'color: red')
      await fetch('http://localhost:1/').catch(() => null)
      await new Promise((resolve) => { const image = new Image(); image.onerror = resolve; image.src = 'http://localhost:1/a.png' })
    })()`)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect((await violations()).sort()).toEqual(['connect-src', 'img-src', 'script-src-elem', 'style-src-attr'])
  })
}
