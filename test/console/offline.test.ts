// A page that is opened without a connection says so, and recovers; after a deploy it offers to load the newer console.
import type { Page } from 'playwright-core'
import { group } from '../support/app'
import { until } from '../support/until'
import { alert, describeConsole, go, notice, unstyled } from './console'

const [first] = group.members

/** What leads to a screen, from the page before it. */
const ways: Readonly<Record<string, readonly [from: string, go: (page: Page) => Promise<void>]>> = {
  Review: ['account', (page) => go(page, 'Review')],
  Members: ['account', (page) => go(page, 'Members')],
  [`Member${first}`]: ['members', (page) => page.getByRole('link', { name: `Member${first}` }).click()],
  Queue: ['account', (page) => go(page, 'Queue')],
  Audit: ['account', (page) => go(page, 'Audit')],
  'Changes taken back': ['audit', (page) => page.getByRole('link', { name: 'Changes taken back' }).click()],
  Connection: ['account', (page) => go(page, 'Settings')],
  ...Object.fromEntries(
    ['People', 'Roles', 'Keys', 'Ranks', 'Medals', 'Qualifications', 'Forms'].map((name) => [
      name,
      [
        'settings/connection',
        (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click(),
      ] as const,
    ]),
  ),
  'Your account': ['members', (page) => page.getByRole('link', { name: /^Ana/ }).click()],
}

const problem = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: /could not be loaded|does not answer/ })
    .first()

/** From now on the server has another build: each file has another name, and the former ones are gone. */
async function deploy(page: Page): Promise<void> {
  const renamed = (text: string): string => text.replaceAll(/(-[\w-]{8})\.(js|css)\b/g, '$1.new.$2')
  await page.route('**/console/**', async (route) => {
    const address = route.request().url()
    const isFile = new URL(address).pathname.startsWith('/console/assets/')
    if (isFile && !address.includes('.new.')) return route.fulfill({ status: 404, json: {} })
    const response = await route.fetch({ url: address.replace('.new.', '.') })
    await route.fulfill({ response, body: renamed(await response.text()) })
  })
}

describeConsole((at) => {
  it.each(Object.entries(ways))('is told, and ends without a reload: %s', async (title, [from, lead]) => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.goto(`${at.origin}/console/${from}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('window.isTheSamePage = true')
    // a file that the browser has is no file that cannot be loaded
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.context().setOffline(true)
    await lead(page)
    await problem(page).waitFor()
    await notice(page, 'You are offline.')
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await until('nothing is wrong any more', async () => (await page.getByRole('alert').count()) === 0)
    expect(await page.evaluate('window.isTheSamePage')).toBe(true)
    expect(await page.evaluate(unstyled)).toBe(0)
    expect(await complaints()).toEqual([])
  })

  it('is told of the palette, which opens later', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await alert(page, 'could not be loaded')
    await page.context().setOffline(false)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('button', { name: 'Queue' }).waitFor()
    expect(await complaints()).toEqual([])
  })

  it('offers the newer console after a deploy, and keeps what was typed', async () => {
    const { page, complaints } = await at.signedIn('officer')
    await page.goto(`${at.origin}/console/members/${first}`)
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await page.getByRole('button', { name: 'Warn' }).click()
    await reason.fill('Shouted at people')
    await page.keyboard.press('Escape')
    await deploy(page)
    await page.keyboard.press('Control+k')
    await alert(page, 'There is a newer version of this page.')
    await go(page, 'Audit')
    const newer = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'There is a newer version of this page.' })
    await newer.getByRole('button', { name: 'Load again' }).click()
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()
    expect(await page.evaluate(`document.querySelector('script[type=module]').src`)).toContain('.new.js')
    await page.goBack()
    await page.getByRole('button', { name: 'Warn' }).click()
    expect(await reason.inputValue()).toBe('Shouted at people')
    expect(await complaints()).toEqual([])
  })
})
