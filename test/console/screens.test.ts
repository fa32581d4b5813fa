// Sign-in and Members in the console.
import { group, startTestApp } from '../support/app'
import {
  alert,
  choose,
  describeConsole,
  disconnect,
  endSessions,
  go,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  tabTo,
} from './console'

const [first, second] = group.members

describeConsole((at) => {
  describe('the sign-in', () => {
    it('makes a passkey from the link of an invitation, signs out, and signs in with the passkey', async () => {
      const { page, complaints } = await at.signedIn('officer')
      expect(page.url()).toBe(`${at.origin}/console/review`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
      expect(await complaints()).toEqual([])
    })

    it('refuses an invitation that was used', async () => {
      const address = await at.invited('viewer')
      const { page } = await at.open(address)
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
      const other = await at.open(address)
      await other.page.getByRole('button', { name: 'Make a passkey' }).click()
      await other.page.getByRole('alert').waitFor()
      expect(other.page.url()).toContain('/console/sign-in')
    })

    it('tells that the server does not answer, and works when it does', async () => {
      const { page } = await at.open(await at.invited('viewer'))
      await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
      const connect = await disconnect(page)
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await alert(page, NO_ANSWER)
      await connect()
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    })

    it('is shown when the session was ended elsewhere', async () => {
      const { page } = await at.signedIn('reviewer')
      await endSessions(at.home)
      // the queue is read again by itself: either the page asks, or the navigation does
      await page.reload()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    })
  })

  describe('Members', () => {
    it('finds a member by name, gives experience and a medal, warns, and shows the history', async () => {
      const { page, complaints } = await at.signedIn('officer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      await page.getByLabel('Name or user id').fill(`Member${first}`)
      // the server searched: nobody else is listed
      await page.getByRole('link', { name: `Member${second}` }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: `Member${first}` }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Member${first}` }).waitFor()
      const dialog = page.getByRole('dialog')
      const act = async (title: string, fill: () => Promise<unknown>, told: string): Promise<void> => {
        await page.getByRole('button', { name: title, exact: true }).click()
        await fill()
        await dialog.getByRole('button', { name: title }).click()
        await notice(page, told)
      }
      await act('Give experience', () => dialog.getByLabel('Experience').fill('150'), 'got 150 experience')
      await act('Award a medal', () => choose(page, 'Medal', 'Valor'), `Member${first} was awarded Valor.`)
      await act('Warn', () => dialog.getByLabel('Reason').fill('Spoke out of turn'), `Member${first} was warned.`)
      await page.getByRole('region', { name: 'Warnings' }).getByText('Spoke out of turn').waitFor()
      await page.getByRole('region', { name: 'Medals' }).getByText('Valor').waitFor()
      const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
      await history.filter({ hasText: `Ana gave Member${first} 150 experience.` }).waitFor()
      await history
        .filter({ hasText: `Ana warned Member${first}. Points: 1, together 1. “Spoke out of turn”` })
        .waitFor()
      const { body } = await at.home.client.get(`/v2/members/${first}`)
      expect(body.data).toMatchObject({ experience: 150, medals: [{ name: 'Valor', count: 1 }] })
      const { body: log } = await at.home.client.get('/v2/audit-entries?order=newest&limit=1')
      expect(log.data[0]).toMatchObject({ action: 'warning.create', actor: { kind: 'person' } })
      expect(await complaints()).toEqual([])
    })

    it('finds a member of a rank and gives experience by keyboard alone', async () => {
      const before = (await at.home.client.get(`/v2/members/${second}`)).body.data.experience
      const { page } = await at.signedIn('officer')
      await tabTo(page, 'Members')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      await tabTo(page, 'Rank')
      await page.keyboard.type('recruit')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/rank=/)
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      await tabTo(page, `Member${second}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Member${second}` }).waitFor()
      await tabTo(page, 'Give experience')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('25')
      await page.keyboard.press('Enter')
      await notice(page, 'got 25 experience')
      expect((await at.home.client.get(`/v2/members/${second}`)).body.data.experience).toBe(before + 25)
      await tabTo(page, '← All members')
      await page.keyboard.press('Enter')
      await tabTo(page, 'Name or user id')
      await page.keyboard.type(`Member${first}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Member${first}` }).waitFor()
    })

    it('shows why AutoRank keeps the rank of a member, and what is missing for the next', async () => {
      const rank = `/v2/ranks/${group.roles.sergeant}`
      const { experience } = (await at.home.client.get(`/v2/members/${first}`)).body.data
      await at.home.client.patch(rank, { autoRank: { experience: experience + 70 } })
      const { page } = await at.signedIn('viewer')
      await page.goto(`${at.origin}/console/members/${first}`)
      await page
        .getByRole('region', { name: 'AutoRank' })
        .getByText('Keeps the rank: the experience reaches no threshold. sergeant needs 70 more experience.')
        .waitFor()
      await at.home.client.patch(rank, { removeAutoRank: true })
      await page.reload()
      await page.getByText('Does not apply: no rank has a threshold.').waitFor()
    })

    it('lists the members of a rank, which the address names', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await choose(page, 'Rank', 'recruit')
      await page.getByRole('link', { name: `Member${second}` }).waitFor()
      expect(page.url()).toContain(`rank=`)
      const countOf = async (query: string) =>
        (await at.home.client.get(`/v2/members?limit=1&total=1${query}`)).body.meta.total.count
      const found = await countOf(`&rankUniqueId=${group.roles.recruit}`)
      await page.getByText(`Of ${await countOf('')} members, ${found} match`).waitFor()
      await page.getByText(`This server has read ${await countOf('')} members.`).waitFor()
      await choose(page, 'Rank', 'lieutenant')
      await page.getByText('No member matches.').waitFor()
      await page.reload()
      await page.getByText('No member matches.').waitFor()
    })

    it('tells how many it has read and how many the group has, and looks up whom it has not read', async () => {
      await at.home.client.post('/v2/ranks/sync', {})
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page
        .getByText(/This server has read \d+ members\. The ranks of the group had \d+ at the last sync\./)
        .waitFor()
      await page.getByLabel('Name or user id').fill('Outsi')
      await page.getByText('No member matches.').waitFor()
      await page.getByLabel('Name or user id').fill('Outsider')
      await page.getByRole('button', { name: 'Look up Outsider in the group' }).click()
      await page.getByRole('heading', { name: 'Outsider', level: 1 }).waitFor()
      await page.getByText('not in the group', { exact: true }).waitFor()
    })

    it('says of a new community that nobody is listed yet, not that nobody matches', async () => {
      const { page } = await at.signedIn('viewer', undefined, await at.app.community())
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByText('Nobody is listed yet.').waitFor()
      expect(await page.getByText('No member matches.').count()).toBe(0)
    })

    it('finds several by a list that is pasted, and names those who are not found', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByRole('button', { name: 'Find several' }).click()
      await page.getByRole('combobox', { name: 'Find several' }).evaluate((field: unknown, text) => {
        const all = globalThis as unknown as Record<string, new (...values: unknown[]) => never>
        const { DataTransfer: Transfer, ClipboardEvent: Paste } = all
        if (!Transfer || !Paste) throw new Error('no clipboard')
        const clipboardData = new Transfer() as { setData(type: string, text: string): void }
        clipboardData.setData('text', text)
        const target = field as { dispatchEvent(event: never): void }
        target.dispatchEvent(new Paste('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, `Member${first}\nMember${second}\nNobody_at_all`)
      const found = page.getByRole('list', { name: 'Found members' })
      await found.getByRole('link', { name: `Member${second}` }).waitFor()
      expect(await found.getByRole('link').count()).toBe(2)
      await page.getByText('Not found: Nobody_at_all').waitFor()
    })

    it('shows the reason of a refusal: no such member', async () => {
      const { page } = await at.signedIn('viewer')
      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Name or user id').fill('Nobody_at_all')
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('alert').waitFor()
      expect(new URL(page.url()).pathname).toBe('/console/members')
    })

    it('warns once when the answer was lost and the person tries again', async () => {
      const { page } = await at.signedIn('moderator')
      await page.goto(`${at.origin}/console/members/${second}`)
      await page.getByRole('button', { name: 'Warn', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('Once')
      const connect = await loseAnswers(page, '**/v2/warnings')
      await dialog.getByRole('button', { name: 'Warn' }).click()
      await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await connect()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await notice(page, `Member${second} was warned.`)
      const { body } = await at.home.client.get(`/v2/warnings?userId=${second}`)
      expect(body.data).toHaveLength(1)
    })

    it('shows only the acts of the role', async () => {
      const { page } = await at.signedIn('moderator')
      await page.goto(`${at.origin}/console/members/${first}`)
      await page.getByRole('button', { name: 'Warn' }).waitFor()
      expect(await page.getByRole('button', { name: 'Give experience' }).count()).toBe(0)
    })
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone of 390 pixels', async () => {
    const opened = await at.signedIn('officer', 390)
    const { page } = opened
    const found: unknown[] = []
    const look = async (screen: string) => found.push(...(await lookAt(opened, screen)))
    await go(page, 'Members')
    await page.getByRole('link', { name: `Member${first}` }).waitFor()
    await look('members')
    await page.getByRole('link', { name: `Member${first}` }).click()
    await page.getByRole('listitem').first().waitFor()
    await look('member')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Last day').waitFor()
    await look('dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await look('sign-in')
    expect(found).toEqual([])
  })
})

it('is left out with CONSOLE=off: its addresses answer 404', async () => {
  const without = await startTestApp({ worker: false, console: null })
  const answers = ['/console', '/console/review'].map(async (at) => (await fetch(without.url + at)).status)
  expect(await Promise.all(answers)).toEqual([404, 404])
  await without.close()
})
