// Keys, people and ranks in the console.
import { group } from '../support/app'
import { invite } from '../support/people'
import type { Page } from 'playwright-core'
import { alert, describeConsole, disconnect, lookAt, loseAnswers, NO_ANSWER, notice, tabTo } from './console'

describeConsole((at) => {
  const keysNamed = async (name: string) => {
    const { body } = await at.home.client.get('/v2/keys?limit=50')
    return (body.data as { name: string; state: string; highestRankGiven: number; scopes: string[] }[]).filter(
      (key) => key.name === name,
    )
  }

  const personNamed = async (name: string) => {
    const people = (await at.home.client.get('/v2/people?limit=50')).body.data as { name: string; personId: string }[]
    return people.find((person) => person.name === name) as { personId: string }
  }

  it('creates a key with bounds and shows its secret once, then revokes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Website')
    await dialog.getByLabel('members.read', { exact: true }).check()
    await dialog.getByLabel('Gives ranks up to').selectOption({ index: 2 })
    const highest = Number(await dialog.getByLabel('Gives ranks up to').inputValue())
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await notice(page, 'The secret of Website. It is not shown again.')
    const secret = await page.getByRole('status').locator('code').innerText()
    expect(secret).toMatch(/^cmk_/)
    expect(await keysNamed('Website')).toMatchObject([
      { state: 'enabled', scopes: ['members.read'], highestRankGiven: highest },
    ])
    await page.getByRole('button', { name: 'Revoke: Website' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await notice(page, 'The key Website was revoked.')
    await page.getByRole('row', { name: 'Website' }).getByText('revoked').waitFor()
    expect(await keysNamed('Website')).toMatchObject([{ state: 'revoked' }])
    expect(await complaints()).toEqual([])
  })

  it('creates a key for a purpose, with what it needs', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Bot of the staff')
    await dialog.getByLabel('It is for').selectOption('staff_bot')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await notice(page, 'The secret of Bot of the staff. It is not shown again.')
    expect(await keysNamed('Bot of the staff')).toMatchObject([
      { scopes: expect.arrayContaining(['members.ranks.write']) as unknown, actFor: true, takesPerHourLimit: 300 },
    ])
    expect(await complaints()).toEqual([])
  })

  it('invites a person, who signs in, gets another role and other bounds, is resumed, and is locked out', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Bruno')
    await dialog.getByRole('button', { name: 'Invite a person' }).click()
    await notice(page, 'Send this link to Bruno.')
    const other = await at.open(await page.getByRole('status').locator('code').innerText())
    await other.page.getByRole('button', { name: 'Make a passkey' }).click()
    await other.page.getByText('Bruno, reviewer').waitFor()
    await at.home.client.put('/v2/staff-roles/event-host', {
      scopes: ['people.read'],
      takesPerHourLimit: 0,
    })
    await page.reload()
    await page.getByRole('button', { name: 'Change the role: Bruno' }).click()
    await dialog.getByLabel('Role').selectOption('event-host')
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    await notice(page, 'The role of Bruno was changed.')
    await page.getByRole('row', { name: 'Bruno' }).getByRole('cell', { name: 'event-host' }).waitFor()
    await page.getByRole('button', { name: 'Change the role: Bruno' }).click()
    await dialog.getByLabel('Role').selectOption('moderator')
    await dialog.getByRole('button', { name: 'Change the role' }).click()
    // waits for the row, since the notice of the first change has the same text
    await page.getByRole('row', { name: 'Bruno' }).getByRole('cell', { name: 'moderator' }).waitFor()
    await other.page.reload()
    await other.page.getByText('Bruno, moderator').waitFor()
    await page.getByRole('button', { name: 'Change the bounds: Bruno' }).click()
    await dialog.getByLabel('Gives ranks up to').selectOption('10')
    await dialog.getByLabel('Takes an hour').fill('5')
    await dialog.getByRole('button', { name: 'Change the bounds' }).click()
    await notice(page, 'The bounds of Bruno were changed.')
    await page.getByRole('button', { name: 'Bind to a member: Bruno' }).click()
    await dialog.getByLabel('User id of the member').fill(String(group.outsider))
    await dialog.getByLabel('The role counts from the rank').selectOption(String(group.roles.private))
    await dialog.getByRole('button', { name: 'Bind to a member' }).click()
    await notice(page, 'The member of Bruno was changed.')
    await page.getByRole('cell', { name: `${group.outsider}, the role does not count` }).waitFor()
    await page.getByRole('button', { name: 'Bind to a member: Bruno' }).click()
    await dialog.getByLabel('User id of the member').fill('')
    await dialog.getByLabel('The role counts from the rank').selectOption('')
    await dialog.getByRole('button', { name: 'Bind to a member' }).click()
    await page.getByRole('row', { name: 'Bruno' }).getByRole('cell', { name: 'none' }).waitFor()
    const { personId } = await personNamed('Bruno')
    await at.home.client.patch(`/v2/people/${personId}`, { paused: true })
    await page.reload()
    await page.getByRole('row', { name: 'Bruno' }).getByRole('cell', { name: 'active, paused' }).waitFor()
    await page.getByRole('button', { name: 'Resume: Bruno' }).click()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await notice(page, 'Bruno may write again.')
    expect(await personNamed('Bruno')).toMatchObject({
      highestRankGiven: 10,
      takesPerHourLimit: 5,
      pausedAt: null,
    })
    await page.getByRole('button', { name: 'Lock out: Bruno' }).click()
    await dialog.getByRole('button', { name: 'Lock out' }).click()
    await notice(page, 'Bruno is locked out.')
    await page.getByRole('row', { name: 'Bruno' }).getByText('disabled').waitFor()
    await other.page.reload()
    await other.page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await complaints()).toEqual([])
  })

  /** Who has made a key in the console. */
  async function otherWithKey(name: string, keyName: string): Promise<Page> {
    const { invitation } = await invite(at.home, 'administrator', name)
    const { page } = await at.open(`/console#invitation=${invitation}`)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(keyName)
    await dialog.getByLabel('members.read', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await notice(page, `The secret of ${keyName}.`)
    return page
  }

  it('deletes a person with what the person made, after a fresh proof, and lets it stay where that is chosen', async () => {
    const other = await otherWithKey('Otto', 'Made by Otto')
    await otherWithKey('Petra', 'Made by Petra')
    const opened = await at.signedIn('administrator')
    const { page } = opened
    await page.getByRole('link', { name: 'Settings' }).click()
    const openDialog = (name: string) => page.getByRole('button', { name: `Delete: ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete/ })
    const send = dialog.getByRole('button', { name: 'Delete' })
    const gone = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' })
    await openDialog('Otto')
    await dialog.getByLabel('End the keys and people').check()
    expect(await lookAt(opened, 'delete-person')).toEqual([])
    at.app.advance(300_001)
    await send.click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'This needs a proof of who you are')
    expect(await personNamed('Otto')).toBeDefined()
    await send.click()
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click()
    await notice(page, 'Otto was deleted.')
    await gone('Otto')
    expect([await personNamed('Otto'), await keysNamed('Made by Otto')]).toMatchObject([
      undefined,
      [{ state: 'revoked' }],
    ])
    await other.reload()
    await other.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await openDialog('Petra')
    const connect = await loseAnswers(page, '**/v2/people/per_*')
    await send.click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await send.click()
    await notice(page, 'Petra was deleted.')
    await gone('Petra')
    expect([await personNamed('Petra'), await keysNamed('Made by Petra')]).toMatchObject([
      undefined,
      [{ state: 'enabled' }],
    ])
    expect(await opened.complaints()).toEqual([])
  })

  it('says why the last administrator is not deleted, and that it is oneself', async () => {
    const { page } = await at.signedIn('administrator', undefined, await at.app.community())
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Delete: Ana' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete: Ana' })
    await dialog.getByText('This is you: you are signed out at once.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'last administrator' }).waitFor()
  })

  it('defines a role, changes it, says that people have it, and deletes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Define a role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('steward')
    await dialog.getByLabel('members.read', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Define a role' }).click()
    await notice(page, 'The role steward was defined.')
    await page.getByRole('button', { name: 'Change the scopes: steward' }).click()
    await dialog.getByLabel('medals.read', { exact: true }).check()
    await dialog.getByLabel('Takes an hour of new people').fill('5')
    await dialog.getByRole('button', { name: 'Change the scopes' }).click()
    await notice(page, 'The role steward was changed.')
    const defined = async () =>
      ((await at.home.client.get('/v2/staff-roles')).body.data as { name: string }[]).find(
        ({ name }) => name === 'steward',
      )
    expect(await defined()).toMatchObject({
      scopes: expect.arrayContaining(['members.read', 'medals.read']) as string[],
      takesPerHourLimit: 5,
    })
    const { body } = await at.home.client.post('/v2/people', { name: 'Dora', role: 'steward' })
    await page.getByRole('button', { name: 'Delete: steward' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The role steward has 1 person.' }).waitFor()
    await at.home.client.patch(`/v2/people/${body.data.personId}`, { role: 'viewer' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await notice(page, 'The role steward was deleted.')
    expect(await defined()).toBeUndefined()
    expect(await complaints()).toEqual([])
  })

  it('invites a person by keyboard alone', async () => {
    const { page } = await at.signedIn('administrator')
    await tabTo(page, 'Settings')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await tabTo(page, 'Invite a person')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Name')
    await page.keyboard.type('Clara')
    await page.keyboard.press('Enter')
    await notice(page, 'Send this link to Clara.')
  })

  it('shows the reason of a refusal: a key without scopes', async () => {
    const { page } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nothing')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByRole('alert').filter({ hasText: '/body/scopes' }).waitFor()
    expect(await keysNamed('Nothing')).toEqual([])
  })

  it('creates one key when the answer was lost, and says that its secret was lost too', async () => {
    const { page } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Once')
    await dialog.getByLabel('members.read', { exact: true }).check()
    const connect = await loseAnswers(page, '**/v2/keys')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await notice(page, 'The key Once exists. Its secret was lost with the first answer: revoke it.')
    expect(await keysNamed('Once')).toHaveLength(1)
  })

  it('sets the threshold of a rank, names the ranks that AutoRank never gives, and removes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog')
    const set = async (rank: string, experience: string, told: string): Promise<void> => {
      await page.getByRole('button', { name: `Set the threshold: ${rank}` }).click()
      await dialog.getByLabel('Experience').fill(experience)
      await dialog.getByRole('button', { name: 'Set the threshold' }).click()
      await notice(page, told)
    }
    await set('sergeant', '1000', 'The threshold of sergeant was changed.')
    await page.getByRole('row', { name: 'sergeant' }).getByText('1000').waitFor()
    await set('lieutenant', '900', 'AutoRank never gives sergeant: a higher rank needs no more experience.')
    await set('lieutenant', '', 'The threshold of lieutenant was changed.')
    await set('sergeant', '', 'The threshold of sergeant was changed.')
    await page.getByRole('row', { name: 'sergeant' }).getByText('none').waitFor()
    const { body } = await at.home.client.get('/v2/ranks')
    expect(body.data.map(({ autoRank }: { autoRank: object | null }) => autoRank)).toEqual(body.data.map(() => null))
    expect(await complaints()).toEqual([])
  })

  it('shows what a threshold would change before it is set, and that the server does not answer', async () => {
    const [userId] = group.members
    await at.home.client.post(`/v2/members/${userId}/experience`, { op: 'set', amount: 150 })
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Set the threshold: private' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Experience').fill('100')
    const connect = await disconnect(page)
    await dialog.getByRole('button', { name: 'What would change' }).click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'What would change' }).click()
    await dialog.getByText('Of 5 members, 1 would be promoted, 0 demoted, and 4 keep their rank.').waitFor()
    expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
      'From\tTo\tMembers\tWithout the change too',
      'recruit\tprivate\t1\t0',
    ])
    await dialog.getByLabel('Experience').fill('200')
    await dialog.getByRole('row').first().waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await at.home.client.get(`/v2/ranks/${group.roles.private}`)).body.data.autoRank).toBeNull()
    expect(await complaints()).toEqual([])
  })

  it('proposes that people alone give the roles whose holders may act on members, and opens one again', async () => {
    const { sergeant, lieutenant } = group.roles
    await at.app.dba
      .updateTable('rank')
      .set({ powers: JSON.stringify(['remove', 'rank']) })
      .where('community_id', '=', at.home.communityId)
      .where('unique_id', 'in', [sergeant, lieutenant])
      .execute()
    const { page, complaints } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('lieutenant (100): remove members, change ranks').waitFor()
    const act = async (title: string) => {
      await page.getByRole('button', { name: title }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: title.split(':', 1)[0] ?? '', exact: true })
        .click()
    }
    const answers = async () =>
      Promise.all(
        [sergeant, lieutenant].map(
          async (role) => (await at.home.client.get(`/v2/ranks/${role}`)).body.data.givenByPeople,
        ),
      )
    await act('Let people alone give them')
    await notice(page, 'People alone give these roles now.')
    expect(await answers()).toEqual([true, true])
    await act('Let keys give it: sergeant')
    await notice(page, 'API keys give sergeant too.')
    expect(await answers()).toEqual([false, true])
    expect(await page.getByText('may act on members of the group').count()).toBe(0)
    expect(await complaints()).toEqual([])
  })

  it('pauses the writes to the group, also when the answer was lost, and resumes them', async () => {
    const stateOf = async (): Promise<string> => (await at.home.client.get('/v2/platform-connection')).body.data.state
    const { page } = await at.signedIn('administrator')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Pause the writes' }).click()
    const dialog = page.getByRole('dialog')
    const connect = await loseAnswers(page, '**/v2/platform-connection')
    await dialog.getByRole('button', { name: 'Pause the writes' }).click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'Pause the writes' }).click()
    await notice(page, 'The writes are paused.')
    await page.getByText('Somebody paused the writes to the group').waitFor()
    expect(await stateOf()).toBe('paused')
    await page.getByRole('button', { name: 'Resume the writes' }).click()
    await dialog.getByRole('button', { name: 'Resume the writes' }).click()
    await notice(page, 'The writes were resumed.')
    expect(await stateOf()).toBe('connected')
  })

  it('says that the server does not answer, and shows the ranks that are managed when it does', async () => {
    const { page } = await at.signedIn('reviewer')
    const connect = await disconnect(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await alert(page, NO_ANSWER)
    await connect()
    await page.reload()
    await page
      .getByRole('row', { name: /recruit/i })
      .getByText('yes')
      .waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Platform', 'Ranks', 'Forms'])
    await page.getByText(`Connected to group ${group.id} since`).waitFor()
    expect(await page.getByRole('button', { name: 'Pause the writes' }).count()).toBe(0)
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone', async () => {
    const opened = await at.signedIn('administrator')
    const { page } = opened
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('row', { name: /recruit/i }).waitFor()
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor()
    const found = await lookAt(opened, 'settings')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    found.push(...(await lookAt(opened, 'new-key')))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Set the threshold: sergeant' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'What would change' }).click()
    await page.getByText('would be promoted').waitFor()
    found.push(...(await lookAt(opened, 'threshold')))
    expect(found).toEqual([])
  })
})
