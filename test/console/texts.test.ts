// The texts of the console come from its catalogue: in a pseudo-language they are in brackets and 40 % longer, and they may run
// from right to left.
import type { Page } from 'playwright-core'
import { syncProfile } from '../../src/members/actions'
import { group } from '../support/app'
import { describeConsole, go, lookAt, notice, type Opened } from './console'

const [first] = group.members

/** What people read that is neither in brackets nor data. */
const ofNoCatalogue = `[...document.querySelectorAll('h1, h2, label, button, [role=menuitem], [role=tab], th, legend')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())
  .filter((text) => text !== '' && !text.includes('['))`

describeConsole((at) => {
  async function signedInWith(language: string, width: number): Promise<Opened> {
    const opened = await at.open('/console/sign-in', width)
    await opened.page.evaluate(`localStorage.setItem('console.language', '${language}')`)
    await opened.page.goto(at.origin + (await at.invited('officer')))
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }

  const unlisted = async (page: Page, data: RegExp): Promise<string[]> =>
    (await page.evaluate<string[]>(ofNoCatalogue)).filter((text) => !data.test(text))

  const screens: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    members: (page) => page.getByRole('link', { name: `Member${first}` }).waitFor(),
    account: (page) => page.getByRole('listitem').first().waitFor(),
  }

  for (const [language, direction] of [
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ] as const) {
    it(`have room for longer texts that run ${direction === 'ltr' ? 'left to right' : 'right to left'}`, async () => {
      const opened = await signedInWith(language, 390)
      const { page } = opened
      const found = await lookAt(opened, `sign-in-${direction}`)
      expect(await unlisted(page, /^$/)).toEqual([])
      await page.getByRole('button').first().click()
      await page.getByRole('banner').waitFor()
      for (const [screen, isShown] of Object.entries(screens)) {
        await page.goto(`${at.origin}/console/${screen}`)
        await isShown(page)
        found.push(...(await lookAt(opened, `${screen}-${direction}`)))
        expect([screen, await unlisted(page, /^(Test community|English|Clear|Toggle)/)]).toEqual([screen, []])
      }
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
      expect(found).toEqual([])
    })
  }

  it('keep their order around a name that runs the other way', async () => {
    const userId = group.members.at(-1) ?? 0
    at.app.world.renameUser(userId, 'محمد (7)')
    await syncProfile(await at.home.ctx(), userId)
    const { page } = await at.signedIn('officer')
    await page.goto(`${at.origin}/console/members/${userId}`)
    await page.getByRole('button', { name: 'Warn', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Late')
    await page.getByRole('dialog').getByRole('button', { name: 'Warn' }).click()
    await notice(page, '\u2068محمد (7)\u2069 was warned.')
  })

  it('are English for a language of which the console has none', async () => {
    const { page } = await signedInWith('xx', 1280)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await go(page, 'Members')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })
})
