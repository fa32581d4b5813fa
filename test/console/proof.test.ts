// When the server asks for a fresh proof, or to confirm takes, the console asks the user, and keeps what was typed.
import type { Page } from 'playwright-core'
import { group } from '../support/app'
import { alert, choose, describeConsole, lookAt, notice, type Opened } from './console'
import { openSettings, secretIn } from './settings'

const LATE = 300_001

describeConsole((at) => {
  const typeKey = async (page: Page, name: string) => {
    await openSettings(at, page, 'keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a key' })
    await dialog.getByLabel('Name').fill(name)
    at.app.advance(LATE)
    return dialog
  }
  async function signedInWithOneTake(): Promise<Opened> {
    const opened = await at.signedIn('administrator')
    // the last administrator is not narrowed
    await at.signedIn('administrator')
    const session = `fetch('/v2/session').then((answer) => answer.json()).then(({ data }) => data)`
    const { personId } = await opened.page.evaluate<{ personId: string }>(session)
    expect((await at.home.client.patch(`/v2/people/${personId}`, { takesPerHourLimit: 1 })).status).toBe(200)
    return opened
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
    await alert(page, 'This needs a fresh sign-in')
    expect([await dialog.getByLabel('Name').inputValue(), await createdNames()]).toEqual([
      'Late key',
      expect.not.arrayContaining(['Late key']),
    ])
    await send.click()
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click()
    await secretIn(page)
    expect((await createdNames()).filter((name) => name === 'Late key')).toHaveLength(1)
  })

  it('by the issuer, in a window of its own', async () => {
    at.offerIssuer()
    at.app.world.signIns.userId = group.outsider
    const { page } = await at.open(await at.invited('administrator'))
    await page.getByRole('button', { name: 'Sign in with Simulator' }).click()
    await page.getByRole('banner').waitFor()
    const dialog = await typeKey(page, 'Key of the issuer')
    const send = dialog.getByRole('button', { name: 'Create a key' })
    at.app.world.signIns.fault = 'seen-before'
    await send.click()
    const confirm = page.getByRole('button', { name: 'Confirm where you sign in' })
    await confirm.click()
    await alert(page, 'This sign-in was not accepted.')
    at.app.world.signIns.fault = null
    await confirm.click()
    await secretIn(page)
    expect(await createdNames()).toContain('Key of the issuer')
  })

  it('to confirm a take beyond the number, and by the passkey where the proof is old', async () => {
    const { client } = at.home
    await client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.recruit })
    const opened = await signedInWithOneTake()
    const { page } = opened
    const rankOf = async (userId: number) => (await client.get(`/v2/members/${userId}`)).body.data.rank.rankId as number
    const suspend = async (userId: number) => {
      expect((await client.put(`/v2/members/${userId}/rank`, { rankId: 10 })).status).toBe(200)
      await page.goto(`${at.origin}/console/members/${userId}`)
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Suspend' })
      await dialog.getByLabel('Reason').fill('Raid')
      await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
      return dialog
    }
    const [one, other] = group.members
    await suspend(one)
    await notice(page, 'Rank: private → recruit.')
    const dialog = await suspend(other)
    await page.getByRole('heading', { name: 'Take more than usual?' }).waitFor()
    expect(await lookAt(opened, 'takes')).toEqual([])
    await page.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'That was too much in a short time')
    expect([await dialog.getByLabel('Reason').inputValue(), await rankOf(other)]).toEqual(['Raid', 10])
    at.app.advance(LATE)
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('button', { name: 'Do it' }).click()
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click()
    await notice(page, 'Rank: private → recruit.')
    expect(await rankOf(other)).toBe(1)
  })

  it('to confirm a lower rank beyond the number, before it is queued, and never for a higher one', async () => {
    const { client } = at.home
    const { page } = await signedInWithOneTake()
    const [, , , one, other] = group.members
    for (const userId of [one, other]) {
      expect((await client.put(`/v2/members/${userId}/rank`, { rankId: 10 })).status).toBe(200)
    }
    const show = async (userId: number) => {
      await page.goto(`${at.origin}/console/members/${userId}`)
      await page.getByRole('button', { name: 'Set the rank', exact: true }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Set the rank' })
    const send = () => dialog.getByRole('button', { name: 'Set the rank', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Take more than usual?' })
    const operations = async () =>
      ((await client.get(`/v2/platform-operations?userId=${other}`)).body.data as unknown[]).length
    await show(one)
    await choose(page, 'Rank', 'recruit')
    await send()
    await notice(page, `Member${one}: private → recruit.`)
    await show(other)
    await choose(page, 'Rank', 'sergeant')
    await send()
    await notice(page, `Member${other}: private → sergeant.`)
    const queued = await operations()
    await show(other)
    await choose(page, 'Rank', 'recruit')
    await send()
    await question.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'That was too much in a short time')
    expect([await operations(), await dialog.getByRole('combobox', { name: 'Rank' }).inputValue()]).toEqual([
      queued,
      'recruit',
    ])
    await send()
    await question.getByRole('button', { name: 'Do it' }).click()
    await notice(page, `Member${other}: sergeant → recruit.`)
    expect(await operations()).toBe(queued + 1)
  })

  /** Also while another dialog is open. */
  const open = async (page: Page, title: string) => {
    const button = page.getByRole('button', { name: title, exact: true, includeHidden: true }).first()
    await button.evaluate((one: { click(): void }) => one.click())
  }
  /** Before an answer comes. */
  const sendAll = (page: Page) =>
    page.evaluate(
      `document.querySelectorAll('[role=dialog] form, dialog[open] form').forEach((form) => form.requestSubmit())`,
    )

  it('once for two requests that need a proof at the same time', async () => {
    const { page } = await at.signedIn('administrator')
    const dialog = await typeKey(page, 'One')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    const confirm = page.getByRole('button', { name: 'Confirm with the passkey' })
    await confirm.click()
    await secretIn(page)
    await page.getByRole('button', { name: 'I saved it' }).click()
    await page.getByRole('link', { name: 'One' }).click()
    at.app.advance(LATE)
    let proofs = 0
    page.on('request', (request) => (proofs += Number(request.url().endsWith('/v2/session/proof'))))
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    for (const title of ['Pause', 'Switch off']) await open(page, title)
    await page.getByText('Every request with it is refused').waitFor()
    await sendAll(page)
    await confirm.click()
    for (const told of ['One is paused.', 'One is switched off.']) await notice(page, told)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect([proofs, await page.getByRole('dialog').count()]).toEqual([1, 0])
  })

  it('one after the other for two requests that take too much at the same time, each with an answer of its own', async () => {
    const { client } = at.home
    const [, , one, other] = group.members
    await client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.recruit })
    const { page } = await signedInWithOneTake()
    const dialogOf = (title: string) => page.getByRole('dialog', { name: title })
    const show = (userId: number) => page.goto(`${at.origin}/console/members/${userId}`)
    await show(one)
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await dialogOf('Suspend').getByRole('button', { name: 'Suspend', exact: true }).click()
    await notice(page, `Member${one} is suspended`)
    await show(other)
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    await open(page, 'Suspend')
    await dialogOf('Suspend').getByLabel('Reason').fill('Raid')
    await open(page, 'Put on the blacklist')
    await dialogOf('Put on the blacklist').getByLabel('Reason').fill('Raid')
    await sendAll(page)
    const question = page.getByRole('dialog', { name: 'Take more than usual?' })
    await question.getByRole('button', { name: 'Do it' }).click()
    await question.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'That was too much in a short time')
    await question.waitFor({ state: 'hidden' })
    const listed = async (list: string) =>
      ((await client.get(`/v2/${list}?userId=${other}`)).body.data as unknown[]).length
    const [suspensions, entries] = [await listed('suspensions'), await listed('blacklist-entries')]
    // the dialog of the one that was declined keeps what was typed
    const kept = page.getByRole('dialog').filter({ hasText: 'That was too much in a short time' })
    expect(await kept.getByLabel('Reason').inputValue()).toBe('Raid')
    expect(await kept.getByRole('heading').innerText()).toMatch(
      suspensions === 1 ? /^Put on the blacklist/ : /^Suspend/,
    )
    expect([suspensions, entries]).toEqual(suspensions === 1 ? [1, 0] : [0, 1])
  })
})
