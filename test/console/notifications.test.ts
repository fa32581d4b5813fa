// The bell in the header of the console: what has happened, what of it is new, and how often the server is asked.
import type { Page } from 'playwright-core'
import { makeForm, respond, review, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import { alert, describeConsole, lookAt } from './console'

const [first, second] = group.members

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

describeConsole((at) => {
  beforeAll(async () => {
    for (const userId of [first, second]) await verify(at.app, userId)
  })

  it('tells what was decided with names, leads there, and keeps what is unread', async () => {
    const form = await makeForm(at.home.client, { name: 'Pilot school' })
    await review(at.home.client, await respond(at.home.client, form, first))
    const opened = await at.signedIn('reviewer')
    const { page } = opened
    // of the time before this browser showed any
    await bell(page, 'Notifications').waitFor()
    await until('it is kept what was seen', () =>
      page.evaluate("Object.keys(localStorage).some((name) => name.startsWith('console.notifications.'))"),
    )
    const response = await respond(at.home.client, form, second)
    await review(at.home.client, response, { status: 'Failed' })
    await page.reload()
    await bell(page, 'Notifications: 1 is new').click()
    const newest = rows(page).first()
    await newest.getByText(`The response of Member${second} failed: Pilot school.`).waitFor()
    await newest.getByText('New', { exact: true }).waitFor()
    expect(await rows(page).nth(1).getByText('New', { exact: true }).count()).toBe(0)
    expect(await lookAt(opened, 'notifications')).toEqual([])
    await newest.getByRole('link').click()
    await page.getByRole('article', { name: `Response of Member${second}` }).waitFor()
    await page.reload()
    await bell(page, 'Notifications').click()
    await rows(page).first().getByText('failed: Pilot school').waitFor()
    expect(await rows(page).getByText('New', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await rows(page).first().waitFor({ state: 'hidden' })
  })

  it('asks once a minute, and not before the time that the server named', async () => {
    const { page } = await at.signedIn('reviewer')
    await page.clock.install()
    let asked = 0
    let isBusy = false
    await page.route('**/v2/notifications?*', async (route) => {
      asked += 1
      if (!isBusy) return route.fallback()
      const error = { code: 'rate_limit_exceeded', message: 'Too many requests.' }
      return route.fulfill({ status: 429, headers: { 'Retry-After': '300' }, json: { error } })
    })
    await page.reload()
    await until('it is asked', () => asked === 1)
    await page.clock.runFor(55_000)
    expect(asked).toBe(1)
    isBusy = true
    await page.clock.runFor(10_000)
    await until('it is asked again', () => asked === 2)
    await bell(page, 'Notifications').click()
    await alert(page, 'That was too much in a short time')
    await page.clock.runFor(240_000)
    expect(asked).toBe(2)
    isBusy = false
    await page.clock.runFor(70_000)
    await until('it is asked when the time has come', () => asked === 3)
  })

  it('is not there for whom the server would refuse', async () => {
    const { page } = await at.signedIn('viewer')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(0)
  })
})
