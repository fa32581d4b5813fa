// The queue of changes on the platform: who asked for what, why it waits, and what can be done, each once.
import type { Page } from 'playwright-core'
import { connectGroup } from '../../src/platform-connection/actions'
import { accepted, hold, read, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import {
  choose,
  describeConsole,
  disconnect,
  go,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  patienceMs,
  pressTwice,
  sentTo,
  tabTo,
} from './console'

const [first, second, third, fourth] = group.members
const sergeant = 50

describeConsole((at) => {
  beforeEach(() => resetRoles(at.app))
  afterEach(async () => {
    at.app.simulator.faults.clear()
    await release(at.app)
  })

  const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
  const dialog = (page: Page) => page.getByRole('dialog')
  const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
  const cancelOf = (userId: number) => `Cancel: Member${userId}, set the rank to sergeant`
  const retryOf = (userId: number) => `Try again: Member${userId}, set the rank to sergeant`
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const submit = (userId: number) => accepted(at.home, { userId, rankId: sergeant })
  const countOf = async (userId: number): Promise<number> =>
    (await at.home.client.get(`/v2/platform-operations?userId=${userId}&total=1`)).body.meta.total.count

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
    await page.getByText(/(Read at|Held still since)/).waitFor()
  }

  /** Counts the reads of the list. */
  function readsOf(page: Page): () => number {
    let count = 0
    page.on('request', (request) => void (count += Number(request.url().includes('/v2/platform-operations?'))))
    return () => count
  }

  it('shows what waits and why, cancels it, tries it again, and shows its end without a reload', async () => {
    const { page, complaints } = await at.signedIn('officer')
    await go(page, 'Queue')
    await page.getByText('Read at').waitFor()
    const id = await waiting(first)
    const row = item(page, `Member${first}`).first()
    await row.getByText('asked to set the rank of').waitFor()
    await row.getByText('waits', { exact: true }).waitFor()
    await row.getByText('Waits: the calls to the platform of this minute are used.').waitFor()
    await press(page, cancelOf(first))
    await dialog(page).getByText('Nothing was sent to the platform yet').waitFor()
    await send(page, 'Cancel the change').click()
    await notice(page, 'The change was cancelled.')
    expect(await read(at.home, id)).toMatchObject({ status: 'cancelled' })
    await press(page, retryOf(first))
    await send(page, 'Try the change again').click()
    await notice(page, 'The change is queued again.')
    await release(at.app)
    await item(page, `Ana asked to set the rank of Member${first} to sergeant.`).getByText('Done at').waitFor()
    expect(rolesOnPlatform(at.app, first)).toContain(group.roles.sergeant)
    expect(await complaints()).toEqual([])
  })

  it('has names where the contract has ids', async () => {
    const bot = await at.home.clientWith(['members.ranks.write'])
    await hold(at.app)
    const body = { userId: second, rankId: sergeant }
    await bot.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': 'names' })
    const [{ actor }] = (await at.home.client.get(`/v2/platform-operations?userId=${second}`)).body.data
    const { page } = await at.signedIn('officer')
    await openQueue(page, `?userId=${second}`)
    await item(page, `asked to set the rank of Member${second} to sergeant.`)
      .filter({ hasText: 'The key test' })
      .first()
      .waitFor()
    expect(await page.getByText(actor.id).count()).toBe(0)
  })

  it('says in words why one waits, and why another failed', async () => {
    await failed(third)
    const { page } = await at.signedIn('officer')
    await openQueue(page)
    at.app.simulator.faults.add({ kind: 'reject', status: 503 })
    const id = await submit(first)
    await item(page, `Member${first}`).getByText('Waits: the platform does not work. The server tries again').waitFor()
    const row = item(page, `Member${third}`).first()
    await row.getByText('failed', { exact: true }).waitFor()
    await row.getByText('Failed: ').waitFor()
    expect(await row.getByText('member_not_in_group').count()).toBe(0)
    at.app.simulator.faults.clear()
    await settled(at.home, id)
  })

  describe('filters', () => {
    it('by state and by a part of the name, in the address', async () => {
      await failed(third)
      await settled(at.home, await submit(second))
      const { page } = await at.signedIn('officer')
      await openQueue(page)
      await choose(page, 'State', 'failed')
      await page.waitForURL(/status=failed/)
      await item(page, `Member${third}`).first().waitFor()
      await item(page, `Member${second}`).first().waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Member' }).fill(`ember${second}`)
      await page.getByRole('option', { name: `Member${second}` }).click()
      await page.waitForURL(/userId=/)
      await page.getByText('No change matches.').waitFor()
      await choose(page, 'State', 'done')
      await item(page, `Member${second}`).first().waitFor()
      await page.reload()
      await item(page, `Member${second}`).first().waitFor()
      expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('done')
      await until('the member is named', async () =>
        (await page.getByRole('combobox', { name: 'Member' }).inputValue()).startsWith(`Member${second} `),
      )
    })

    it.each(['?status=waiting', '?userId=Member2'])('that it cannot apply are an error: %s', async (search) => {
      await settled(at.home, await submit(first))
      const { page } = await at.signedIn('officer')
      const reads = readsOf(page)
      await page.goto(`${at.origin}/console/queue${search}`)
      await page.getByRole('alert').filter({ hasText: 'The address asks for' }).waitFor()
      expect(reads()).toBe(0)
      await press(page, 'Clear the filters')
      await item(page, `Member${first}`).first().waitFor()
      expect(page.url()).toMatch(/queue$/)
    })
  })

  describe('an act', () => {
    it.each([
      ['cancel', waiting, cancelOf, 'Cancel the change', 0],
      ['retry', failed, retryOf, 'Try the change again', 1],
    ] as const)('has one effect when its answer was lost: %s', async (end, make, label, title, more) => {
      const id = await make(fourth)
      const before = await countOf(fourth)
      const { page } = await at.signedIn('officer')
      await openQueue(page, `?userId=${fourth}`)
      await press(page, label(fourth))
      const answered = await loseAnswers(page, `**/${end}`)
      await send(page, title).click()
      await dialog(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await send(page, 'Try again').click()
      await notice(page, end === 'cancel' ? 'The change was cancelled.' : 'The change is queued again.')
      expect(await countOf(fourth)).toBe(before + more)
      expect(await read(at.home, id)).toMatchObject({ status: end === 'cancel' ? 'cancelled' : 'failed' })
    })

    it.each([
      ['cancel', waiting, cancelOf, 'Cancel the change'],
      ['retry', failed, retryOf, 'Try the change again'],
    ] as const)('is sent once when it is pressed twice at once: %s', async (end, make, label, title) => {
      await make(fourth)
      const { page } = await at.signedIn('officer')
      await openQueue(page, `?userId=${fourth}`)
      const sent = sentTo(page, `/${end}`)
      await press(page, label(fourth))
      await pressTwice(send(page, title))
      await notice(page, end === 'cancel' ? 'The change was cancelled.' : 'The change is queued again.')
      expect(sent).toHaveLength(1)
    })

    it.each([
      [
        'by somebody else',
        'It was cancelled already',
        async (id: string) => {
          await at.home.client.post(`/v2/platform-operations/${id}/cancel`)
        },
      ],
      [
        'by its end',
        'It was made before it could be cancelled',
        async (id: string) => {
          await release(at.app)
          await settled(at.home, id)
        },
      ],
    ])('that came too late says what was first: %s', async (_, text, end) => {
      const id = await waiting(first)
      const { page } = await at.signedIn('officer')
      await openQueue(page, '?status=queued')
      await press(page, cancelOf(first))
      await end(id)
      // the question stays, although the list has it no more
      await page.getByText('No change matches.').waitFor({ state: 'attached' })
      await send(page, 'Cancel the change').click()
      await dialog(page).getByRole('alert').filter({ hasText: text }).waitFor()
    })

    it('is done once by two people who try the same change again, and the second is told', async () => {
      await failed(third)
      const before = await countOf(third)
      const people = await Promise.all([at.signedIn('officer'), at.signedIn('officer')])
      const [one, other] = people.map(({ page }) => page) as [Page, Page]
      for (const page of [one, other]) {
        await openQueue(page, `?status=failed&userId=${third}`)
        await press(page, retryOf(third))
      }
      await send(one, 'Try the change again').click()
      await notice(one, 'The change is queued again.')
      await send(other, 'Try the change again').click()
      await dialog(other).getByRole('alert').filter({ hasText: 'It was tried again already.' }).waitFor()
      expect(await countOf(third)).toBe(before + 1)
    })

    it.each([
      [403, 'insufficient_scope', {}],
      [409, 'operation_not_retriable', {}],
      [429, 'rate_limit_exceeded', { 'Retry-After': '60' }],
      [503, 'server_busy', { 'Retry-After': '30' }],
    ])('that is refused with %i says so in a sentence', async (status, code, headers) => {
      await failed(fourth)
      const { page } = await at.signedIn('officer')
      await openQueue(page, `?userId=${fourth}`)
      const error = { code, message: 'does not match the contract: /body' }
      await page.route('**/retry', (route) => route.fulfill({ status, headers, json: { error } }))
      await press(page, retryOf(fourth))
      await send(page, 'Try the change again').click()
      await dialog(page).getByRole('alert').waitFor()
      expect(
        await dialog(page)
          .getByText(/contract|_/)
          .count(),
      ).toBe(0)
      expect(await dialog(page).getByRole('button', { name: /^Try/ }).isDisabled()).toBe('Retry-After' in headers)
    })
  })

  it('counts all, and reads on past the first page', async () => {
    await hold(at.app)
    for (let nth = 0; nth < 53; nth += 1) {
      const id = await submit(second)
      await at.home.client.post(`/v2/platform-operations/${id}/cancel`)
    }
    const count = await countOf(second)
    const { page } = await at.signedIn('officer')
    await openQueue(page, `?userId=${second}`)
    await page.getByText(`50 of ${count}`).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText(`${count} of ${count}`).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(count)
  })

  describe('the refresh', () => {
    it.each([
      ['the server does not answer', (page: Page) => disconnect(page)],
      [
        'the browser has no network',
        async (page: Page) => {
          await page.context().setOffline(true)
          return () => page.context().setOffline(false)
        },
      ],
    ])('keeps the list and says of when it is while %s, and goes on afterwards', async (_, lose) => {
      await settled(at.home, await submit(second))
      const { page } = await at.signedIn('officer')
      await openQueue(page, `?userId=${second}&status=succeeded`)
      await page.getByRole('listitem').first().waitFor()
      const before = await page.getByRole('listitem').count()
      const connect = await lose(page)
      await page.getByText('This is of').waitFor()
      expect(await page.getByRole('listitem').count()).toBe(before)
      await settled(at.home, await submit(second))
      await connect()
      await page.getByRole('listitem').nth(before).waitFor()
      await page.getByText('This is of').waitFor({ state: 'detached' })
    })

    it('asks no more before the time that the server named, and its error does not blink', async () => {
      await settled(at.home, await submit(second))
      const { page } = await at.signedIn('officer')
      await openQueue(page)
      const error = { code: 'rate_limit_exceeded', message: 'too many' }
      await page.route('**/v2/platform-operations?*', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: { error } }),
      )
      const note = page.getByRole('alert').filter({ hasText: 'That was too much in a short time' })
      await note.waitFor()
      const reads = readsOf(page)
      const endsAt = Date.now() + 10_000
      while (Date.now() < endsAt) {
        expect(await note.count()).toBe(1)
        expect(await page.getByRole('listitem').count()).toBeGreaterThan(0)
        await page.waitForTimeout(200)
      }
      expect(reads()).toBe(0)
    })

    it('ends while the list is held still', async () => {
      const { page } = await at.signedIn('officer')
      await page.clock.install()
      await page.goto(`${at.origin}/console/queue?paused=true`)
      await page.getByText('Held still since').waitFor()
      const reads = readsOf(page)
      await page.clock.runFor(60_000)
      expect(reads()).toBe(0)
      await page.getByLabel('Hold the list still').uncheck()
      await page.getByText('Read at').waitFor()
      await page.clock.runFor(10_000)
      await until('the list is read again', () => Promise.resolve(reads() > 0))
      expect(page.url()).not.toContain('paused')
    })
  })

  it('is filtered and cancelled by keyboard alone, and the focus is not lost', async () => {
    const id = await waiting(first)
    const { page } = await at.signedIn('officer')
    await tabTo(page, 'Queue')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: cancelOf(first), exact: true }).waitFor()
    await tabTo(page, 'Member')
    await page.keyboard.type(`Member${first}`)
    await page.getByRole('option', { name: `Member${first}` }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/userId=/)
    await page.getByRole('button', { name: cancelOf(first), exact: true }).waitFor()
    await tabTo(page, 'Cancel')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Cancel the change')
    await page.keyboard.press('Enter')
    await notice(page, 'The change was cancelled.')
    expect(await read(at.home, id)).toMatchObject({ status: 'cancelled' })
    await page
      .getByRole('button', { name: retryOf(first), exact: true })
      .first()
      .waitFor()
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
  })

  it('keeps the focus on the page when what was cancelled leaves the list', async () => {
    await waiting(first)
    const { page } = await at.signedIn('officer')
    await openQueue(page, '?status=queued')
    await press(page, cancelOf(first))
    await send(page, 'Cancel the change').click()
    await page.getByText('No change matches.').waitFor()
    const focused = () => page.evaluate<boolean>('document.activeElement !== document.body')
    await until('something of the page has the focus', focused)
  })

  it('shows that the writes to the group are paused, what waits for that, and that they go on', async () => {
    const { page } = await at.signedIn('administrator')
    await openQueue(page)
    await page.getByText(`Group ${group.id}`).waitFor()
    await at.home.client.patch('/v2/platform-connection', { paused: true })
    const id = await submit(first)
    await page.getByText('Changes of the group wait, and their deadlines stand still').waitFor()
    await item(page, `Member${first}`).getByText('It is sent when somebody resumes them').waitFor()
    await press(page, 'Resume the writes')
    await send(page, 'Resume the writes').click()
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
    await page.getByText('Connected', { exact: true }).waitFor()
  })

  it('is not shown to a role that may change no rank', async () => {
    const { page } = await at.signedIn('moderator')
    await page.getByRole('link', { name: 'Audit' }).waitFor()
    expect(await page.getByRole('link', { name: 'Queue' }).count()).toBe(0)
  })

  it(
    'has screens without findings of axe, in light and dark, as wide as a phone',
    async () => {
      const opened = await at.signedIn('administrator')
      const { page } = opened
      await openQueue(page, '?status=dispatching')
      await page.getByText('No change matches.').waitFor()
      const found = await lookAt(opened, 'queue-none')
      await failed(third)
      await settled(at.home, await submit(second))
      await waiting(first)
      await openQueue(page)
      await page.getByRole('button', { name: cancelOf(first), exact: true }).waitFor()
      found.push(...(await lookAt(opened, 'queue')))
      await press(page, cancelOf(first))
      await dialog(page).getByText('Nothing was sent').waitFor()
      found.push(...(await lookAt(opened, 'queue-cancel')))
      expect(found).toEqual([])
    },
    patienceMs,
  )
})
