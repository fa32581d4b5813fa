// The page of a member: each act has one effect, its view and its end in the same place, and says why what is not possible.
import type { Page } from 'playwright-core'
import { accepted, resetRoles, settled } from '../operations/fixture'
import { makeForm, respond, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import {
  choose,
  describeConsole,
  disconnect,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  patienceMs,
  pressTwice,
  sentTo,
  tabTo,
  type Opened,
} from './console'

const [first, second, third, fourth, fifth] = group.members

describeConsole((at) => {
  beforeAll(async () => {
    for (const userId of group.members) await verify(at.app, userId)
    await at.home.client.post('/v2/qualifications', { name: 'Pilot' })
    await at.home.client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.private })
  }, patienceMs)
  afterEach(async () => {
    const { body } = await at.home.client.get('/v2/suspensions?state=live')
    for (const { suspensionId } of body.data) await at.home.client.post(`/v2/suspensions/${suspensionId}/lift`, {})
    resetRoles(at.app)
  }, patienceMs)

  const nameOf = (userId: number): string => `Member${userId}`
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const dialog = (page: Page) => page.getByRole('dialog')
  const rankOf = async (userId: number): Promise<string | undefined> =>
    (await at.home.client.get(`/v2/members/${userId}?refresh=1`)).body.data.rank?.name

  async function openedAt(userId: number, role = 'officer', width?: number): Promise<Opened> {
    const opened = await at.signedIn(role, width)
    await show(opened.page, userId)
    return opened
  }
  async function show(page: Page, userId: number): Promise<void> {
    await page.goto(`${at.origin}/console/members/${userId}`)
    await page.getByRole('heading', { name: nameOf(userId), level: 1 }).waitFor()
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

  const warn = (userId: number, reason: string) => at.home.client.post('/v2/warnings', { userId, reason })
  const suspend = async (userId: number) => {
    const answer = await at.home.client.post('/v2/suspensions', { userId, durationSeconds: 86_400, reason: 'raid' })
    if (answer.status !== 201) throw new Error(answer.text)
  }
  const warningsOf = async (userId: number) =>
    (await at.home.client.get(`/v2/warnings?userId=${userId}&state=all`)).body.data as {
      reason: string
      state: string
    }[]

  /** Its answer is lost, the page is loaded again, and it is done once. */
  async function lostOverReload(page: Page, address: string, title: string): Promise<void> {
    const answered = await loseAnswers(page, address)
    await send(page, title).click()
    await dialog(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await answered()
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).click()
    await notice(page, 'Done: ')
  }

  describe('an act', () => {
    it('is done once when the answer to a warning was lost and the page was loaded again', async () => {
      const { page } = await openedAt(first)
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Lost once')
      await lostOverReload(page, '**/v2/warnings', 'Warn')
      await section(page, 'Warnings').getByText('Lost once').waitFor()
      expect((await warningsOf(first)).filter(({ reason }) => reason === 'Lost once')).toHaveLength(1)
      // it was stored, so nobody is led to send it again
      await press(page, 'Warn')
      expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('')
    })

    it('is done once when the answer to an award was lost and the page was loaded again', async () => {
      const before = (await at.home.client.get(`/v2/members/${first}`)).body.data.quotaPoints
      const { page } = await openedAt(first)
      await press(page, 'Give quota points')
      await dialog(page).getByLabel('Quota points').fill('7')
      await lostOverReload(page, '**/v2/award-batches', 'Give quota points')
      expect((await at.home.client.get(`/v2/members/${first}`)).body.data.quotaPoints).toBe(before + 7)
    })

    it('is done once when the answer to a suspension was lost and the page was loaded again', async () => {
      const { page } = await openedAt(second)
      await press(page, 'Suspend')
      await lostOverReload(page, '**/v2/suspensions', 'Suspend')
      await section(page, 'Suspensions').getByText('Rank: recruit → private.').waitFor()
      const { body } = await at.home.client.get(`/v2/suspensions?userId=${second}&state=live`)
      expect(body.data).toHaveLength(1)
    })

    it('is done once when the answer to a change of the rank was lost and the page was loaded again', async () => {
      const { page } = await openedAt(third)
      await press(page, 'Set the rank')
      await choose(page, 'Rank', 'sergeant')
      await lostOverReload(page, '**/v2/platform-operations/ranks', 'Set the rank')
      await section(page, 'Changes of the rank').getByText('set the rank to sergeant').waitFor()
      const { body } = await at.home.client.get(`/v2/platform-operations?userId=${third}`)
      expect(body.data.filter(({ kind }: { kind: string }) => kind === 'rank.set')).toHaveLength(1)
    })

    it('says that a warning was stored as it was sent first, and sends the changed one when it is asked to', async () => {
      const { page } = await openedAt(second)
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Sent first')
      const answered = await loseAnswers(page, '**/v2/warnings')
      await send(page, 'Warn').click()
      await dialog(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await dialog(page).getByLabel('Reason').fill('Changed since')
      await send(page, 'Warn').click()
      await dialog(page).getByRole('alert').filter({ hasText: 'This was stored as you sent it first' }).waitFor()
      const reasons = async () =>
        (await warningsOf(second))
          .map(({ reason }) => reason)
          .filter((reason) => /first|since/.test(reason))
          .sort()
      expect([await reasons(), await dialog(page).getByLabel('Reason').inputValue()]).toEqual([
        ['Sent first'],
        'Changed since',
      ])
      await send(page, 'Warn').click()
      await section(page, 'Warnings').getByText('Changed since').waitFor()
      expect(await reasons()).toEqual(['Changed since', 'Sent first'])
    })

    it('is sent once when it is pressed twice at once, each of them', async () => {
      expect(await rankOf(third)).toBe('recruit')
      const { page } = await openedAt(third)
      const name = nameOf(third)
      const write = (label: string, text: string) => () => dialog(page).getByLabel(label).fill(text)
      const take = (label: string, option: string) => () => choose(page, label, option)
      const sent = sentTo(page, '')
      const counts: [title: string, requests: number][] = []
      const all = [
        ['Warn', 'Warn', write('Reason', 'Twice')],
        ['Take back: Twice', 'Take back the warning', write('Why it is taken back', 'Twice')],
        ['Give experience', 'Give experience', write('Experience', '3')],
        ['Give quota points', 'Give quota points', write('Quota points', '3')],
        ['Award a medal', 'Award a medal', take('Medal', 'Valor')],
        [`Remove Valor from ${name}`, 'Remove', null],
        ['Award a qualification', 'Award a qualification', take('Qualification', 'Pilot')],
        [`Remove Pilot from ${name}`, 'Remove', null],
        ['Set the rank', 'Set the rank', take('Rank', 'sergeant')],
        ['Put on the blacklist', 'Put on the blacklist', write('Reason', 'Twice')],
        ['Lift: Twice', 'Take off the blacklist', null],
        ['Suspend', 'Suspend', null],
        [`Lift: ${name}`, 'Lift the suspension', null],
      ] as const
      for (const [opens, title, fill] of all) {
        await page.getByRole('button', { name: opens, exact: true }).first().click()
        await fill?.()
        const before = sent.length
        await pressTwice(send(page, title))
        await dialog(page).waitFor({ state: 'detached' })
        if (title === 'Set the rank') await notice(page, `${name}: recruit → sergeant.`)
        counts.push([title, sent.length - before])
      }
      expect(counts).toEqual(all.map(([, title]) => [title, 1]))
      expect(await warningsOf(third)).toMatchObject([{ reason: 'Twice', state: 'revoked' }])
    })

    it.each([
      [403, 'insufficient_scope', {}],
      [503, 'server_busy', { 'Retry-After': '30' }],
      [429, 'rate_limit_exceeded', { 'Retry-After': '60' }],
    ])('tells a refusal with the status %i in a sentence, and keeps what was typed', async (status, code, headers) => {
      const { page } = await openedAt(first)
      await page.route('**/v2/warnings', (route) =>
        route.fulfill({ status, headers, json: { error: { code, message: 'does not match the contract: /body' } } }),
      )
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Kept')
      await send(page, 'Warn').click()
      await dialog(page).getByRole('alert').waitFor()
      expect(await dialog(page).getByText('contract').count()).toBe(0)
      expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('Kept')
      const until = dialog(page).getByRole('button', { name: /^Try again in \d+ seconds$/ })
      if (status === 403) expect(await send(page, 'Warn').isDisabled()).toBe(false)
      else expect(await until.isDisabled()).toBe(true)
    })

    it('tells what is wrong with a value at its field', async () => {
      const { page } = await openedAt(fourth)
      await press(page, 'Put on the blacklist')
      const field = dialog(page).getByLabel('Evidence')
      await dialog(page).getByLabel('Reason').fill('Raids')
      await field.fill('ftp://example.com/report')
      await send(page, 'Put on the blacklist').click()
      await dialog(page).getByText('It must be an http or https link').waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await dialog(page).getByLabel('Reason').getAttribute('aria-invalid')).not.toBe('true')
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      // of a number, and of an end, whose dialogs do not name them
      await page.route('**/v2/warnings', (route) =>
        route.fulfill({
          status: 400,
          json: {
            error: {
              code: 'validation_failed',
              message: 'Refused.',
              details: {
                issues: [
                  { instancePath: '/body/points', keyword: 'maximum', message: 'must be <= 1000' },
                  { instancePath: '/body/expiresAt', keyword: 'minimum', message: 'must be in the future' },
                  { instancePath: '/body/reason', keyword: 'pattern', message: 'must match pattern "^x$"' },
                ],
              },
            },
          },
        }),
      )
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Refused')
      await send(page, 'Warn').click()
      await dialog(page).getByText('It must be in the future.').waitFor()
      await dialog(page).getByText('At most 1,000.').waitFor()
      await dialog(page).getByText('This does not have the form that is accepted here.').waitFor()
      expect(await dialog(page).getByLabel('Points').getAttribute('aria-invalid')).toBe('true')
      expect(await dialog(page).getByLabel('Last day').getAttribute('aria-invalid')).toBe('true')
    })

    it('works again after the connection was lost', async () => {
      const { page } = await openedAt(first)
      const connect = await disconnect(page)
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Offline')
      await send(page, 'Warn').click()
      await dialog(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await connect()
      await send(page, 'Try again').click()
      await notice(page, `${nameOf(first)} was warned.`)
      expect((await warningsOf(first)).filter(({ reason }) => reason === 'Offline')).toHaveLength(1)
    })
  })

  describe('warnings', () => {
    it('are listed past the first page, and each that counts can be taken back there', async () => {
      for (let nth = 1; nth <= 23; nth += 1) await warn(fifth, `Warning ${nth}`)
      const { page } = await openedAt(fifth)
      const warnings = section(page, 'Warnings')
      await warnings.getByText('20 of 23').waitFor()
      await warnings.getByText('23 points count').waitFor()
      await warnings.getByRole('button', { name: 'Show more' }).click()
      await warnings.getByRole('button', { name: 'Take back: Warning 1', exact: true }).click()
      await dialog(page).getByLabel('Why it is taken back').fill('A mistake')
      await send(page, 'Take back the warning').click()
      await notice(page, 'The warning was taken back. Points that count: 22.')
      await warnings.getByText('taken back by Ana').waitFor()
      await warnings.getByText('“A mistake”').waitFor()
    })

    it('say that somebody else took one back meanwhile, and show it', async () => {
      const { body } = await warn(second, 'Raced')
      const { page } = await openedAt(second)
      await press(page, 'Take back: Raced')
      await dialog(page).getByLabel('Why it is taken back').fill('Mine')
      await at.home.client.post(`/v2/warnings/${body.data.warningId}/revoke`, { reason: 'First' })
      await send(page, 'Take back the warning').click()
      await dialog(page)
        .getByRole('alert')
        .filter({ hasText: 'Somebody else took this warning back meanwhile' })
        .waitFor()
      await page.keyboard.press('Escape')
      await section(page, 'Warnings').getByText('“First”').waitFor()
    })

    it('are taken back by the toast', async () => {
      const { page } = await openedAt(third)
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Undone')
      await send(page, 'Warn').click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await notice(page, 'Taken back: ')
      const undone = (await warningsOf(third)).filter(({ reason }) => reason === 'Undone')
      expect(undone).toMatchObject([{ state: 'revoked' }])
    })
  })

  describe('a suspension', () => {
    it('tells what becomes of the rank, refuses another rank with a way out, and is lifted in its place', async () => {
      const { page, complaints } = await openedAt(first)
      await press(page, 'Suspend')
      await dialog(page).getByLabel('Reason').fill('Raid')
      await send(page, 'Suspend').click()
      await notice(page, 'Rank: recruit → private.')
      await section(page, 'Suspensions')
        .getByText('Rank: recruit → private. At the end recruit is given back.')
        .waitFor()
      expect(await rankOf(first)).toBe('private')
      await press(page, 'Set the rank')
      await dialog(page)
        .getByRole('alert')
        .filter({ hasText: 'Lift the suspension first: it is on this page.' })
        .waitFor()
      await page.keyboard.press('Escape')
      await section(page, 'Suspensions')
        .getByRole('button', { name: `Lift: ${nameOf(first)}` })
        .click()
      await send(page, 'Lift the suspension').click()
      await notice(page, 'was lifted. The rank recruit was given back.')
      await section(page, 'Suspensions').getByText('lifted by Ana').waitFor()
      expect(await rankOf(first)).toBe('recruit')
      expect(await complaints()).toEqual([])
    })

    it('that began meanwhile refuses a rank in a sentence, and shows itself with its end', async () => {
      const { page } = await openedAt(second)
      await press(page, 'Set the rank')
      await choose(page, 'Rank', 'sergeant')
      await suspend(second)
      await send(page, 'Set the rank').click()
      await section(page, 'Suspensions').getByText('Rank: recruit → private.').waitFor()
      await page
        .getByText('The rank of Member102 was not changed.')
        .or(dialog(page).getByText('suspended'))
        .first()
        .waitFor()
      await page
        .getByRole('note')
        .getByRole('button', { name: `Lift: ${nameOf(second)}` })
        .waitFor()
    })

    it.each(['America/Los_Angeles', 'Pacific/Auckland'])('lasts until the end of the day in %s', async (timezoneId) => {
      const { page } = await at.signedIn('moderator')
      await (await page.context().newCDPSession(page)).send('Emulation.setTimezoneOverride', { timezoneId })
      await show(page, third)
      const day = await page.evaluate<string>(`(() => {
        const time = new Date(Date.now() + 3 * 86400000)
        return [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
      })()`)
      const localEnd = await page.evaluate<string>(`new Date('${day}T23:59:59').toISOString()`)
      await press(page, 'Suspend')
      await dialog(page).getByLabel('Last day').fill(day)
      await send(page, 'Suspend').click()
      await notice(page, `${nameOf(third)} is suspended until `)
      await press(page, 'Put on the blacklist')
      await dialog(page).getByLabel('Reason').fill('Day')
      await dialog(page).getByLabel('Last day').fill(day)
      await send(page, 'Put on the blacklist').click()
      await notice(page, `${nameOf(third)} is on the blacklist until `)
      const { body: suspensions } = await at.home.client.get(`/v2/suspensions?userId=${third}&state=live`)
      const { body: entries } = await at.home.client.get(`/v2/blacklist-entries?userId=${third}`)
      expect([suspensions.data[0].endsAt, entries.data[0].expiresAt].map((end: string) => Date.parse(end))).toEqual(
        Array.from({ length: 2 }, () => Date.parse(localEnd)),
      )
      await press(page, 'Warn')
      await dialog(page).getByLabel('Reason').fill('Day')
      await dialog(page).getByLabel('Last day').fill(day)
      await send(page, 'Warn').click()
      await notice(page, `${nameOf(third)} was warned.`)
      const [warning] = (await at.home.client.get(`/v2/warnings?userId=${third}&state=live`)).body.data
      expect(Date.parse(warning.expiresAt)).toBe(Date.parse(localEnd))
      // the day that was chosen is shown
      const shown = await page.evaluate<string>(
        `new Date('${day}T23:59:59').toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })`,
      )
      for (const place of ['Suspensions', 'Blacklist', 'Warnings']) {
        await section(page, place).getByText(`until ${shown}`).first().waitFor()
      }
      await section(page, 'Blacklist').getByRole('button', { name: 'Lift: Day' }).click()
      await send(page, 'Take off the blacklist').click()
      await notice(page, `${nameOf(third)} is not on the blacklist any more.`)
      await section(page, 'Blacklist').getByText('lifted by Ana').first().waitFor()
    })
  })

  describe('the rank', () => {
    it('is followed until it is known, and ranks that cannot be given say why', async () => {
      const { page } = await openedAt(fourth)
      await press(page, 'Set the rank')
      await page.getByRole('combobox', { name: 'Rank' }).click()
      const owner = page.getByRole('option', { name: /^owner/ })
      await owner.getByText('only the platform gives it').waitFor()
      expect(await owner.getAttribute('data-combobox-disabled')).toBe('true')
      await page
        .getByRole('option', { name: /^recruit/ })
        .getByText('the member has it')
        .waitFor()
      await page.getByRole('option', { name: 'sergeant', exact: true }).click()
      await send(page, 'Set the rank').click()
      await notice(page, `${nameOf(fourth)}: recruit → sergeant.`)
      await section(page, 'Changes of the rank').getByText('done', { exact: true }).waitFor()
      expect(await rankOf(fourth)).toBe('sergeant')
    })

    it('is promoted by AutoRank after an award, which the page tells', async () => {
      const { experience } = (await at.home.client.get(`/v2/members/${fifth}`)).body.data
      const rank = `/v2/ranks/${group.roles.sergeant}`
      await at.home.client.patch(rank, { autoRank: { experience: experience + 50 } })
      const { page } = await openedAt(fifth)
      await press(page, 'Give experience')
      await dialog(page).getByLabel('Experience').fill('60')
      await send(page, 'Give experience').click()
      await notice(page, 'AutoRank changes the rank.')
      await notice(page, 'AutoRank: recruit → sergeant.')
      const history = section(page, 'History').getByRole('listitem')
      await history.filter({ hasText: `Ana gave ${nameOf(fifth)} 60 experience.` }).waitFor()
      await history.filter({ hasText: 'AutoRank: recruit → sergeant.' }).waitFor()
      await at.home.client.patch(rank, { removeAutoRank: true })
    })

    it('is not promoted on the blacklist, and the list of ranks says so', async () => {
      await at.home.client.post('/v2/blacklist-entries', { userId: first, reason: 'Sold items' })
      const { page } = await openedAt(first)
      await page.getByRole('note').getByText('On the blacklist, without an end.').waitFor()
      await press(page, 'Set the rank')
      await page.getByRole('combobox', { name: 'Rank' }).click()
      await page
        .getByRole('option', { name: /^sergeant/ })
        .getByText('no promotion while on the blacklist')
        .waitFor()
      const { body } = await at.home.client.get(`/v2/blacklist-entries?userId=${first}`)
      await at.home.client.post(`/v2/blacklist-entries/${body.data[0].blacklistEntryId}/lift`, {})
    })
  })

  it('awards and removes a medal and a qualification, and takes the removal back', async () => {
    const { page } = await openedAt(second)
    for (const [title, label, award, place] of [
      ['Award a medal', 'Medal', 'Valor', 'Medals'],
      ['Award a qualification', 'Qualification', 'Pilot', 'Qualifications'],
    ] as const) {
      await press(page, title)
      await choose(page, label, award)
      await send(page, title).click()
      await notice(page, `${nameOf(second)} was awarded ${award}.`)
      await section(page, place)
        .getByRole('button', { name: `Remove ${award} from ${nameOf(second)}` })
        .click()
      await send(page, 'Remove').click()
      await notice(page, `${award} was removed from ${nameOf(second)}.`)
      await section(page, place).getByText(award).waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await section(page, 'Qualifications').getByText('Pilot').waitFor()
  })

  it('shows each response of the member with the name of its form, and the history past its first page', async () => {
    const form = await makeForm(at.home.client)
    await respond(at.home.client, form, third)
    for (let nth = 0; nth < 30; nth += 1) {
      await at.home.client.post(`/v2/members/${third}/experience`, { op: 'increment', amount: 1 })
    }
    const { page } = await openedAt(third)
    await section(page, 'Responses').getByText('waits for a decision').waitFor()
    expect(await section(page, 'Responses').getByText('app_').count()).toBe(0)
    const history = section(page, 'History')
    await history.getByText('25 shown').waitFor()
    await history.getByRole('button', { name: 'Show more' }).click()
    await until('more entries', async () => (await history.getByRole('listitem').count()) > 25)
    // names, no ids and no names of fields
    expect(await history.getByText(/per_|key_|wrn_|op_|[a-z]Id:|activePoints:|status:/).count()).toBe(0)
  })

  it('warns and takes the warning back by keyboard alone', async () => {
    const { page } = await openedAt(fourth)
    await tabTo(page, 'Warn')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.type('By hand')
    await page.keyboard.press('Tab')
    await tabTo(page, 'Warn')
    await page.keyboard.press('Enter')
    await notice(page, `${nameOf(fourth)} was warned.`)
    await section(page, 'Warnings').getByText('By hand').waitFor()
    await page.getByRole('button', { name: 'Take back: By hand' }).focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.type('Sorry')
    await page.keyboard.press('Enter')
    await notice(page, 'The warning was taken back.')
  })

  it('offers a moderator the acts of the role alone', async () => {
    const { page } = await openedAt(first, 'moderator')
    await page.getByRole('button', { name: 'Warn', exact: true }).waitFor()
    for (const name of ['Give experience', 'Give quota points', 'Set the rank', 'Award a medal']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
  })

  it('stays with its error while the server does not answer, and recovers', async () => {
    const { page } = await at.signedIn('officer')
    const connect = await disconnect(page)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    await connect()
    await show(page, first)
  })

  it('is looked at: empty, full, suspended, on a phone, with its dialogs', async () => {
    const many = { userId: 399, username: 'An_account_of_20_abc', displayName: 'عضو قديم جدا 🏴‍☠️ في المجموعة' }
    at.app.world.addUser(many)
    at.app.world.addMember(group.id, many.userId)
    for (let nth = 1; nth <= 40; nth += 1) {
      await warn(many.userId, `Warning ${nth}`)
      await at.home.client.post('/v2/medals', { name: `Medal ${nth}` })
      await at.home.client.post(`/v2/members/${many.userId}/medals`, { name: `Medal ${nth}` })
    }
    await suspend(second)
    await at.home.client.post('/v2/blacklist-entries', {
      userId: second,
      reason: 'Sold items 😀 ' + 'very '.repeat(30),
    })
    await warn(second, 'هذا سبب طويل للتحذير')
    await at.home.client.post(`/v2/members/${second}/medals`, { name: 'Valor' })
    const opened = await openedAt(second, 'officer', 390)
    const { page } = opened
    const found: unknown[] = []
    const look = async (screen: string) => found.push(...(await lookAt(opened, screen)))
    await section(page, 'History').getByRole('listitem').first().waitFor()
    await look('member-full')
    for (const [name, file] of [
      ['Warn', 'warn'],
      ['Award a medal', 'award'],
      ['Put on the blacklist', 'refusal'],
    ] as const) {
      await press(page, name)
      await dialog(page).waitFor()
      await look(`member-${file}`)
      await dialog(page).getByRole('button', { name: 'Close' }).first().click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    await page.goto(`${at.origin}/console/members/${many.userId}`)
    await section(page, 'Warnings').getByText('20 of 40').waitFor()
    await look('member-many')
    await show(page, fifth)
    await settled(at.home, await accepted(at.home, { userId: fifth, rankId: 10 }))
    await section(page, 'Changes of the rank').waitFor()
    await look('member-empty')
    for (const [name, file] of [
      ['Suspend', 'suspend'],
      ['Put on the blacklist', 'blacklist'],
      ['Set the rank', 'rank'],
      ['Give experience', 'points'],
    ] as const) {
      await press(page, name)
      await dialog(page).waitFor()
      await look(`member-${file}`)
      await dialog(page).getByRole('button', { name: 'Close' }).first().click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
  })

  it('has room for a name without a space, and isolates one that runs from right to left', async () => {
    const names = { 901: 'W'.repeat(50), 902: 'שלום' } as const
    for (const [userId, username] of Object.entries(names)) {
      at.app.simulator.world.addUser({ userId: Number(userId), username })
      at.app.simulator.world.addMember(group.id, Number(userId))
      await at.home.client.get(`/v2/members/${userId}?refresh=1`)
    }
    const opened = await at.signedIn('officer', 390)
    const { page } = opened
    await page.goto(`${at.origin}/console/members/901`)
    await press(page, 'Warn')
    await dialog(page).getByRole('button', { name: 'Close' }).waitFor()
    expect(await lookAt(opened, 'warn-long-name')).toEqual([])
    await page.goto(`${at.origin}/console/members/902`)
    await press(page, 'Warn')
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('late')
    await send(page, 'Warn').click()
    await notice(page, '\u2068שלום\u2069 was warned.')
  })
})
