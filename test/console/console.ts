// Drives the console in Chromium, with a virtual authenticator for passkeys.
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { packaged } from '../../scripts/packages/path'
import { readConsole } from '../../src/http/console'
import { OpenidIssuer } from '../../src/issuer/openid-issuer'
import { syncProfile } from '../../src/members/actions'
import type { StaffRole } from '../../src/people/roles'
import { signInClient } from '../../src/simulator/sign-ins'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { startBrowser, whyNoBrowser } from '../support/browser'
import { invite } from '../support/people'

/** Milliseconds; long, because a busy machine is slow. */
export const patienceMs = 90_000
const pictures = path.resolve(__dirname, '../../.cache/console')
export const NO_ANSWER = 'The server does not answer. Check the connection, then try again.'

export interface Opened {
  readonly page: Page
  /** Errors of scripts, and violations of the content security policy. */
  complaints(): Promise<string[]>
}

export interface ConsoleTest {
  readonly app: TestApp
  readonly home: TestCommunity
  readonly origin: string
  /** Opens a page on a device without a passkey. */
  open(address: string, width?: number, device?: BrowserContextOptions): Promise<Opened>
  /** @returns the address of the invitation */
  invited(role: StaffRole, community?: TestCommunity): Promise<string>
  signedIn(role: StaffRole, width?: number, community?: TestCommunity): Promise<Opened>
  /** Makes the simulator an issuer of accounts. @param hasChatAccounts whether players may sign in too */
  offerIssuer(hasChatAccounts?: boolean): void
}

/** Opens a page with a virtual authenticator that has no passkey yet. */
export async function openDevice(
  browser: Browser,
  address: string,
  width = 1280,
  device: BrowserContextOptions = {},
): Promise<Opened> {
  const viewport = { width, height: 844 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...device })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(`window.refused = []
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective))`)
  const keys = await context.newCDPSession(page)
  await keys.send('WebAuthn.enable')
  await keys.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(address)
  return { page, complaints: async () => [...errors, ...(await page.evaluate<string[]>('window.refused'))] }
}

/** Registers a test that gets a browser. Without one, prints what is missing. */
export function testBrowser(title: string, test: (browser: Browser) => Promise<void>): void {
  if (isMissing()) return
  it(title, async () => {
    const browser = await startBrowser()
    await test(browser).finally(() => browser.close())
  })
}

function isMissing(): boolean {
  const missing = whyNoBrowser()
  if (missing !== null) it(`is not tested here: ${missing}`, () => expect(missing).toMatch(/^no Chromium: [^\n]+$/))
  return missing !== null
}

/** Registers tests with a server and a browser; without a browser, none. @param tests get the state when they run */
export function describeConsole(
  tests: (at: ConsoleTest) => void,
  { worker = true, hasAvatars = false }: { readonly worker?: boolean; readonly hasAvatars?: boolean } = {},
): void {
  if (isMissing()) return
  let origin = ''
  let app: TestApp
  let home: TestCommunity
  let browser: Browser
  let issuer: OpenidIssuer | null = null
  beforeAll(async () => {
    // the port is known only when the server listens
    const late = { publicUrl: { get: () => origin }, issuer: { get: () => issuer } }
    const settings = Object.defineProperties({ ...testSettings }, late)
    app = await startTestApp({ settings, console: readConsole(), worker, hasAvatars })
    origin = app.url.replace('127.0.0.1', 'localhost')
    home = await app.community()
    await home.client.post('/v2/medals', { name: 'Valor' })
    for (const userId of group.members) await syncProfile(await home.ctx(), userId)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  const open = (address: string, width?: number, device?: BrowserContextOptions): Promise<Opened> =>
    openDevice(browser, address.startsWith('/') ? origin + address : address, width, device)
  const invited = async (role: StaffRole, community = home): Promise<string> =>
    `/console#invitation=${(await invite(community, role)).invitation}`
  const signedIn = async (role: StaffRole, width?: number, community = home): Promise<Opened> => {
    const opened = await open(await invited(role, community), width)
    await opened.page.getByRole('button', { name: 'Make a passkey' }).click()
    await opened.page.getByRole('banner').waitFor()
    return opened
  }
  tests({
    get app() {
      return app
    },
    get home() {
      return home
    },
    get origin() {
      return origin
    },
    offerIssuer(hasChatAccounts = false) {
      const names = { issuer: `${app.simulator.url}/oauth/`, name: 'Simulator' }
      issuer = new OpenidIssuer({ ...names, ...signInClient, hasChatAccounts })
    },
    open,
    invited,
    signedIn,
  })
}

/** Goes to a screen of the navigation, which is behind a button on a phone. */
export async function go(page: Page, screen: string | RegExp): Promise<void> {
  await page.getByRole('banner').waitFor()
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
}

/** Chooses an option of a field of the design system. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export const alert = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor()
export const notice = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor()

/** Fails all API requests of the page. @returns a function that ends this */
export async function disconnect(page: Page): Promise<() => Promise<void>> {
  await page.route('**/v2/**', (route) => route.abort('connectionfailed'))
  return () => page.unroute('**/v2/**')
}

/** The server executes requests to the address, and the answers are lost. @returns a function that ends this */
export async function loseAnswers(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    await route.fetch()
    // what is under way when this ends is not the test's
    await route.abort('connectionreset').catch(() => undefined)
  })
  return () => page.unroute(address)
}

/** How many style sheets of the page have no rules: the browser lets nobody read those of one that could not be loaded. */
export const unstyled = `[...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => {
    try {
      return sheet.cssRules.length === 0
    } catch {
      return true
    }
  }).length`

/** Presses the button twice before anything can be drawn. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((one: { click(): void }) => {
    one.click()
    one.click()
  })

/** Counts the writes of the page to addresses that end so. */
export function sentTo(page: Page, end: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith(end)) sent.push(request.url())
  })
  return sent
}

/** Ends all sessions of the community on the server. */
export async function endSessions({ client }: TestCommunity): Promise<void> {
  for (const { sessionId } of (await client.get('/v2/sessions')).body.data) {
    await client.post(`/v2/sessions/${sessionId}/revoke`)
  }
}

/** Presses Tab until the element with this label or text has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const nameOfFocus = `(() => {
    const { activeElement: one } = document
    return (one.labels?.[0] ?? one).textContent.trim()
  })()`
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await page.evaluate<string>(nameOfFocus)).startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no press of Tab reached ${name}`)
}

/** Violations of WCAG 2.2 AA, found by axe. */
async function axe(page: Page): Promise<string[]> {
  await page.evaluate(fs.readFileSync(packaged('axe-core/axe.min.js'), 'utf8'))
  return page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`)
}

/** Titles of dialogs that are narrower than their content. */
const cutDialogs = (
  dialogs: { readonly scrollWidth: number; readonly clientWidth: number; readonly innerText: string }[],
) => dialogs.filter((one) => one.scrollWidth > one.clientWidth).map(({ innerText }) => innerText.split('\n', 1)[0])

/**
 * In light and dark, as wide as a phone of 390 pixels. It saves pictures in .cache/console, also of a wide window.
 * @returns what axe found, what is wider than the window or its dialog, and complaints
 */
export async function lookAt(
  { page, complaints }: Opened,
  screen: string,
  widths: readonly number[] = [1440, 390],
): Promise<unknown[]> {
  const found: unknown[] = (await complaints()).map((one) => [screen, one])
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    // a screen is drawn again for another width
    await page
      .waitForFunction('document.documentElement.scrollWidth === innerWidth', null, { timeout: 2_000 })
      .catch(() => null)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    if (wide !== width) found.push([screen, width, wide])
    const cut = await page.getByRole('dialog').evaluateAll(cutDialogs)
    if (cut.length > 0) found.push([screen, width, cut])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(pictures, `${screen}-${width}-${colorScheme}.png`) })
      if (width === 390) found.push(...(await axe(page)).map((one) => [screen, colorScheme, one]))
    }
  }
  return found
}
