// The texts of the console come from its catalogue: in a pseudo-language they are in brackets and 40 % longer, and they may run
// from right to left.
import type { Page } from 'playwright-core'
import { makeForm, respond, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { invite } from '../support/people'
import { describeConsole, go, lookAt, type Opened } from './console'
import { clippedIn } from './settings'

const [first, second] = group.members

/** What people read that is neither in brackets nor data. */
const ofNoCatalogue = `[...document.querySelectorAll('h1, h2, h3, label, button, [role=menuitem], [role=tab], th, legend, dt')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())
  .filter((text) => text !== '' && !text.includes('['))`

/** What is wider than its place in a dialog, where that cuts it. */
const cutInDialog = `[...document.querySelectorAll('[role=dialog], [role=dialog] :not(input, textarea)')]
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflowX !== 'visible')
  .map((one) => one.textContent.slice(0, 60))`

interface Button {
  click(): void
}

/** @returns whether it opened a dialog, all of which is shown then */
const opensDialog = (button: Button): Promise<boolean> => {
  const { document, requestAnimationFrame } = globalThis as unknown as {
    readonly document: { querySelectorAll(selector: string): Iterable<{ open: boolean }> }
    requestAnimationFrame(then: () => void): void
  }
  button.click()
  return new Promise((resolve) => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const details of document.querySelectorAll('[role=dialog] details')) details.open = true
        resolve([...document.querySelectorAll('[role=dialog]')].length > 0)
      }),
    )
  })
}

describeConsole((at) => {
  let addresses: readonly string[]
  beforeAll(async () => {
    const { client } = at.home
    for (const userId of [first, second]) await verify(at.app, userId)
    const form = await makeForm(client, { name: 'Pilot school' })
    const response = await respond(client, form, first)
    const reader = (await client.post('/v2/keys', { name: 'Bot', scopes: ['members.experience.write'] })).body.data
    await client.post(`/v2/members/${second}/experience`, { op: 'increment', amount: 40 })
    await client.post('/v2/warnings', { userId: second, reason: 'Shouted at people.' })
    await client.post('/v2/suspensions', { userId: first, reason: 'Left the post.', durationSeconds: 86_400 })
    await client.post('/v2/qualifications', { name: 'Pilot' })
    const key = (await client.post('/v2/keys', { name: 'Game server', preset: 'game_server' })).body.data
    const person = await invite(at.home, 'viewer', 'Ana')
    const { body } = await client.post('/v2/reversals', {
      source: 'key',
      sourceId: reader.keyId,
      from: new Date(Date.now() - 3_600_000).toISOString(),
      dryRun: true,
    })
    expect(body).toHaveProperty('data.reversalId')
    const applicationId = form.path.split('/').at(-1) ?? ''
    const responseId = response.split('/').at(-1) ?? ''
    addresses = [
      'review',
      `review/${responseId}`,
      'members',
      `members/${first}`,
      `members/${second}`,
      'queue',
      'audit',
      'audit/reversals',
      `audit/reversals/${body.data.reversalId}`,
      ...['connection', 'people', 'roles', 'keys', 'ranks', 'medals', 'qualifications', 'forms'].map(
        (page) => `settings/${page}`,
      ),
      `settings/people/${person.personId}`,
      `settings/keys/${key.keyId}`,
      `settings/forms/${applicationId}`,
      'account',
      'no-such-page',
    ]
  })

  async function signedInWith(language: string, width: number): Promise<Opened> {
    const opened = await at.open('/console/sign-in', width)
    await opened.page.evaluate(`localStorage.setItem('console.language', '${language}')`)
    await opened.page.goto(at.origin + (await at.invited('administrator')))
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }

  const unlisted = async (page: Page, data: RegExp): Promise<string[]> =>
    (await page.evaluate<string[]>(ofNoCatalogue)).filter((text) => !data.test(text))
  /** Names and questions, which nobody translates. */
  const names =
    /^(Test community|English|Clear|Toggle|Member\d+$|Why do you apply|Ana$|Game server$|Pilot( school)?$|Valor$)/

  it.each([
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ])('have room on each screen for longer texts, in both directions: %s', async (language, direction) => {
    const opened = await signedInWith(language, 390)
    const { page } = opened
    const found = await lookAt(opened, `sign-in-${direction}`, [390])
    expect(await unlisted(page, /^$/)).toEqual([])
    await page.getByRole('button').first().click()
    await page.getByRole('banner').waitFor()
    for (const address of addresses) {
      await page.goto(`${at.origin}/console/${address}`)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      const screen = `${address.replaceAll('/', '-')}-${direction}`
      found.push(...(await lookAt(opened, screen, [390])))
      found.push(...(await clippedIn(page)).map((one) => [screen, one]))
      found.push(...(await unlisted(page, names)).map((one) => [screen, one]))
    }
    expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
    expect(found).toEqual([])
  })

  it.each(['en-XA', 'ar-XB'])('have room in each dialog of a member and of the settings: %s', async (language) => {
    const opened = await signedInWith(language, 390)
    const { page } = opened
    await page.getByRole('button').first().click()
    await page.getByRole('banner').waitFor()
    const dialog = page.getByRole('dialog')
    const found: unknown[] = []
    const titles: string[] = []
    for (const address of addresses.filter((one) => /^(members|settings)\//.test(one))) {
      const load = async () => {
        await page.goto(`${at.origin}/console/${address}`)
        await page.locator('main h1').waitFor()
        await page.waitForLoadState('networkidle')
      }
      await load()
      const buttons = page.getByRole('main').getByRole('button', { disabled: false })
      const pressed = new Set<string>()
      for (let nth = 0; nth < (await buttons.count()); nth += 1) {
        const button = buttons.nth(nth)
        // those of a list differ in the name after the colon
        const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).split(':', 1)[0] ?? ''
        if (pressed.has(name)) continue
        pressed.add(name)
        if (!(await button.evaluate(opensDialog))) {
          await load()
          continue
        }
        titles.push(name)
        for (const one of [
          ...(await clippedIn(page)),
          ...(await page.evaluate<string[]>(cutInDialog)),
          ...(await unlisted(page, names)),
        ]) {
          found.push([address, name, one])
        }
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
    }
    expect(found).toEqual([])
    expect(titles.length).toBeGreaterThanOrEqual(50)
    expect(await opened.complaints()).toEqual([])
  })

  it('are English for a language of which the console has none', async () => {
    const { page } = await signedInWith('xx', 1280)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await go(page, 'Members')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })
})
