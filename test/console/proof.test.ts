// The console asks for a fresh proof when the server does, and what was typed stays.
import type { Page } from 'playwright-core'
import { group } from '../support/app'
import { alert, describeConsole, lookAt, notice } from './console'

const LATE = 300_001

describeConsole((at) => {
  const typeKey = async (page: Page, name: string) => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a key' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('members.read', { exact: true }).check()
    at.app.advance(LATE)
    return dialog
  }
  const createdNames = async () =>
    ((await at.home.client.get('/v2/keys?limit=50')).body.data as { name: string }[]).map(({ name }) => name)

  it('by the passkey, above what was typed, and repeats the request', async () => {
    const opened = await at.signedIn('administrator')
    const { page } = opened
    const dialog = await typeKey(page, 'Late key')
    const send = dialog.getByRole('button', { name: 'Create a key' })
    await send.click()
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await lookAt(opened, 'proof')).toEqual([])
    await page.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'This needs a proof of who you are')
    expect([await dialog.getByLabel('Name').inputValue(), await createdNames()]).toEqual([
      'Late key',
      expect.not.arrayContaining(['Late key']),
    ])
    await send.click()
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click()
    await notice(page, 'The secret of Late key. It is not shown again.')
    expect((await createdNames()).filter((name) => name === 'Late key')).toHaveLength(1)
  })

  it('by the issuer, in a window of its own', async () => {
    at.offerIssuer()
    at.app.world.signIns.userId = group.outsider
    const { page } = await at.open(await at.invited('administrator'))
    await page.getByRole('button', { name: 'Sign in with Simulator' }).click()
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    const dialog = await typeKey(page, 'Key of the issuer')
    const send = dialog.getByRole('button', { name: 'Create a key' })
    at.app.world.signIns.fault = 'seen-before'
    await send.click()
    const confirm = page.getByRole('button', { name: 'Confirm where you sign in' })
    await confirm.click()
    await alert(page, 'The sign-in is refused.')
    at.app.world.signIns.fault = null
    await confirm.click()
    await notice(page, 'The secret of Key of the issuer. It is not shown again.')
    expect(await createdNames()).toContain('Key of the issuer')
  })
})
