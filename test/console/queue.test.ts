// The queue of platform operations in the console.
import type { Page, Response } from 'playwright-core'
import { connectGroup } from '../../src/platform-connection/actions'
import { accepted, hold, read, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import {
  alert,
  describeConsole,
  disconnect,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  patienceMs,
  tabTo,
} from './console'

const [first, second, third] = group.members
const sergeant = 50

describeConsole((at) => {
  beforeEach(() => resetRoles(at.app))
  afterEach(async () => {
    at.app.simulator.faults.clear()
    await release(at.app)
  })

  const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
  const submit = (userId: number) => accepted(at.home, { userId, rankId: sergeant })
  const countOf = async (userId: number): Promise<number> =>
    (await at.home.client.get(`/v2/platform-operations?userId=${userId}`)).body.data.length

  const isEmptyList = async (response: Response): Promise<boolean> =>
    response.url().includes('/v2/platform-operations?') && (await response.json()).data.length === 0

  async function failed(userId: number): Promise<string> {
    at.app.world.removeMember(group.id, userId)
    const id = await submit(userId)
    await settled(at.home, id)
    at.app.world.addMember(group.id, userId)
    return id
  }

  /** @returns the id of a queued operation */
  async function waiting(userId: number): Promise<string> {
    await hold(at.app)
    return submit(userId)
  }

  async function openQueue(page: Page, search = ''): Promise<void> {
    await page.goto(`${at.origin}/console/queue${search}`)
    await page.getByText('As of').waitFor()
  }

  it('shows an operation that waits, cancels it, retries it, and shows its end without a reload', async () => {
    const { page, complaints } = await at.signedIn('officer')
    await page.getByRole('link', { name: 'Queue' }).click()
    await page.getByText('As of').waitFor()
    const id = await waiting(first)
    const subject = `Member${first}, set the rank to sergeant`
    await item(page, `Member${first}`).getByText('Waits: the calls to the platform of this minute are used.').waitFor()
    await page.getByRole('button', { name: `Cancel: ${subject}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel the operation' }).click()
    await notice(page, 'The operation was cancelled.')
    expect(await read(at.home, id)).toMatchObject({ status: 'cancelled' })
    await page.getByRole('button', { name: `Retry: ${subject}` }).click()
    await dialog.getByRole('button', { name: 'Retry the operation' }).click()
    await notice(page, 'The operation is queued again.')
    await release(at.app)
    await item(page, 'by person Ana').getByText('Done at').waitFor()
    expect(rolesOnPlatform(at.app, first)).toContain(group.roles.sergeant)
    expect(await complaints()).toEqual([])
  })

  it('says in words why an operation waits, and why another failed', async () => {
    await failed(third)
    const { page } = await at.signedIn('officer')
    await openQueue(page)
    at.app.simulator.faults.add({ kind: 'reject', status: 503 })
    const id = await submit(first)
    await item(page, `Member${first}`).getByText('Waits: the platform does not work. The server tries again').waitFor()
    await item(page, `Member${third}`).getByText('Failed: This player is not in the group.').waitFor()
    at.app.simulator.faults.clear()
    await settled(at.home, id)
  })

  it('filters by status and member, which the address names', async () => {
    await failed(third)
    await settled(at.home, await submit(second))
    const { page } = await at.signedIn('officer')
    await openQueue(page)
    await page.getByLabel('Status').selectOption('failed')
    await page.waitForURL(/status=failed/)
    await item(page, `Member${third}`).first().waitFor()
    await item(page, `Member${second}`).first().waitFor({ state: 'detached' })
    await page.getByLabel('Name or user id').fill(`Member${second}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/userId=/)
    await page.getByText('No operation matches.').waitFor()
    await page.getByLabel('Status').selectOption('done')
    await item(page, `Member${second}`).first().waitFor()
    await page.reload()
    await item(page, `Member${second}`).first().waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('succeeded')
    await page.getByLabel('Name or user id').fill('Nobody_at_all')
    await page.keyboard.press('Enter')
    await page.getByRole('search').getByRole('alert').waitFor()
  })

  it('keeps the operation of an open dialog, and shows the refusal when it ended before it was cancelled', async () => {
    const id = await waiting(first)
    const { page } = await at.signedIn('officer')
    await openQueue(page, '?status=queued')
    await page.getByRole('button', { name: /^Cancel: / }).click()
    await release(at.app)
    await settled(at.home, id)
    // when it reads the list a second time, the page has shown the first result
    for (let reads = 0; reads < 2; reads += 1) await page.waitForResponse(isEmptyList, { timeout: patienceMs })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel the operation' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'succeeded' }).waitFor()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('No operation matches.').waitFor()
  })

  it('queues an operation once that two people retry, and tells the second', async () => {
    await failed(third)
    const before = await countOf(third)
    const people = await Promise.all([at.signedIn('officer'), at.signedIn('officer')])
    for (const { page } of people) {
      await openQueue(page, `?status=failed&userId=${third}`)
      await page
        .getByRole('button', { name: /^Retry: / })
        .first()
        .click()
    }
    const [one, other] = people.map(({ page }) => page) as [Page, Page]
    await one.getByRole('button', { name: 'Retry the operation' }).click()
    await notice(one, 'The operation is queued again.')
    await other.getByRole('button', { name: 'Retry the operation' }).click()
    await other.getByRole('dialog').getByRole('alert').filter({ hasText: 'retried' }).waitFor()
    expect(await countOf(third)).toBe(before + 1)
  })

  it('queues an operation once when the answer was lost and the person tries again', async () => {
    await failed(third)
    const before = await countOf(third)
    const { page } = await at.signedIn('officer')
    await openQueue(page, `?status=failed&userId=${third}`)
    await page
      .getByRole('button', { name: /^Retry: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const connect = await loseAnswers(page, '**/retry')
    await dialog.getByRole('button', { name: 'Retry the operation' }).click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'Retry the operation' }).click()
    await notice(page, 'The operation is queued again.')
    expect(await countOf(third)).toBe(before + 1)
  })

  it.each([
    ['the server does not answer', (page: Page) => disconnect(page)],
    [
      'the browser has no network',
      async (page: Page) => {
        await page.context().setOffline(true)
        return () => page.context().setOffline(false)
      },
    ],
  ])('says of when the list is while %s, and goes on afterwards', async (_, lose) => {
    const { page } = await at.signedIn('officer')
    await openQueue(page, `?userId=${second}`)
    const before = await page.getByRole('listitem').count()
    const connect = await lose(page)
    await alert(page, 'The list is of')
    await settled(at.home, await submit(second))
    await connect()
    await page.getByRole('listitem').nth(before).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('reads the list no more while it is paused, and again afterwards', async () => {
    const { page } = await at.signedIn('officer')
    await page.clock.install()
    await page.goto(`${at.origin}/console/queue?paused=true`)
    await page.getByText('Paused at').waitFor()
    let requests = 0
    page.on('request', (request) => void (requests += Number(request.url().includes('/v2/platform-operations'))))
    await page.clock.runFor(60_000)
    expect(requests).toBe(0)
    await page.getByLabel('Pause').uncheck()
    await page.getByText('As of').waitFor()
    await page.clock.runFor(10_000)
    await until('the list is read again', () => Promise.resolve(requests > 0))
    expect(page.url()).not.toContain('paused')
  })

  it('cancels and filters by keyboard alone', async () => {
    const id = await waiting(first)
    const { page } = await at.signedIn('officer')
    await tabTo(page, 'Queue')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Cancel: / }).waitFor()
    await tabTo(page, 'Name or user id')
    await page.keyboard.type(String(first))
    await page.keyboard.press('Enter')
    await page.waitForURL(/userId=/)
    await tabTo(page, 'Cancel')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Cancel the operation')
    await page.keyboard.press('Enter')
    await notice(page, 'The operation was cancelled.')
    expect(await read(at.home, id)).toMatchObject({ status: 'cancelled' })
  })

  it('shows that the writes to the group are paused, what waits for that, and that they go on', async () => {
    const { page } = await at.signedIn('administrator')
    await openQueue(page)
    await page.getByText(`Connected to group ${group.id} since`).waitFor()
    await at.home.client.patch('/v2/platform-connection', { paused: true })
    const id = await submit(first)
    await page.getByText('Somebody paused the writes to the group').waitFor()
    await item(page, `Member${first}`).getByText('Waits').first().waitFor()
    await page.getByRole('button', { name: 'Resume the writes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume the writes' }).click()
    await notice(page, 'The writes were resumed.')
    await page.getByRole('button', { name: 'Pause the writes' }).waitFor()
    expect(await settled(at.home, id)).toMatchObject({ status: 'succeeded' })
  })

  it('shows that the platform refuses the credential of the community', async () => {
    at.app.world.changeKey(group.apiKey, { enabled: false })
    const id = await submit(first)
    const { page } = await at.signedIn('officer')
    await openQueue(page)
    await page.getByText('The platform refuses the credential of the community').first().waitFor()
    await item(page, `Member${first}`).getByText('Waits: the platform refuses the credential').waitFor()
    await at.home.client.post(`/v2/platform-operations/${id}/cancel`)
    at.app.world.changeKey(group.apiKey, { enabled: true })
    await connectGroup(await at.home.ctx(), group.id, group.apiKey)
    await page.getByText(`Connected to group ${group.id} since`).waitFor()
  })

  it('is not shown to a role that may change no rank', async () => {
    const { page } = await at.signedIn('moderator')
    await page.getByRole('link', { name: 'Audit' }).waitFor()
    expect(await page.getByRole('link', { name: 'Queue' }).count()).toBe(0)
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone', async () => {
    await failed(third)
    await settled(at.home, await submit(second))
    await waiting(first)
    const opened = await at.signedIn('officer')
    const { page } = opened
    await openQueue(page)
    await page
      .getByRole('button', { name: /^Cancel: / })
      .first()
      .waitFor()
    const found = await lookAt(opened, 'queue')
    await page
      .getByRole('button', { name: /^Cancel: / })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Nothing was sent').waitFor()
    found.push(...(await lookAt(opened, 'cancel')))
    expect(found).toEqual([])
  })
})
