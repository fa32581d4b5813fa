// The pages of the documentation in Chromium, with their content security policy and without other hosts.
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { operationTable, signInTable } from '../../generated/operations'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { startBrowser, whyNoBrowser } from '../support/browser'

const screenshot = path.resolve(__dirname, '../../.cache/docs.png')
const missing = whyNoBrowser()

// milliseconds; long, because a busy machine is slow
const patienceMs = 90_000

/** A page, with its requests and complaints since it was opened. */
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
  app = await startTestApp({ worker: false })
  community = await app.community()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function open(address: string, width = 1280): Promise<Watched> {
  if (!browser) throw new Error('the browser did not start')
  const context = await browser.newContext({ viewport: { width, height: 844 } })
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
  await page.goto(app.url + address)
  return { ...watched, violations: () => page.evaluate<string[]>('window.refused') }
}

const operationPath = (operationId: keyof typeof operationTable): string =>
  `/docs/reference/${operationTable[operationId].tag}#${operationId}`

/** Searches in the words of users. One of the pages must be among the first three results. */
const inWordsOfUsers: Readonly<Record<string, readonly string[]>> = {
  pagination: ['/docs/guides/members', operationPath('listMembers'), '/docs/reference#pagination'],
  kick: [operationPath('demoteMember'), operationPath('createBlacklistEntry'), '/docs/guides/moderation'],
  ban: [operationPath('createBlacklistEntry'), '/docs/guides/moderation'],
  'give xp': [operationPath('changeExperience')],
  xp: [operationPath('changeExperience')],
  login: ['/docs/guides/keys', operationPath('getKey'), '/docs/errors/missing_credentials'],
  undo: [operationPath('liftSuspension'), '/docs/guides/suspensions', operationPath('revokeWarning')],
  rotate: [operationPath('rotateKey'), operationPath('rotateWebhookSecret')],
  quickstart: ['/docs'],
  'getting started': ['/docs'],
  'first call': ['/docs'],
  promote: [operationPath('promoteMember')],
  demote: [operationPath('demoteMember')],
  retry: ['/docs/guides/retries'],
  leaderboard: [operationPath('getLeaderboard')],
  webhook: [operationPath('createWebhook'), '/docs/guides/webhooks', operationPath('listWebhooks')],
  'give medal': [operationPath('awardMedal')],
  gdpr: ['/docs/operations/privacy'],
  backup: ['/docs/operations/backup'],
  warn: [operationPath('createWarning'), '/docs/guides/moderation'],
  roblox: ['/docs/guides/roblox'],
  'rate limit': ['/docs/operations/overload#rate-limits', '/docs/errors/rate_limit_exceeded'],
}

if (missing !== null) {
  it(`is not tested here: ${missing}`, () => expect(missing).toMatch(/^no Chromium: [^\n]+$/))
} else {
  it('lists every operation beside the page, and sends no request to other hosts', async () => {
    const { page, requests, complaints, violations } = await open('/docs')
    const linked = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a')].map((link) => link.hash.slice(1))`,
    )
    expect(linked.filter(Boolean).sort()).toEqual(Object.keys({ ...operationTable, ...signInTable }).sort())
    fs.mkdirSync(path.dirname(screenshot), { recursive: true })
    await page.screenshot({ path: screenshot })
    expect(requests.filter((address) => !address.startsWith(app.url))).toEqual([])
    expect([complaints, await violations()]).toEqual([[], []])
    await page.context().close()
  })

  it.each([
    ...['/docs', '/docs/reference', '/docs/reference/members#changeExperience', '/docs/reference/events#createEvent'],
    ...['/docs/errors', '/docs/errors/medal_not_found', '/docs/guides/webhooks', '/docs/operations/cli'],
  ])('%s is as wide as a phone of 390 pixels', async (address) => {
    const { page, complaints, violations } = await open(address, 390)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const cut = `[...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth).length`
    expect(await page.evaluate(cut)).toBe(0)
    expect([complaints, await violations()]).toEqual([[], []])
    await page.context().close()
  })

  it('folds operations, and unfolds the one of the address', async () => {
    const { page } = await open(operationPath('changeExperience'))
    expect(await page.locator('details.operation[open]').count()).toBe(1)
    await page.locator('details.operation[open]', { hasText: 'changeExperience' }).waitFor()
    await page.getByRole('link', { name: 'List members' }).click()
    expect(await page.locator('details.operation[open]').count()).toBe(2)
    await page.context().close()
  })

  it.each([
    ['changeExperience', operationPath('changeExperience')],
    ['suspend', operationPath('createSuspension')],
    ['medal_not_found', '/docs/errors/medal_not_found'],
    ['promote a member', operationPath('promoteMember')],
    ['verify a webhook', '/docs/guides/webhooks#verify-a-message'],
    ['POST /v2/events', operationPath('createEvent')],
  ])('the search for "%s" finds %s', async (query, expected) => {
    const { page, complaints, violations } = await open('/docs/errors/medal_not_found')
    await page.fill('#search', query)
    await page.locator('#results li').first().waitFor()
    const found = await page.evaluate<string[]>(`[...document.querySelectorAll('#results a')].map((link) => link.href)`)
    expect(found.slice(0, 3)).toContain(app.url + expected)
    expect([complaints, await violations()]).toEqual([[], []])
    await page.context().close()
  })

  it('the search knows the words of its users', async () => {
    const { page } = await open('/docs/errors/medal_not_found')
    const wrong: unknown[] = []
    for (const [query, expected] of Object.entries(inWordsOfUsers)) {
      await page.fill('#search', query)
      // a function to wait for would be evaluated in the page, which its policy forbids
      await page.locator(`#results[data-query=${JSON.stringify(query)}]`).waitFor({ state: 'attached' })
      const found = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#results a')].map((link) => link.href)`,
      )
      const first = found.slice(0, 3).map((address) => address.slice(app.url.length))
      if (!first.some((address) => expected.includes(address))) wrong.push([query, first, expected])
    }
    expect(wrong).toEqual([])
    await page.context().close()
  })

  it('shows the samples in the chosen language', async () => {
    const { page } = await open(operationPath('changeExperience'))
    const shown = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('details[open] .samples pre')]
        .filter((sample) => sample.checkVisibility()).map((sample) => sample.dataset.language)`)
    expect(await shown()).toEqual(['sh'])
    for (const [name, language] of [
      ['Python', 'python'],
      ['Luau', 'lua'],
      ['TypeScript', 'ts'],
    ] as const) {
      await page.locator('details[open]').getByRole('button', { name }).click()
      expect(await shown()).toEqual([language])
    }
    await page.context().close()
  })

  it('sends a request with the entered key and community, which the tab keeps until they are forgotten', async () => {
    const { page, requests, complaints, violations } = await open(operationPath('getMember'))
    const operation = page.locator('details.operation[open]')
    await operation.getByLabel('userId').fill('101')
    await operation.getByRole('button', { name: 'Send' }).click()
    await page.getByLabel('API key').fill(community.key)
    await page.getByLabel('Community id').fill(community.communityId)
    await page.getByText('Authorize', { exact: true }).click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.locator('.try pre', { hasText: '"username": "Member101"' }).waitFor()
    expect(requests.filter((address) => address.startsWith(`${app.url}/v2/members/101`))).toHaveLength(1)
    expect(requests.filter((address) => !address.startsWith(app.url))).toEqual([])
    expect([complaints, await violations()]).toEqual([[], []])
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0)
    await page.goto(`${app.url}/docs/reference/events`)
    const entered = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('#credentials input')].map((input) => input.value)`)
    expect(await entered()).toEqual([community.key, community.communityId])
    expect(requests.filter((address) => address.includes(community.key))).toEqual([])
    await page.getByText('Authorize', { exact: true }).click()
    await page.getByRole('button', { name: 'Forget both' }).click()
    expect([await entered(), await page.evaluate('sessionStorage.length')]).toEqual([['', ''], 0])
    await page.context().close()
  })

  it('sends the body and the headers of the form', async () => {
    const { page } = await open(operationPath('changeExperience'))
    const operation = page.locator('details.operation[open]')
    await page.getByText('Authorize', { exact: true }).click()
    await page.getByLabel('API key').fill(community.key)
    await page.getByLabel('Community id').fill(community.communityId)
    await operation.getByLabel('userId').fill('102')
    await operation.getByLabel('Body').fill('{"op": "increment", "amount": 7}')
    await page.getByText('Authorize', { exact: true }).click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.locator('.try pre', { hasText: '"experience": 7' }).waitFor()
    await page.context().close()
  })

  it('copies a code block, and of a session with answers the commands only', async () => {
    const { page, complaints } = await open('/docs')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[data-language=console] .copy').first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^curl -s -X POST[^]*"Won the round"}'$/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('shows samples beside the text on a wide screen, and methods in a colour that can be read', async () => {
    const { page } = await open(operationPath('changeExperience'), 1440)
    const boxes = await page.evaluate<{ left: number; width: number }[]>(
      `[...document.querySelectorAll('details[open] > div > div')].map((part) => part.getBoundingClientRect())`,
    )
    expect(boxes[1]?.left).toBeGreaterThan((boxes[0]?.left ?? 0) + (boxes[0]?.width ?? 0))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrasts = await page.evaluate<number[]>(`(() => {
        const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        const light = (color) => {
          const [r, g, b] = color.match(/[\\d.]+/g).map((value) => part(value / 255))
          return 0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        return ['get', 'post', 'put', 'patch', 'delete'].map((method) => {
          const mark = document.createElement('b')
          mark.className = method
          document.querySelector('details[open] > summary code').append(mark)
          const [one, other] = [getComputedStyle(mark).color, getComputedStyle(mark.parentElement).backgroundColor].map(light)
          return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
        })
      })()`)
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
    }
    await page.context().close()
  })

  it('an unknown address shows a page with the list of pages', async () => {
    const { page } = await open('/docs/nothing/here')
    await page.getByRole('heading', { name: 'No such page' }).waitFor()
    await page.locator('main').getByRole('link', { name: 'documentation' }).click()
    await page.waitForURL(`${app.url}/docs`)
    await page.context().close()
  })

  it('has a policy that blocks inline script, inline style and requests to other hosts', async () => {
    const { page, violations } = await open('/docs')
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
    await page.context().close()
  })
}
