// The audit log in the console, and taking changes back from it.
import type { Page } from 'playwright-core'
import { issueKey } from '../../src/auth/actions'
import { makeForm, update } from '../applications/submissions/fixture'
import { everyRank, group } from '../support/app'
import { until } from '../support/until'
import {
  alert,
  choose,
  describeConsole,
  disconnect,
  go,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  pressTwice,
  sentTo,
  tabTo,
  type Opened,
} from './console'

const [first, second, third, fourth] = group.members
const nameOf = (userId: number) => `Member${userId}`

const entries = (page: Page) => page.getByRole('main').getByRole('list').getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')

describeConsole((at) => {
  const experienceOf = async (userId: number): Promise<number> =>
    (await at.home.client.get(`/v2/members/${userId}`)).body.data.experience
  /** Awards experience with a new key. */
  async function give(userId: number, amount: number): Promise<void> {
    const client = await at.home.clientWith(['members.experience.write'])
    await client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount })
  }
  /** Opens the experience of a member in the log. */
  async function openedAt(userId: number, width?: number): Promise<Opened> {
    const opened = await at.signedIn('officer', width)
    await opened.page.goto(`${at.origin}/console/audit?action=member.experience&userId=${userId}`)
    await entries(opened.page).first().waitFor()
    return opened
  }
  async function preview(page: Page, userId: number): Promise<void> {
    await page
      .getByRole('button', { name: `Take back: ${nameOf(userId)}` })
      .first()
      .click()
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Take back 1 change' }).waitFor()
  }
  /** The reversals that were asked for, without previews. */
  async function reversals(): Promise<number> {
    const { body } = await at.home.client.get('/v2/audit-entries?order=newest&action=reversal.create&limit=100')
    return body.data.filter(({ after }: { after: { dryRun: boolean } }) => !after.dryRun).length
  }

  it('shows what taking back the changes of a key would do, with names, takes them back, and keeps what others changed later', async () => {
    const { page, complaints } = await at.signedIn('officer')
    const before = await experienceOf(first)
    const leaked = await at.home.clientWith(['members.experience.write', 'members.medals.write'])
    await leaked.post(`/v2/members/${first}/experience`, { op: 'increment', amount: 40 })
    await leaked.post(`/v2/members/${second}/medals`, { name: 'Valor' })
    await at.home.client.delete(`/v2/members/${second}/medals/Valor`)
    await go(page, 'Audit')
    await page.getByRole('combobox', { name: 'About whom' }).fill(nameOf(first))
    await page.getByRole('option', { name: nameOf(first) }).click()
    await page.waitForURL(new RegExp(`userId=.*${first}`))
    await choose(page, 'What', 'Experience')
    await page.waitForURL(/action=member\.experience/)
    const entry = entries(page).filter({ hasText: `gave ${nameOf(first)} 40 experience.` })
    await entry.getByRole('button', { name: 'Take back' }).click()
    await dialog(page)
      .getByRole('radio', { name: /^All changes of the key/ })
      .check()
    await dialog(page).getByLabel('Reason').fill('The key was published')
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Preview: take back' }).waitFor()
    await notice(page, '1 change would be taken back, 1 kept, 0 impossible.')
    const kept = page.getByRole('region', { name: 'Stays: changed later' }).getByRole('listitem')
    await kept
      .filter({ hasText: nameOf(second) })
      .filter({ hasText: 'Medal Valor' })
      .waitFor()
    await kept.filter({ hasText: 'Changed later by somebody else' }).waitFor()
    await page
      .getByRole('region', { name: 'Will be taken back' })
      .getByRole('listitem')
      .filter({ hasText: nameOf(first) })
      .filter({ hasText: 'Experience −40' })
      .waitFor()
    // no ids where there are names, and no names of fields
    expect(
      await page
        .getByRole('main')
        .getByText(new RegExp(`${first}|${second}|rev_|later_change`))
        .allInnerTexts(),
    ).toEqual(
      await page
        .getByRole('main')
        .getByText(new RegExp(`Member(${first}|${second})`))
        .allInnerTexts(),
    )
    expect(await experienceOf(first)).toBe(before + 40)
    // its names come with it
    await page.route('**/v2/audit-entries?*', (route) => route.abort('connectionfailed'))
    await page.reload()
    await page.getByText('The changes of the key test from').waitFor()
    await page.getByText('Asked for by Ana, ').waitFor()
    await page.unroute('**/v2/audit-entries?*')
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await dialog(page).getByText('1 change stays, because somebody changed it later.').waitFor()
    await dialog(page).getByRole('button', { name: 'Take back 1 change' }).click()
    await page.getByRole('heading', { name: 'Take back', exact: true }).waitFor()
    await notice(page, '1 change was taken back, 1 kept, 0 impossible.')
    expect(await experienceOf(first)).toBe(before)
    const { body: log } = await at.home.client.get(`/v2/audit-entries?order=newest&userId=${first}&limit=1`)
    expect(log.data[0]).toMatchObject({ actor: { kind: 'person' }, reason: 'The key was published' })
    expect(await complaints()).toEqual([])
  })

  it('applies a name as a filter, says who is unknown, and then shows nobody else’s entries', async () => {
    await give(first, 3)
    await give(second, 4)
    const { page } = await at.signedIn('officer')
    // as in a link from a person
    await page.goto(`${at.origin}/console/audit?userId=${nameOf(second)}`)
    await entries(page)
      .filter({ hasText: `gave ${nameOf(second)} 4 experience.` })
      .waitFor()
    expect(
      await entries(page)
        .filter({ hasText: nameOf(first) })
        .count(),
    ).toBe(0)
    const field = page.getByRole('combobox', { name: 'About whom' })
    await field.fill('Nobody_known')
    await page.keyboard.press('Enter')
    await alert(page, 'Nobody is called Nobody_known, so no entries are shown.')
    expect(await entries(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await entries(page).first().waitFor()
    // leaving the field is no way to lose it either
    await field.fill('Nobody_else')
    await page.keyboard.press('Tab')
    await alert(page, 'Nobody is called Nobody_else, so no entries are shown.')
    await page.goto(`${at.origin}/console/audit?action=${encodeURIComponent('What now')}`)
    await alert(page, 'There is nothing of the kind “What now”, so no entries are shown.')
    await page.goto(`${at.origin}/console/audit?by=nobody`)
    await alert(page, 'The address names nobody who makes changes')
    expect(await entries(page).count()).toBe(0)
  })

  it('takes whom a name or a part of it means by Enter alone, and nobody where it means several', async () => {
    await give(first, 5)
    const { page } = await at.signedIn('officer')
    await go(page, 'Audit')
    const field = page.getByRole('combobox', { name: 'About whom' })
    const several = 'Member'
    for (const text of [nameOf(first), nameOf(first).slice(3)]) {
      await field.fill(text)
      // before the list is there
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`userId=.*${first}`))
      await until(
        'the field shows who was taken',
        async () => (await field.inputValue()) === `${nameOf(first)} (${first})`,
      )
      expect(await page.getByRole('option').count()).toBe(0)
      await page.getByRole('button', { name: 'Clear the filters' }).click()
      await page.waitForURL((url) => !url.search.includes('userId'))
    }
    await field.fill(several)
    await page.keyboard.press('Enter')
    await alert(page, `Nobody is called ${several}, so no entries are shown.`)
  })

  it('shows what one person or one key did, by name, also past the first page', async () => {
    const { page } = await at.signedIn('administrator')
    await go(page, 'Members')
    await page.goto(`${at.origin}/console/members/${fourth}`)
    await page.getByRole('button', { name: 'Warn', exact: true }).click()
    await dialog(page).getByLabel('Reason').fill('Loud')
    await dialog(page).getByRole('button', { name: 'Warn' }).click()
    await notice(page, 'was warned')
    for (let nth = 0; nth < 60; nth += 1)
      await at.home.client.post(`/v2/members/${third}/experience`, { op: 'increment', amount: 1 })
    await go(page, 'Audit')
    await page.getByRole('button', { name: 'Show more' }).click()
    await until('a second page', async () => (await entries(page).count()) > 50)
    await page.getByRole('combobox', { name: 'Who did it' }).click()
    await page.getByRole('option', { name: 'Ana' }).first().click()
    await page.waitForURL(/by=/)
    await until('entries of people alone', async () => {
      const [all, ofAna] = [await entries(page).count(), await entries(page).filter({ hasText: 'Ana' }).count()]
      return all > 0 && all === ofAna
    })
  })

  it('has the exact values and ids of an entry behind a button', async () => {
    const before = await experienceOf(third)
    await give(third, 5)
    const { page } = await openedAt(third)
    const entry = entries(page).first()
    expect(await entry.innerText()).not.toMatch(/member\.experience|experience:/)
    const button = entry.getByRole('button', { name: 'Details' })
    await button.click()
    await entry.getByText(`${before} → ${before + 5}`).waitFor()
    await entry.getByText('member.experience').waitFor()
    await entry.getByText(String(third), { exact: true }).waitFor()
  })

  it('has the days of where the person is, also west of Greenwich', async () => {
    await give(first, 2)
    const { page } = await at.signedIn('officer')
    const storage = await page.context().storageState()
    const [entry] = (await at.home.client.get(`/v2/audit-entries?order=newest&userId=${first}&limit=1`)).body.data
    for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
      const { page: there } = await at.open(`/console/audit?userId=${first}`, 1280, {
        timezoneId,
        locale: 'en-US',
        storageState: storage,
      })
      await entries(there).first().waitFor()
      await there.getByRole('heading', { name: 'Today' }).waitFor()
      const time = new Date(entry.at).toLocaleTimeString('en-US', { timeStyle: 'medium', timeZone: timezoneId })
      expect((await entries(there).first().locator('time').innerText()).replaceAll('\u202f', ' ')).toBe(
        time.replaceAll('\u202f', ' '),
      )
    }
  })

  it('deletes a preview and the record of a reversal, and what was taken back stays so', async () => {
    const before = await experienceOf(third)
    await give(third, 21)
    const { page, complaints } = await openedAt(third)
    await preview(page, third)
    const address = page.url()
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await dialog(page).getByRole('button', { name: 'Take back 1 change' }).click()
    await notice(page, '1 change was taken back')
    await page.getByRole('link', { name: 'Changes taken back' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: '1 change was taken back, 0 kept, 0 impossible.' })
      .filter({ hasText: 'Asked for by Ana' })
      .first()
      .getByText('Open')
      .click()
    await page.getByRole('button', { name: 'Delete the record' }).click()
    const connect = await loseAnswers(page, '**/v2/reversals/*')
    await dialog(page).getByRole('button', { name: 'Delete the record' }).click()
    await alert(page, NO_ANSWER)
    await connect()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await notice(page, 'It was deleted.')
    await page.reload()
    await alert(page, 'This does not exist any more.')
    await page.goto(address)
    await page.getByRole('button', { name: 'Delete the preview' }).click()
    await dialog(page).getByRole('button', { name: 'Delete the preview' }).click()
    await notice(page, 'It was deleted.')
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([])
    const { status } = await at.home.client.get(`/v2/reversals/${address.split('/').at(-1)}`)
    expect([status, await experienceOf(third), await complaints()]).toEqual([404, before, []])
  })

  it('takes back what an account changed by hand on the platform, and refuses whom nobody knows', async () => {
    const raider = group.outsider
    const rolesOf = () => at.app.world.rolesOf(group.id, third)
    at.app.world.giveRole(group.id, third, group.roles.private, raider)
    const { page, complaints } = await at.signedIn('officer')
    await go(page, 'Audit')
    await page.getByRole('button', { name: 'Take back changes' }).click()
    const account = dialog(page).getByRole('combobox', { name: 'Account' })
    await account.fill('no_such_raider')
    await page.keyboard.press('Tab')
    await dialog(page).getByText('Nobody is called no_such_raider.').waitFor()
    await account.fill(String(raider))
    await page.keyboard.press('Tab')
    await dialog(page).getByLabel('Reason').fill('A raid')
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await notice(page, '1 change would be taken back, 0 kept, 0 impossible.')
    await page.getByText(/^What .* changed by hand on the platform from/).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: nameOf(third) })
      .filter({ hasText: 'Rank: back to recruit' })
      .waitFor()
    expect(rolesOf()).toContain(group.roles.private)
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await dialog(page).getByRole('button', { name: 'Take back 1 change' }).click()
    await notice(page, '1 change was taken back, 0 kept, 0 impossible.')
    expect(rolesOf()).not.toContain(group.roles.private)
    expect(await complaints()).toEqual([])
  })

  it('links what an entry is about to its page, for those who may open it', async () => {
    const form = await makeForm(at.home.client, { name: 'Linked form' })
    await update(at.home.client, form, 1, { description: 'New' })
    const request = { name: 'Linked key', scopes: ['members.read'], bounds: everyRank } as const
    const { keyId } = await issueKey(await at.home.ctx(), request)
    const entry = (page: Page, text: string) => entries(page).filter({ hasText: text })
    const { page, complaints } = await at.signedIn('administrator')
    for (const [text, name, address] of [
      ['created the key Linked key.', 'Linked key', `/settings/keys/${keyId}`],
      // the entry itself has no name
      ['changed the form Linked form.', 'Linked form', `/settings/forms/${form.applicationId}`],
    ] as const) {
      await page.goto(`${at.origin}/console/audit`)
      await entry(page, text).getByRole('link', { name }).click()
      await page.waitForURL(`**${address}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    expect(await complaints()).toEqual([])
    const officer = (await at.signedIn('officer')).page
    await officer.goto(`${at.origin}/console/audit`)
    await entry(officer, 'created the form Linked form.').getByRole('link', { name: 'Linked form' }).waitFor()
    const key = entry(officer, 'created the key Linked key.')
    await key.locator('b', { hasText: 'Linked key' }).waitFor()
    expect(await key.getByRole('link').count()).toBe(0)
  })

  it('names the member for whom a key acted', async () => {
    const request = { name: 'bot', scopes: ['members.experience.write'], actFor: true, bounds: everyRank }
    const { key } = await issueKey(await at.home.ctx(), request)
    await at.home.client.get(`/v2/members/${second}`)
    const acting = { 'X-On-Behalf-Of': String(second) }
    const given = await at.app
      .clientFor(key, at.home.communityId)
      .send('POST', `/v2/members/${first}/experience`, { op: 'increment', amount: 11 }, acting)
    expect(given.status).toBe(200)
    const { page, complaints } = await openedAt(first)
    await entries(page)
      .filter({ hasText: `the key bot gave ${nameOf(first)} 11 experience. For ${nameOf(second)}.` })
      .getByRole('link', { name: nameOf(second) })
      .click()
    await page.waitForURL(new RegExp(`/members/${second}$`))
    expect(await complaints()).toEqual([])
  })

  it('takes one change back by keyboard alone', async () => {
    const before = await experienceOf(first)
    await give(first, 7)
    const { page } = await openedAt(first)
    await tabTo(page, 'Take back')
    for (let presses = 0; presses < 3; presses += 1) {
      const name = await page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`)
      if (name === `Take back: ${nameOf(first)}`) break
      await page.keyboard.press('Tab')
      await tabTo(page, 'Take back')
    }
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await tabTo(page, 'Preview')
    await page.keyboard.press('Enter')
    await notice(page, '1 change would be taken back')
    await tabTo(page, 'Take back 1 change')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await tabTo(page, 'Take back 1 change')
    await page.keyboard.press('Enter')
    await notice(page, '1 change was taken back')
    expect(await experienceOf(first)).toBe(before)
  })

  it('refuses a window that begins more than 31 days ago before it is sent', async () => {
    await give(first, 1)
    const { page } = await openedAt(first)
    await page
      .getByRole('button', { name: `Take back: ${nameOf(first)}` })
      .first()
      .click()
    await dialog(page)
      .getByRole('radio', { name: /^All changes of/ })
      .check()
    await dialog(page).getByLabel('From').fill('2020-01-01T00:00:00')
    await dialog(page).getByText('The window begins at most 31 days ago').waitFor()
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await alert(page, 'Nothing was sent')
  })

  it('takes back once when the answer was lost, the page was loaded again, and the person tries again', async () => {
    const before = await experienceOf(second)
    await give(second, 30)
    const { page } = await openedAt(second)
    await preview(page, second)
    const asked = await reversals()
    const connect = await loseAnswers(page, '**/v2/reversals')
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await dialog(page).getByRole('button', { name: 'Take back 1 change' }).click()
    await alert(page, NO_ANSWER)
    await connect()
    await page.reload()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await notice(page, '1 change was taken back')
    expect([await experienceOf(second), (await reversals()) - asked]).toEqual([before, 1])
    const { body: log } = await at.home.client.get(`/v2/audit-entries?order=newest&userId=${second}`)
    const [newest, former] = log.data
    expect([newest.after.reverses, former.after.reverses]).toEqual([[former.auditId], undefined])
  })

  it('takes back once when the button is pressed twice at once', async () => {
    await give(second, 8)
    const { page } = await openedAt(second)
    await preview(page, second)
    const asked = await reversals()
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    const sent = sentTo(page, '/v2/reversals')
    await pressTwice(dialog(page).getByRole('button', { name: 'Take back 1 change' }))
    await notice(page, '1 change was taken back')
    expect([sent.length, (await reversals()) - asked]).toEqual([1, 1])
  })

  for (const [status, code, text] of [
    [403, 'insufficient_scope', 'permission'],
    [409, 'storage_limit_reached', 'room|store|full|space'],
    [429, 'rate_limit_exceeded', 'too much'],
    [503, 'dependency_unavailable', 'database'],
  ] as const) {
    it(`says why nothing is taken back after ${status}, and does it when asked again`, async () => {
      await give(first, 2)
      const { page } = await openedAt(first)
      await preview(page, first)
      await page.route('**/v2/reversals', (route) =>
        route.fulfill({
          status,
          contentType: 'application/json',
          headers: status === 429 || status === 503 ? { 'Retry-After': '1' } : {},
          body: JSON.stringify({ error: { code, message: 'machine words /body/x', details: {} } }),
        }),
      )
      await page.getByRole('button', { name: 'Take back 1 change' }).click()
      await dialog(page).getByRole('button', { name: 'Take back 1 change' }).click()
      const note = dialog(page).getByRole('alert')
      await note.waitFor()
      expect(await note.innerText()).toMatch(new RegExp(text))
      expect(await note.innerText()).not.toMatch(/body|\{|API key/)
      await page.unroute('**/v2/reversals')
      const again = dialog(page).getByRole('button', { name: /^(Take back 1 change|Try again)$/ })
      await until('it may be sent again', () => again.isEnabled())
      await again.click()
      await notice(page, '1 change was taken back')
    })
  }

  it('follows the log, keeps its filters in the address, and says of when the list is while the server does not answer', async () => {
    const { page } = await at.signedIn('moderator')
    await go(page, 'Audit')
    await choose(page, 'Who did it', 'Any key')
    await page.getByRole('switch', { name: 'Follow new entries' }).check()
    await page.waitForURL(/by=key.*follow=true/)
    await give(second, 77)
    await entries(page)
      .filter({ hasText: `gave ${nameOf(second)} 77 experience.` })
      .waitFor()
    expect(await page.getByRole('button', { name: /^Take back/ }).count()).toBe(0)
    const connect = await disconnect(page)
    await page.getByText('This is of').waitFor()
    await connect()
    await page.reload()
    await entries(page)
      .filter({ hasText: `gave ${nameOf(second)} 77 experience.` })
      .waitFor()
    expect(await page.getByRole('switch', { name: 'Follow new entries' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'Who did it' }).inputValue()).toBe('Any key')
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone', async () => {
    await give(first, 12)
    const opened = await at.signedIn('officer')
    const { page } = opened
    await go(page, 'Audit')
    await entries(page).first().waitFor()
    const found = await lookAt(opened, 'audit')
    await page.getByRole('button', { name: 'Details' }).first().click()
    found.push(...(await lookAt(opened, 'audit-details')))
    await page.getByRole('button', { name: 'Take back changes' }).click()
    await dialog(page).getByRole('combobox', { name: 'Account' }).waitFor()
    found.push(...(await lookAt(opened, 'take-back-by-hand')))
    await page.keyboard.press('Escape')
    await page.goto(`${at.origin}/console/audit?action=member.experience&userId=${first}`)
    await page
      .getByRole('button', { name: `Take back: ${nameOf(first)}` })
      .first()
      .click()
    await dialog(page)
      .getByRole('radio', { name: /^All changes of/ })
      .check()
    found.push(...(await lookAt(opened, 'take-back')))
    await dialog(page).getByRole('radio', { name: 'Only this change' }).check()
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Take back 1 change' }).waitFor()
    found.push(...(await lookAt(opened, 'preview')))
    await page.getByRole('link', { name: 'Changes taken back' }).click()
    await page.getByRole('listitem').first().waitFor()
    found.push(...(await lookAt(opened, 'reversals')))
    await page.goto(`${at.origin}/console/audit?action=webhook.`)
    await page.getByText('No entry matches these filters.').waitFor()
    found.push(...(await lookAt(opened, 'audit-empty')))
    expect(found).toEqual([])
  })
})
