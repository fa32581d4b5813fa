// The own account in the console: the sessions of the person.
import { until } from '../support/until'
import { describeConsole, lookAt, loseAnswers, NO_ANSWER, notice, type Opened } from './console'

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

describeConsole((at) => {
  /** The same person on a phone, and then here. @returns the cookie of the phone */
  async function signedInTwice(role: 'viewer' | 'administrator'): Promise<Opened & { readonly cookie: string }> {
    const opened = await at.open('/console/sign-in')
    const { page } = opened
    const context = page.context()
    await context.setExtraHTTPHeaders({ 'User-Agent': phone })
    await page.goto(at.origin + (await at.invited(role)))
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await page.getByRole('banner').waitFor()
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await context.clearCookies()
    await context.setExtraHTTPHeaders({})
    await page.goto(`${at.origin}/console/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('link', { name: new RegExp(`^Ana\\s*${role}$`) }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    return { ...opened, cookie }
  }

  const statusWith = async (cookie: string): Promise<number> =>
    (await fetch(`${at.app.url}/v2/session`, { headers: { Cookie: cookie } })).status

  it('lists the own sessions alone, also for a viewer, and ends one of another device', async () => {
    await at.signedIn('officer')
    const { page, complaints, cookie } = await signedInTwice('viewer')
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await sessions.first().waitFor()
    expect(await sessions.count()).toBe(2)
    const [here, there] = [
      sessions.filter({ hasText: 'this session' }),
      sessions.filter({ hasText: 'Chrome on Android' }),
    ]
    expect([await here.count(), await here.getByRole('button').count(), await statusWith(cookie)]).toEqual([1, 0, 200])
    await there.getByRole('button', { name: 'End: Chrome on Android, since' }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'End the session' })
    const connect = await loseAnswers(page, '**/v2/own-sessions/**')
    await send.click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await notice(page, 'The session was ended.')
    await there.getByText('ended').first().waitFor()
    // its button is gone
    await until(
      'the heading has the focus',
      async () => (await page.evaluate('document.activeElement.textContent')) === 'Your account',
    )
    expect([await there.getByRole('button').count(), await statusWith(cookie)]).toEqual([0, 401])
    await page.reload()
    await here.waitFor()
    expect(await complaints()).toEqual([])
  })

  it('has no findings of axe, in light and dark, as wide as a phone', async () => {
    const opened = await signedInTwice('administrator')
    const { page } = opened
    await page.getByRole('button', { name: /^End: / }).waitFor()
    const found = await lookAt(opened, 'account')
    await page.getByRole('button', { name: /^End: / }).click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await lookAt(opened, 'end-session')))
    expect(found).toEqual([])
  })
})
