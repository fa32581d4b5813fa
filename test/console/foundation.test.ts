// What every screen of the console stands on: an act has one effect, nothing that was typed is lost, and errors stay and recover.
import type { Page, Route } from 'playwright-core'
import { makeForm } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import {
  alert,
  describeConsole,
  disconnect,
  endSessions,
  go,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  pressTwice,
  sentTo,
  tabTo,
  unstyled,
} from './console'

const [first, second] = group.members
const AWARDS = '**/v2/award-batches'

describeConsole((at) => {
  const experienceOf = async (userId: number): Promise<number> =>
    (await at.home.client.get(`/v2/members/${userId}`)).body.data.experience

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Give experience/ })
  const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Give experience' })
  const again = (page: Page) => dialogOf(page).getByRole('button', { name: 'Try again' })

  /** Opens the dialog of a member and fills the amount in. */
  async function begin(page: Page, userId: number, amount: number): Promise<void> {
    await page.goto(`${at.origin}/console/members/${userId}`)
    await page.getByRole('button', { name: 'Give experience' }).click()
    await dialogOf(page).getByLabel('Experience').fill(String(amount))
  }

  describe('an act', () => {
    it('has one effect when its answer is lost and the person tries again', async () => {
      const before = await experienceOf(first)
      const { page, complaints } = await at.signedIn('officer')
      await begin(page, first, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await again(page).click()
      await notice(page, `has ${before + 10} now.`)
      expect(await experienceOf(first)).toBe(before + 10)
      expect(await complaints()).toEqual([])
    })

    it('is sent once when it is pressed twice at once', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      const sent = sentTo(page, '/v2/award-batches')
      await pressTwice(send(page))
      await notice(page, `has ${before + 10} now.`)
      expect(sent).toHaveLength(1)
      expect(await experienceOf(first)).toBe(before + 10)
    })

    it('has one effect when the page is loaded again before the answer came', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await dialogOf(page).getByRole('alert').waitFor()
      await answered()
      await page.reload()
      await alert(page, `Give 10 experience to Member${first}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await notice(page, 'Done: ')
      expect(await experienceOf(first)).toBe(before + 10)
      await page.reload()
      await page.getByRole('button', { name: 'Give experience' }).waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    })

    it('is another act when the first has its answer', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      for (const total of [before + 10, before + 20]) {
        await begin(page, first, 10)
        await send(page).click()
        await notice(page, `has ${total} now.`)
      }
    })

    it('that has no answer is told on the next page, where it is sent again', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await dialogOf(page).getByRole('alert').waitFor()
      await answered()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'All members' }).click()
      await alert(page, `Give 10 experience to Member${first}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await notice(page, 'Done: ')
      expect(await experienceOf(first)).toBe(before + 10)
    })

    it('is done as it was changed when the first did not arrive', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 100)
      const connect = await disconnect(page)
      await send(page).click()
      await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await connect()
      await dialogOf(page).getByLabel('Experience').fill('10')
      await dialogOf(page).getByRole('alert').filter({ hasText: 'You changed the fields since' }).waitFor()
      await send(page).click()
      await notice(page, `has ${before + 10} now.`)
      expect(await experienceOf(first)).toBe(before + 10)
    })

    it('that was stored is not done in another form: the person is told, and what was changed stays', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await dialogOf(page).getByLabel('Experience').fill('20')
      // again without an answer
      await send(page).click()
      await again(page).waitFor()
      await dialogOf(page).getByLabel('Experience').fill('30')
      await answered()
      await send(page).click()
      const told = `This was stored as you sent it first: Give 10 experience to Member${first}.`
      await dialogOf(page).getByRole('alert').filter({ hasText: told }).waitFor()
      expect(await experienceOf(first)).toBe(before + 10)
      expect(await dialogOf(page).getByLabel('Experience').inputValue()).toBe('30')
      await send(page).click()
      await notice(page, `has ${before + 40} now.`)
      expect(await experienceOf(first)).toBe(before + 40)
    })

    it('whose id the server has forgotten is not sent again: the person looks, and leaves it or does it anew', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('administrator')
      await begin(page, first, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await again(page).waitFor()
      await answered()
      const sent: string[] = []
      page.on('request', (request) => void (request.url().endsWith('/v2/award-batches') && sent.push(request.url())))
      // a day passes while the dialog is open
      const tomorrow = 'const now = Date.now; Date.now = () => now() + 24 * 3_600_000'
      await page.evaluate(`void (() => { ${tomorrow} })()`)
      await again(page).click()
      const asked = dialogOf(page).getByRole('alert').filter({ hasText: 'could do it twice. Look first' })
      await asked.waitFor()
      expect(sent).toEqual([])
      await page.addInitScript(tomorrow)
      await page.reload()
      const untold = page.getByRole('alert').filter({ hasText: `Give 10 experience to Member${first}. Trying again` })
      await untold.waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      expect(await experienceOf(first)).toBe(before + 10)
      await page.getByRole('button', { name: 'Do it anew' }).click()
      await notice(page, 'Done: ')
      expect([sent.length, await experienceOf(first)]).toEqual([1, before + 20])
      await untold.waitFor({ state: 'detached' })
    })

    it('whose id the server has forgotten can be left, after a look at the audit log', async () => {
      const before = await experienceOf(second)
      const { page } = await at.signedIn('administrator')
      await begin(page, second, 10)
      const answered = await loseAnswers(page, AWARDS)
      await send(page).click()
      await again(page).waitFor()
      await answered()
      await page.addInitScript('const now = Date.now; Date.now = () => now() + 24 * 3_600_000')
      await page.reload()
      await page.getByRole('link', { name: 'What you did, in the audit log' }).click()
      await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
      await page
        .getByRole('main')
        .filter({ hasText: /gave Member\d+ 10 experience/ })
        .waitFor()
      await page.getByRole('button', { name: 'Leave it' }).click()
      await page.reload()
      await page
        .getByRole('main')
        .filter({ hasText: /gave Member\d+ 10 experience/ })
        .waitFor()
      expect(await page.getByRole('button', { name: /Leave it|anew/ }).count()).toBe(0)
      expect(await experienceOf(second)).toBe(before + 10)
    })

    it('is taken back by the toast', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      await send(page).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await notice(page, 'Taken back: ')
      expect(await experienceOf(first)).toBe(before)
    })

    it('can be taken back for its ten seconds, also when three newer toasts are above it', async () => {
      const before = await experienceOf(first)
      const { page } = await at.signedIn('officer')
      await page.goto(`${at.origin}/console/members/${first}`)
      for (const amount of [1, 2, 4, 8]) {
        await page.getByRole('button', { name: 'Give experience' }).click()
        await dialogOf(page).getByLabel('Experience').fill(String(amount))
        await send(page).click()
        await dialogOf(page).waitFor({ state: 'hidden' })
      }
      const toasts = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })
      const texts = await toasts.allInnerTexts()
      expect(texts.map((text) => /(\d+) experience/.exec(text)?.[1])).toEqual(['8', '4', '2', '1'])
      const isShown = await page.evaluate<boolean[]>(`[...document.querySelectorAll('[role=status]')]
        .filter((one) => one.closest('.mantine-Notifications-root'))
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })`)
      expect(isShown).toEqual([true, true, true, false])
      await toasts.nth(3).getByRole('button', { name: 'Undo' }).click()
      await notice(page, 'Taken back: ')
      expect(await experienceOf(first)).toBe(before + 14)
    })

    it('tells the refusal of the server, and keeps what was typed', async () => {
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      await page.route(AWARDS, (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '60' },
          json: { error: { code: 'rate_limit_exceeded', message: 'Too many requests.' } },
        }),
      )
      await send(page).click()
      await dialogOf(page).getByRole('alert').filter({ hasText: 'That was too much in a short time' }).waitFor()
      const later = dialogOf(page).getByRole('button', { name: /^Try again in \d+ seconds$/ })
      expect(await later.isDisabled()).toBe(true)
      expect(await dialogOf(page).getByLabel('Experience').inputValue()).toBe('10')
    })

    it('names a reason that is too long, and cuts nothing', async () => {
      const { page } = await at.signedIn('officer')
      await begin(page, first, 10)
      const reason = dialogOf(page).getByLabel('Reason')
      await reason.fill('😀'.repeat(256))
      expect(await dialogOf(page).getByText('too many').count()).toBe(0)
      await reason.fill('😀'.repeat(258))
      await dialogOf(page).getByText('2 characters too many').waitFor()
      expect([...(await reason.inputValue())]).toHaveLength(258)
    })
  })

  describe('what was typed', () => {
    it('survives a reload and a navigation, and goes when the act is done', async () => {
      const { page } = await at.signedIn('officer')
      await begin(page, second, 10)
      await dialogOf(page).getByLabel('Reason').fill('Led the patrol')
      await page.reload()
      await page.getByRole('button', { name: 'Give experience' }).click()
      expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('Led the patrol')
      await page.keyboard.press('Escape')
      await go(page, 'Members')
      await page.getByRole('link', { name: `Member${first}` }).click()
      await page.getByRole('button', { name: 'Give experience' }).click()
      expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('')
      await begin(page, second, 10)
      expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('Led the patrol')
      await send(page).click()
      await notice(page, 'got 10 experience')
      await page.getByRole('button', { name: 'Give experience' }).click()
      expect(await dialogOf(page).getByLabel('Reason').inputValue()).toBe('')
    })

    it('stays when the session ended meanwhile: one signs in there, and the act is done once', async () => {
      const before = await experienceOf(second)
      const { page, complaints } = await at.signedIn('officer')
      await begin(page, second, 10)
      await dialogOf(page).getByLabel('Reason').fill('Led the patrol')
      await endSessions(at.home)
      await send(page).click()
      const ended = page.getByRole('dialog', { name: 'Your session has ended' })
      await ended.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await notice(page, `has ${before + 10} now.`)
      expect(await experienceOf(second)).toBe(before + 10)
      expect(new URL(page.url()).pathname).toBe(`/console/members/${second}`)
      expect(await complaints()).toEqual([])
    })
  })

  describe('the session', () => {
    it('is not said to have ended when no answer came to the sign-out', async () => {
      const { page } = await at.signedIn('viewer')
      await go(page, 'Members')
      const connect = await disconnect(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await alert(page, 'You may still be signed in.')
      expect(page.url()).toContain('/console/members')
      await connect()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    })

    it('begins where the link led', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await page.goto(`${at.origin}/console/members?experience=5`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      expect(page.url()).toBe(`${at.origin}/console/members?experience=5`)
    })

    it('goes to no address of another host', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await page.goto(`${at.origin}/console/sign-in?to=${encodeURIComponent('//example.com/')}`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    })

    it('does not begin with a link that was used, and does not offer it again', async () => {
      const address = await at.invited('viewer')
      const made = await at.open(address)
      await made.page.getByRole('button', { name: 'Make a passkey' }).click()
      await made.page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      const { page } = await at.open(address)
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await alert(page, 'This link was used or is too old.')
      expect(await page.getByRole('button', { name: 'Make a passkey' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Sign in without the link' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await alert(page, 'The device gave no passkey')
    })
  })

  describe('an error', () => {
    it.each([
      [429, 'rate_limit_exceeded', 'That was too much in a short time'],
      [503, 'server_busy', 'busy'],
    ])('stays on the screen, and the server is not asked before it said: %d', async (status, code, text) => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: `Member${first}` }).waitFor()
      let asked = 0
      await page.route('**/v2/members?*', (route) => {
        asked += 1
        return route.fulfill({
          status,
          headers: { 'Retry-After': '60' },
          json: { error: { code, message: 'Later.' } },
        })
      })
      await page.reload()
      await alert(page, text)
      await page.getByRole('button', { name: /^Try again in \d+ seconds$/ }).waitFor()
      const begun = Date.now()
      await until('six seconds passed', async () => {
        expect(await page.getByRole('alert').count()).toBe(1)
        return Date.now() - begun > 6_000
      })
      expect(asked).toBe(1)
    })

    it('stays while the server is asked again', async () => {
      const { page } = await at.signedIn('viewer')
      const members = '**/v2/members?*'
      const refused = { error: { code: 'insufficient_scope', message: 'No.' } }
      await page.route(members, (route) => route.fulfill({ status: 403, json: refused }))
      await page.reload()
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await page.unroute(members)
      const asked: Route[] = []
      await page.route(members, (route) => void asked.push(route))
      await again.click()
      await until('it is asked', () => Promise.resolve(asked.length > 0))
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(1)
      for (const route of asked) await route.continue()
      await page.getByRole('link', { name: `Member${first}` }).waitFor()
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    })

    it('ends when the server answers again', async () => {
      const { page } = await at.signedIn('viewer')
      const connect = await disconnect(page)
      await page.reload()
      await alert(page, NO_ANSWER)
      await connect()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    })

    it('of a connection that is lost is told, and what is shown is read again when it is back', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: `Member${first}` }).waitFor()
      await page.context().setOffline(true)
      await notice(page, 'You are offline.')
      await page.getByLabel('Name or user id').fill(`Member${second}`)
      await alert(page, NO_ANSWER)
      await page.context().setOffline(false)
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      await until('the error is gone', async () => (await page.getByRole('alert').count()) === 0)
      expect(await page.getByText('You are offline.').count()).toBe(0)
    })

    it.each(['js', 'css'])('of a page that cannot be loaded is told, and it is loaded later: its .%s', async (kind) => {
      const { page } = await at.signedIn('officer')
      const files = `**/assets/audit-*.${kind}`
      await page.route(files, (route) => route.abort('connectionfailed'))
      await go(page, 'Audit')
      await alert(page, 'This page could not be loaded.')
      await page.unroute(files)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
      expect(await page.evaluate(unstyled)).toBe(0)
    })
  })

  describe('finding one’s way', () => {
    it('has a title for each page, a link to the content, and the focus on the heading after a navigation', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      expect(await page.title()).toBe('Members · Console')
      await page.reload()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
      await page.getByRole('link', { name: /^Ana/ }).click()
      await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
      await until(
        'the heading has the focus',
        async () => (await page.evaluate('document.activeElement.textContent')) === 'Your account',
      )
      expect(await page.title()).toBe('Your account · Console')
    })

    it('tells the communities of a browser apart, and leads to the sign-in of another', async () => {
      const other = await at.app.community()
      const { page } = await at.signedIn('viewer')
      await page.goto(at.origin + (await at.invited('viewer', other)))
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByRole('banner').waitFor()
      await page.getByRole('button', { name: /^Community: / }).click()
      await page.getByRole('menuitem', { name: at.home.communityId }).click()
      await page.getByText(/^Choose the passkey of /).waitFor()
      expect(new URL(page.url()).searchParams.get('community')).toBe(at.home.communityId)
    })

    it('goes to a screen and to a member by the palette, with the keyboard alone', async () => {
      const { page, complaints } = await at.signedIn('officer')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('button', { name: 'Queue' }).waitFor()
      await page.keyboard.type('Member' + first)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Member${first}` })
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Member${first}`, level: 1 }).waitFor()
      expect(await complaints()).toEqual([])
    })

    it('goes to each page of the settings, to the account and to a form by the palette, with the keyboard alone', async () => {
      const form = await makeForm(at.home.client, { name: 'Flying school' })
      const { page, complaints } = await at.signedIn('administrator')
      const found = page.getByRole('dialog').getByRole('button')
      const find = async (text: string) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').locator('input:focus').waitFor()
        await page.keyboard.type(text)
      }
      const pages = 'Connection People Roles Keys Ranks Medals Qualifications Forms'.split(' ')
      await find('settings')
      await until('they are listed', async () => (await found.count()) === pages.length + 1)
      expect(await found.allInnerTexts()).toEqual(['Settings', ...pages])
      await page.keyboard.press('Escape')
      for (const [text, name] of [...pages, 'Your account', 'Flying school'].map((one) => [one, one] as const)) {
        await find(text)
        await until(text, async () => (await found.allInnerTexts()).join() === name)
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name, level: 1 }).waitFor()
      }
      expect(page.url()).toContain(form.applicationId)
      expect(await complaints()).toEqual([])
    })

    it('offers no page in the palette that the role may not open', async () => {
      const { page } = await at.signedIn('viewer')
      const found = page.getByRole('dialog').getByRole('button')
      await page.keyboard.press('Control+k')
      await found.first().waitFor()
      expect(await found.allInnerTexts()).toEqual([
        ...['Members', 'Settings', 'Your account'],
        ...['Connection', 'Ranks', 'Medals', 'Qualifications', 'Forms'],
      ])
      await page.keyboard.type('Keys')
      await page.getByText('Nothing has this name').waitFor()
    })

    it('gives experience by keyboard alone', async () => {
      const before = await experienceOf(second)
      const { page } = await at.signedIn('officer')
      await page.goto(`${at.origin}/console/members/${second}`)
      await page.getByRole('button', { name: 'Give experience' }).waitFor()
      await tabTo(page, 'Give experience')
      await page.keyboard.press('Enter')
      await dialogOf(page).waitFor()
      await page.keyboard.type('25')
      await page.keyboard.press('Enter')
      await notice(page, `has ${before + 25} now.`)
      expect(await experienceOf(second)).toBe(before + 25)
    })
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone of 390 pixels', async () => {
    const opened = await at.open(await at.invited('officer'), 390)
    const { page } = opened
    const found: unknown[] = []
    const look = async (screen: string) => found.push(...(await lookAt(opened, screen)))
    await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
    await look('sign-in')
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await go(page, 'Members')
    await page.getByRole('link', { name: `Member${first}` }).waitFor()
    await look('members')
    await page.getByRole('button', { name: 'Menu' }).click()
    await look('menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await begin(page, first, 10)
    const answered = await loseAnswers(page, AWARDS)
    await send(page).click()
    await dialogOf(page).getByRole('alert').waitFor()
    await look('give-experience')
    await answered()
    await again(page).click()
    await notice(page, 'got 10 experience')
    await look('toast')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('button', { name: 'Queue' }).waitFor()
    await look('palette')
    expect(found).toEqual([])
  })
})
