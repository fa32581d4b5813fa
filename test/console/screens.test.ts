// The screens of the console in Chromium, with a passkey of a virtual device.
import fs from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { packaged } from '../../scripts/packages/path'
import { readConsole } from '../../src/http/console'
import { syncProfile } from '../../src/members/actions'
import type { StaffRole } from '../../src/people/roles'
import { makeForm, review, respond, verify, type Form } from '../applications/submissions/fixture'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { startBrowser, whyNoBrowser } from '../support/browser'
import { invite } from '../support/people'

const missing = whyNoBrowser()
// slow on a busy machine
const patienceMs = 90_000
const [first, second] = group.members

interface Opened {
  readonly page: Page
  /** Errors of scripts, and what the policy refused. */
  complaints(): Promise<string[]>
}

let origin = ''
let app: TestApp
let home: TestCommunity
let browser: Browser | undefined
beforeAll(async () => {
  if (missing !== null) return
  // the port is known when the server listens
  const settings = Object.defineProperty({ ...testSettings }, 'publicUrl', { get: () => origin })
  app = await startTestApp({ settings, console: readConsole() })
  origin = app.url.replace('127.0.0.1', 'localhost')
  home = await app.community()
  await home.client.post('/v2/medals', { name: 'Valor' })
  for (const userId of group.members) {
    await syncProfile(await home.ctx(), userId)
    await verify(app, userId)
  }
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
})

/** On a device that has no passkey yet. */
async function open(address: string, width = 1280): Promise<Opened> {
  if (!browser) throw new Error('the browser did not start')
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(`window.refused = []
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective))`)
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.goto(address.startsWith('/') ? origin + address : address)
  return { page, complaints: async () => [...errors, ...(await page.evaluate<string[]>('window.refused'))] }
}

async function invited(role: StaffRole): Promise<string> {
  const { invitation } = await invite(home, role)
  return `/console#invitation=${invitation}`
}

async function signedIn(role: StaffRole, width?: number): Promise<Opened> {
  const opened = await open(await invited(role), width)
  await opened.page.getByRole('button', { name: 'Make a passkey' }).click()
  await opened.page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
  return opened
}

const alert = (page: Page, text: string): Promise<void> => page.getByRole('alert').filter({ hasText: text }).waitFor()
const notice = (page: Page, text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor()
const NO_ANSWER = 'The server does not answer. Check the connection, then try again.'

/** @returns what connects again */
async function disconnect(page: Page): Promise<() => Promise<void>> {
  await page.route('**/v2/**', (route) => route.abort('connectionfailed'))
  return () => page.unroute('**/v2/**')
}

const statusOf = async (response: string): Promise<string> => (await home.client.get(response)).body.data.status

/** A form of its own, whose responses alone wait. */
async function onlyForm(): Promise<Form> {
  const { body: forms } = await home.client.get('/v2/applications')
  for (const { applicationId } of forms.data.items) {
    const at = `/v2/applications/${applicationId}/responses`
    const { body } = await home.client.get(`${at}?status=Pending`)
    for (const { responseId } of body.data.items) await review(home.client, `${at}/${responseId}`)
  }
  return makeForm(home.client)
}

/** Of WCAG 2.2 AA. */
async function axe(page: Page): Promise<string[]> {
  await page.evaluate(fs.readFileSync(packaged('axe-core/axe.min.js'), 'utf8'))
  return page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`)
}

/** The element with the focus has the name. */
async function tabTo(page: Page, name: string): Promise<void> {
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

if (missing !== null) {
  it(`is not tested here: ${missing}`, () => expect(missing).toMatch(/^no Chromium: [^\n]+$/))
} else {
  describe('the sign-in', () => {
    it('makes a passkey from the link of an invitation, signs out, and signs in with the passkey', async () => {
      const { page, complaints } = await signedIn('officer')
      expect(page.url()).toBe(`${origin}/console/review`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
      expect(await complaints()).toEqual([])
    })

    it('refuses an invitation that was used', async () => {
      const address = await invited('viewer')
      const { page } = await open(address)
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
      const other = await open(address)
      await other.page.getByRole('button', { name: 'Make a passkey' }).click()
      await other.page.getByRole('alert').waitFor()
      expect(other.page.url()).toContain('/console/sign-in')
    })

    it('tells that the server does not answer, and works when it does', async () => {
      const { page } = await open(await invited('viewer'))
      await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
      const connect = await disconnect(page)
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await alert(page, NO_ANSWER)
      await connect()
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
    })

    it('is shown when the session was ended elsewhere', async () => {
      const { page } = await signedIn('viewer')
      const { body } = await home.client.get('/v2/sessions')
      for (const { sessionId } of body.data) await home.client.post(`/v2/sessions/${sessionId}/revoke`)
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    })
  })

  describe('Review', () => {
    it('passes a response with a note and feedback, fails the next one, by keyboard alone', async () => {
      const form = await onlyForm()
      const passed = await respond(home.client, form, first)
      const failed = await respond(home.client, form, second)
      const { page, complaints } = await open(await invited('reviewer'))
      await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
      await page.keyboard.press('Enter')
      await page
        .getByRole('article', { name: `Response of Member${first}` })
        .getByText('I like to fly.')
        .waitFor()
      await tabTo(page, 'Note for the staff')
      await page.keyboard.type('pf')
      await tabTo(page, 'Feedback for the applicant')
      await page.keyboard.type('Welcome')
      await tabTo(page, 'Pass')
      await page.keyboard.press('p')
      await notice(page, `Member${first}: passed.`)
      await page
        .getByRole('article', { name: `Response of Member${second}` })
        .getByText('I like to fly.')
        .waitFor()
      await page.keyboard.press('f')
      await notice(page, `Member${second}: failed.`)
      await page.getByText('No response waits for a decision.').waitFor()
      expect((await home.client.get(passed)).body.data).toMatchObject({
        ...{ status: 'Passed', privateNote: 'pf', applicantFeedback: 'Welcome' },
      })
      expect(await statusOf(failed)).toBe('Failed')
      expect(await complaints()).toEqual([])
    })

    it('tells the second of two reviewers that the first decided', async () => {
      const form = await onlyForm()
      const response = await respond(home.client, form, first)
      const { page } = await signedIn('reviewer')
      await page.getByText('I like to fly.').waitFor()
      // the list of the page is read again after the decision only
      await page.route('**/responses?status=Pending*', (route) => route.abort('connectionfailed'))
      await review(home.client, response, { status: 'Failed' })
      await page.getByRole('button', { name: 'Pass' }).click()
      await notice(page, `Member${first}: somebody else decided first. Your decision was not stored.`)
      expect(await statusOf(response)).toBe('Failed')
    })

    it('keeps note and response when the connection is lost, and stores one decision', async () => {
      const form = await onlyForm()
      const response = await respond(home.client, form, first)
      const { page } = await signedIn('reviewer')
      await page.getByText('I like to fly.').waitFor()
      await page.getByLabel('Note for the staff').fill('Kept')
      const connect = await disconnect(page)
      await page.getByRole('button', { name: 'Pass' }).click()
      await alert(page, NO_ANSWER)
      await connect()
      await page.getByRole('button', { name: 'Pass' }).click()
      await notice(page, `Member${first}: passed.`)
      expect((await home.client.get(response)).body.data).toMatchObject({ status: 'Passed', privateNote: 'Kept' })
    })
  })

  describe('Members', () => {
    it('finds a member by name, gives experience and a medal, warns, and shows the history', async () => {
      const { page, complaints } = await signedIn('officer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Name or user id').fill(`Member${first}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Member${first}` }).waitFor()
      const dialog = page.getByRole('dialog')
      const act = async (title: string, fill: () => Promise<unknown>, told: string): Promise<void> => {
        await page.getByRole('button', { name: title }).click()
        await fill()
        await dialog.getByRole('button', { name: title }).click()
        await notice(page, told)
      }
      await act('Give experience', () => dialog.getByLabel('Experience').fill('150'), 'The experience was given.')
      await act('Award a medal', () => dialog.getByLabel('Medal').selectOption('Valor'), 'The medal was awarded.')
      await act('Warn', () => dialog.getByLabel('Reason').fill('Spoke out of turn'), 'The warning was stored.')
      await page.getByRole('listitem').filter({ hasText: 'Spoke out of turn' }).waitFor()
      await page.getByRole('row', { name: 'Medals' }).getByText('Valor (1)').waitFor()
      const { body } = await home.client.get(`/v2/members/${first}`)
      expect(body.data).toMatchObject({ experience: 150, medals: [{ name: 'Valor', count: 1 }] })
      const { body: log } = await home.client.get('/v2/audit-entries?order=newest&limit=1')
      expect(log.data[0]).toMatchObject({ action: 'warning.create', actor: { kind: 'person' } })
      expect(await complaints()).toEqual([])
    })

    it('lists the members of a rank, which the address names', async () => {
      const { page } = await signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Rank').selectOption('recruit')
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      expect(page.url()).toContain(`rank=`)
      await page.getByLabel('Rank').selectOption('lieutenant')
      await page.getByText('No member matches.').waitFor()
      await page.reload()
      await page.getByText('No member matches.').waitFor()
    })

    it('shows the reason of a refusal: no such member', async () => {
      const { page } = await signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Name or user id').fill('Nobody_at_all')
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByRole('search').getByRole('alert').waitFor()
      expect(page.url()).toBe(`${origin}/console/members`)
    })

    it('warns once when the answer was lost and the person tries again', async () => {
      const { page } = await signedIn('moderator')
      await page.goto(`${origin}/console/members/${second}`)
      await page.getByRole('button', { name: 'Warn' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('Once')
      await page.route('**/v2/warnings', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      await dialog.getByRole('button', { name: 'Warn' }).click()
      await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await page.unroute('**/v2/warnings')
      await dialog.getByRole('button', { name: 'Warn' }).click()
      await notice(page, 'The warning was stored.')
      const { body } = await home.client.get(`/v2/warnings?userId=${second}`)
      expect(body.data).toHaveLength(1)
    })

    it('shows only the acts of the role', async () => {
      const { page } = await signedIn('moderator')
      await page.goto(`${origin}/console/members/${first}`)
      await page.getByRole('button', { name: 'Warn' }).waitFor()
      expect(await page.getByRole('button', { name: 'Give experience' }).count()).toBe(0)
    })
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone of 390 pixels', async () => {
    const form = await onlyForm()
    await respond(home.client, form, first)
    const { page, complaints } = await signedIn('officer', 390)
    const found: unknown[] = []
    const look = async (screen: string): Promise<void> => {
      found.push(...(await complaints()).map((one) => [screen, one]))
      const width = await page.evaluate('document.documentElement.scrollWidth')
      if (width !== 390) found.push([screen, 'width', width])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await axe(page)).map((one) => [screen, colorScheme, one]))
      }
    }
    await page.getByText('I like to fly.').waitFor()
    await look('review')
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('link', { name: `Member${first}` }).waitFor()
    await look('members')
    await page.getByRole('link', { name: `Member${first}` }).click()
    await page.getByRole('listitem').first().waitFor()
    await look('member')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog').getByLabel('Days').waitFor()
    await look('dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await look('sign-in')
    expect(found).toEqual([])
  })
}

it('is left out with CONSOLE=off: its addresses answer 404', async () => {
  const without = await startTestApp({ worker: false, console: null })
  const answers = ['/console', '/console/review'].map(async (at) => (await fetch(without.url + at)).status)
  expect(await Promise.all(answers)).toEqual([404, 404])
  await without.close()
})
