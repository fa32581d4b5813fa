// The connection to the group, and its ranks, in the console.
import { group } from '../support/app'
import { invite } from '../support/people'
import type { Page } from 'playwright-core'
import { alert, describeConsole, disconnect, loseAnswers, NO_ANSWER, notice } from './console'
import { openSettings } from './settings'

describeConsole((at) => {
  const { private: privateRank, sergeant, lieutenant } = group.roles
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
  const rankOf = async (uniqueId: number) => (await at.home.client.get(`/v2/ranks/${uniqueId}`)).body.data
  const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

  it('sets the threshold of a rank, names the ranks that AutoRank never gives, and removes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    const set = async (rank: string, experience: string, told: string): Promise<void> => {
      await page.getByRole('button', { name: `Set the threshold: ${rank}` }).click()
      await dialogOf(page).getByLabel('Experience').fill(experience)
      await press(page, 'Set the threshold')
      await notice(page, told)
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    await set('sergeant', '1000', 'AutoRank gives sergeant from 1,000 experience.')
    await rowOf(page, 'sergeant').getByText('AutoRank from 1,000 experience').waitFor()
    await set('lieutenant', '900', 'AutoRank never gives sergeant: a higher rank needs no more experience.')
    await set('lieutenant', '', 'AutoRank does not give lieutenant any more.')
    await set('sergeant', '', 'AutoRank does not give sergeant any more.')
    expect([(await rankOf(sergeant)).autoRank, (await rankOf(lieutenant)).autoRank]).toEqual([null, null])
    expect(await complaints()).toEqual([])
  })

  it('sets a threshold once when the answer was lost, and says what is stored', async () => {
    const { page } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    await page.getByRole('button', { name: 'Set the threshold: lieutenant' }).click()
    await dialogOf(page).getByLabel('Experience').fill('5000')
    const answered = await loseAnswers(page, '**/v2/ranks/*')
    await press(page, 'Set the threshold')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await answered()
    await press(page, 'Try again')
    await notice(page, 'AutoRank gives lieutenant from 5,000 experience.')
    expect((await rankOf(lieutenant)).autoRank).toEqual({ experience: 5000 })
    await at.home.client.patch(`/v2/ranks/${lieutenant}`, { removeAutoRank: true })
  })

  it('shows what a threshold would change before it is set, and that the server does not answer', async () => {
    const [userId] = group.members
    await at.home.client.post(`/v2/members/${userId}/experience`, { op: 'set', amount: 150 })
    const { page, complaints } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    await page.getByRole('button', { name: 'Set the threshold: private' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Experience').fill('100')
    const connect = await disconnect(page)
    await press(page, 'What would change')
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await press(page, 'What would change')
    await dialog.getByText('Of 5 members, 1 would be promoted, 0 demoted, and 4 keep their rank.').waitFor()
    expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
      'From\tTo\tMembers\tWithout the change too',
      'recruit\tprivate\t1\t0',
    ])
    await dialog.getByLabel('Experience').fill('200')
    await dialog.getByRole('row').first().waitFor({ state: 'detached' })
    await press(page, 'Cancel')
    expect((await rankOf(privateRank)).autoRank).toBeNull()
    expect(await complaints()).toEqual([])
  })

  it('offers neither a threshold nor its preview where the server would refuse it, and says why', async () => {
    await at.home.client.patch(`/v2/ranks/${sergeant}`, { assignable: false })
    const { page } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    await rowOf(page, 'sergeant').getByText('People alone give it, so AutoRank cannot.').waitFor()
    expect(await page.getByRole('button', { name: 'Set the threshold: sergeant' }).count()).toBe(0)
    const bounds = { highestRankGiven: 10, lowestRankTouched: 0, highestRankTouched: 10 }
    const { invitation } = await invite(at.home, 'administrator', 'Bounded', bounds)
    const other = await at.open(`/console#invitation=${invitation}`)
    await other.page.getByRole('button', { name: 'Make a passkey' }).click()
    await other.page.getByRole('banner').waitFor()
    await openSettings(at, other.page, 'ranks')
    await rowOf(other.page, 'lieutenant').getByText('Above your own bounds').waitFor()
    expect(await other.page.getByRole('button', { name: /^Set the threshold/ }).count()).toBe(2)
    await openSettings(at, page, 'connection')
    await page.getByRole('button', { name: 'Let keys give it: sergeant' }).click()
    await press(page, 'Let keys give it')
    await notice(page, 'Keys give sergeant, too.')
    expect((await rankOf(sergeant)).givenByPeople).toBe(false)
  })

  it('names the ranks whose holders may act on members, and lets people alone give them', async () => {
    await at.app.dba
      .updateTable('rank')
      .set({ powers: JSON.stringify(['remove', 'rank']), given_by_people: null })
      .where('community_id', '=', at.home.communityId)
      .where('unique_id', '=', lieutenant)
      .execute()
    const { page, complaints } = await at.signedIn('administrator')
    await openSettings(at, page, 'connection')
    await page.getByRole('alert').getByText('lieutenant: remove members, change ranks').waitFor()
    await page.getByRole('button', { name: 'Let people alone give it: lieutenant' }).click()
    await press(page, 'Let people alone give it')
    await notice(page, 'People alone give lieutenant now.')
    await page.getByText('Nobody has decided').waitFor({ state: 'detached' })
    expect((await rankOf(lieutenant)).givenByPeople).toBe(true)
    expect(await complaints()).toEqual([])
  })

  it('takes a role out of the ranks and back, and turns AutoRank off and on', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    await page.getByRole('button', { name: 'Not a rank: private' }).click()
    await press(page, 'Not a rank')
    await notice(page, 'private is a role beside the ranks now.')
    expect((await rankOf(privateRank)).managed).toBe(false)
    await page.getByRole('button', { name: 'Make it a rank: private' }).click()
    await press(page, 'Make it a rank')
    await notice(page, 'private is a rank now.')
    const stored = async () => (await at.home.client.get('/v2/auto-rank')).body.data
    await page.getByRole('button', { name: 'Turn AutoRank off' }).click()
    await press(page, 'Turn AutoRank off')
    await notice(page, 'AutoRank is off.')
    expect(await stored()).toMatchObject({ enabled: false })
    await page.getByRole('button', { name: 'Turn AutoRank on' }).click()
    await press(page, 'Turn AutoRank on')
    await notice(page, 'AutoRank is on.')
    expect(await stored()).toMatchObject({ enabled: true })
    await page.getByRole('button', { name: 'Change the suspended rank' }).click()
    await dialogOf(page).getByLabel('Rank').selectOption({ label: 'recruit' })
    await press(page, 'Change the suspended rank')
    await notice(page, 'The rank of suspended members was changed.')
    await page.getByText('recruit', { exact: true }).first().waitFor()
    expect(await complaints()).toEqual([])
  })

  it('reads the ranks of the group now, and says what came', async () => {
    const { page } = await at.signedIn('administrator')
    await openSettings(at, page, 'ranks')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await notice(page, 'The platform answered')
    await openSettings(at, page, 'connection')
    const connect = await disconnect(page)
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await alert(page, NO_ANSWER)
    await connect()
  })

  it('pauses the writes to the group, also when the answer was lost, and resumes them', async () => {
    const stateOf = async (): Promise<string> => (await at.home.client.get('/v2/platform-connection')).body.data.state
    const { page } = await at.signedIn('administrator')
    await openSettings(at, page, 'connection')
    await page.getByRole('button', { name: 'Pause the writes' }).click()
    const connect = await loseAnswers(page, '**/v2/platform-connection')
    await press(page, 'Pause the writes')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialogOf(page)
      .getByRole('button', { name: /again|Pause the writes/ })
      .last()
      .click()
    await notice(page, 'The writes are paused.')
    await page.getByText('Changes of the group wait, and their deadlines stand still').waitFor()
    expect(await stateOf()).toBe('paused')
    await page.getByRole('button', { name: 'Resume the writes' }).click()
    await press(page, 'Resume the writes')
    await notice(page, 'The writes were resumed.')
    expect(await stateOf()).toBe('connected')
  })

  it.each([
    ['none', 'Only the operator, who runs the server, can connect it.'],
    ['reconnect_required', 'Only the operator, who runs the server, can give it another credential'],
  ])('says who can mend a connection that is %s, with the command as a detail', async (state, text) => {
    const { page } = await at.signedIn('administrator')
    await page.route('**/v2/platform-connection', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, state } } })
    })
    await openSettings(at, page, 'connection')
    await page.getByText(text).waitFor()
    const command = page.getByText('npm run admin -- platform connect')
    expect(await command.isVisible()).toBe(false)
    await page.getByText('For the operator', { exact: true }).click()
    await command.waitFor()
  })

  it('shows a reviewer the pages that the role may read, without acts', async () => {
    const { page } = await at.signedIn('reviewer')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText(`Group ${group.id}`).waitFor()
    const pages = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    expect(await pages.allInnerTexts()).toEqual(['Connection', 'Ranks', 'Medals', 'Qualifications', 'Forms'])
    for (const name of ['connection', 'ranks', 'medals', 'forms']) {
      await openSettings(at, page, name)
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    }
  })
})
