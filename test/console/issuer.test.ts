// Sign-in to the console with an account of an OpenID issuer, which is the simulator.
import { group } from '../support/app'
import { invite } from '../support/people'
import { alert, describeConsole, lookAt } from './console'

describeConsole((at) => {
  const button = 'Sign in with Simulator'
  beforeAll(() => at.offerIssuer())
  beforeEach(() => void (at.app.world.signIns.fault = null))

  it('binds an account by an invitation, signs in with it, and keeps the code in no address', async () => {
    at.app.world.signIns.userId = group.outsider
    const { page, complaints } = await at.open(await at.invited('officer'))
    await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
    expect(page.url()).toBe(`${at.origin}/console/review`)
    await page.goBack()
    await page.getByRole('heading', { name: 'You are invited' }).waitFor()
    await page.goto(`${at.origin}/console`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
    expect(await complaints()).toEqual([])
  })

  it('tells that the issuer was refused, and begins again', async () => {
    const opened = await at.open('/console/sign-in')
    const { page } = opened
    await page.getByRole('button', { name: button }).waitFor()
    expect(await lookAt(opened, 'sign-in-issuer')).toEqual([])
    at.app.world.signIns.fault = 'nonce'
    await page.getByRole('button', { name: button }).click()
    await alert(page, 'This sign-in was not accepted.')
    expect(page.url()).toBe(`${at.origin}/console/signed-in`)
    await page.getByRole('link', { name: 'Begin again' }).click()
    await page.getByRole('button', { name: button }).waitFor()
  })

  it('waits as long as the server asks before another attempt to sign in', async () => {
    const { page } = await at.open('/console/sign-in')
    const error = { code: 'rate_limit_exceeded', message: 'Too many requests.' }
    const refused = { status: 429, headers: { 'Retry-After': '60' }, json: { error } }
    await page.getByRole('button', { name: button }).waitFor()
    await page.route('**/v2/sign-in**', (route) => route.fulfill(refused))
    await page.route('**/v2/sign-in/**', (route) => route.fulfill(refused))
    const later = page.getByRole('button', { name: /^Try again in \d+ seconds$/ })
    for (const name of ['Sign in with a passkey', button]) {
      await page.getByRole('button', { name }).click()
      await alert(page, 'That was too much in a short time')
      expect([await later.isDisabled(), await later.count()]).toEqual([true, 1])
    }
  })

  it('tells that the person declined at the issuer', async () => {
    const { page } = await at.open('/console/signed-in?error=access_denied&state=none')
    await alert(page, 'You are not signed in: the issuer did not confirm it.')
    expect(page.url()).toBe(`${at.origin}/console/signed-in`)
  })

  it('offers the communities of an account of several, and signs in to the chosen one', async () => {
    at.app.world.signIns.userId = group.owner
    for (const community of [at.home, await at.app.community({ connected: false })]) {
      const { page } = await at.open(`/console#invitation=${(await invite(community, 'viewer')).invitation}`)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    }
    const opened = await at.open('/console/sign-in')
    const { page } = opened
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Choose a community' }).waitFor()
    expect(await lookAt(opened, 'sign-in-choice')).toEqual([])
    await page.getByRole('button', { name: 'Test community not connected to a group, cmt_' }).waitFor()
    await page.getByRole('button', { name: `Test community group ${group.id}, ${at.home.communityId}` }).click()
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })
})
