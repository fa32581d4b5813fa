// API keys in the console.
import { invite } from '../support/people'
import type { Page } from 'playwright-core'
import { describeConsole, disconnect, loseAnswers, NO_ANSWER, notice, pressTwice, sentTo } from './console'
import { clippedIn, listed, openSettings, secretIn } from './settings'

interface Key {
  readonly name: string
  readonly keyId: string
  readonly state: string
  readonly expiresAt: string
  readonly pausedAt: string | null
}

describeConsole((at) => {
  const named = async (name: string) => (await listed<Key>(at, '/v2/keys')).filter((key) => key.name === name)
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()

  async function beginKey(page: Page, name: string): Promise<void> {
    await openSettings(at, page, 'keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialogOf(page).getByLabel('Name').fill(name)
  }

  async function openKey(page: Page, name: string): Promise<void> {
    await openSettings(at, page, 'keys')
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }

  const act = async (page: Page, title: string): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: title, exact: true }).click()
    await press(page, title)
  }

  it.each([1440, 390])('shows the secret of a key once, in the window, at %d pixels', async (width) => {
    const name = `Game server ${width}`
    const { page, complaints } = await at.signedIn('administrator', width)
    await beginKey(page, name)
    await dialogOf(page).getByText('More: bounds, expiry and networks').click()
    expect(await clippedIn(page)).toEqual([])
    await press(page, 'Create a key')
    const secret = await secretIn(page)
    expect(secret).toMatch(/^cmk_/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Copy')
    await dialogOf(page).getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await press(page, 'I saved it')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.getByText(secret).count()).toBe(0)
    expect(await named(name)).toMatchObject([{ state: 'enabled', takesPerHourLimit: 60, actFor: false }])
    expect(await complaints()).toEqual([])
  })

  it('creates a key of chosen rights with bounds, pauses and resumes it, switches it off and on, and revokes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await beginKey(page, 'Website')
    const dialog = dialogOf(page)
    await dialog.getByLabel('Something else').check()
    await press(page, 'Create a key')
    await dialog.getByText('Choose a right at least.').waitFor()
    await dialog.getByLabel('See members').check()
    await dialog.getByText('More: bounds, expiry and networks').click()
    await dialog.getByLabel('Gives ranks up to').selectOption('10')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    await page.getByRole('link', { name: 'Website' }).click()
    await page.getByText('Gives ranks up to private (10)').waitFor()
    const stored = async () => (await named('Website'))[0]
    expect(await stored()).toMatchObject({ scopes: ['members.read'], highestRankGiven: 10 })
    await act(page, 'Pause')
    await notice(page, 'Website is paused.')
    expect(await stored()).toMatchObject({ pausedAt: expect.any(String) as unknown })
    await act(page, 'Resume')
    await notice(page, 'Website may change things again.')
    await act(page, 'Switch off')
    await notice(page, 'Website is switched off.')
    await act(page, 'Switch on')
    await notice(page, 'Website may be used again.')
    await page.getByRole('button', { name: 'Change the rights' }).click()
    await dialog.getByLabel('See medals').check()
    await press(page, 'Change the rights')
    await notice(page, 'The rights of Website were changed.')
    expect(await stored()).toMatchObject({
      state: 'enabled',
      pausedAt: null,
      scopes: expect.arrayContaining(['medals.read']) as unknown,
    })
    await act(page, 'Revoke')
    await notice(page, 'The key Website was revoked.')
    await page.getByText('It is never valid again.').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await stored()).toMatchObject({ state: 'revoked' })
    await openSettings(at, page, 'keys?show=ended')
    await page.getByRole('link', { name: 'Website' }).waitFor()
    expect(await complaints()).toEqual([])
  })

  it('lets a key live until the end of the day west of Greenwich, and shows that day', async () => {
    const { page } = await at.signedIn('administrator')
    const zone = await page.context().newCDPSession(page)
    await zone.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' })
    await beginKey(page, 'West')
    const dialog = dialogOf(page)
    await dialog.getByText('More: bounds, expiry and networks').click()
    await dialog.getByLabel('Expires').selectOption('day')
    await dialog.getByLabel('Last day').fill('2027-06-30')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    const [key] = await named('West')
    expect(Date.parse(key?.expiresAt ?? '')).toBe(Date.parse('2027-07-01T06:59:59Z'))
    await page.getByRole('link', { name: 'West' }).click()
    await page.getByText('Jun 30, 2027').waitFor()
    await page.getByRole('button', { name: 'Change name, expiry and networks' }).click()
    await dialog.getByLabel('Expires').selectOption('day')
    expect(await dialog.getByLabel('Last day').inputValue()).toBe('2027-06-30')
  })

  it('creates one key when the answer was lost, and offers to rotate or revoke it', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Once')
    const answered = await loseAnswers(page, '**/v2/keys')
    await press(page, 'Create a key')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await answered()
    await press(page, 'Try again')
    await dialogOf(page).getByRole('alert').filter({ hasText: 'the secret cannot be shown again' }).waitFor()
    expect(await named('Once')).toHaveLength(1)
    await dialogOf(page).getByRole('link', { name: 'Rotate or revoke Once' }).click()
    await page.getByRole('button', { name: 'Revoke' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Rotate' }).click()
    await dialogOf(page).getByLabel('The old key works for').selectOption('0')
    await press(page, 'Rotate')
    expect(await secretIn(page)).toMatch(/^cmk_/)
    await press(page, 'I saved it')
    expect((await named('Once')).map(({ state }) => state).sort()).toEqual(['enabled', 'expired'])
  })

  it.each([
    ['shows the secret of a key whose request was lost, after a reload', false],
    ['says that a secret was lost with its answer, after a reload', true],
  ])('%s', async (_, isStored) => {
    const { page } = await at.signedIn('administrator')
    const name = isStored ? 'Lost' : 'Late'
    await beginKey(page, name)
    const connected = await (isStored ? loseAnswers(page, '**/v2/keys') : disconnect(page))
    await press(page, 'Create a key')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connected()
    await page.reload()
    await page
      .getByRole('alert')
      .filter({ hasText: `Create the key ${name}` })
      .waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    if (isStored) {
      await dialogOf(page).getByRole('alert').filter({ hasText: 'the secret cannot be shown again' }).waitFor()
      await dialogOf(page)
        .getByRole('link', { name: `Rotate or revoke ${name}` })
        .click()
      await page.getByRole('heading', { name }).waitFor()
    } else {
      expect(await secretIn(page)).toMatch(/^cmk_/)
    }
    expect([await named(name), await page.getByText('Done:').count()]).toEqual([[expect.anything()], 0])
  })

  it('shows the secret of a rotated key also where the person went on before the answer', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Slow')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    await page.getByRole('link', { name: 'Slow' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Rotate' }).click()
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/rotate', async (route) => {
      await mayGoOn
      await route.continue()
    })
    await press(page, 'Rotate')
    await page.goBack()
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    goOn()
    expect(await secretIn(page)).toMatch(/^cmk_/)
    await press(page, 'I saved it')
    await page.getByRole('heading', { name: 'Slow', level: 1 }).waitFor()
  })

  it('stores nothing over what somebody else changed meanwhile, says who and what, and stores it when it is sent again', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Shared')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    await openKey(page, 'Shared')
    const [key] = await named('Shared')
    const change = 'Change name, expiry and networks'
    await page.getByRole('button', { name: change }).click()
    await dialogOf(page).getByLabel('Name').fill('Mine')
    const address = `/v2/keys/${key?.keyId ?? ''}`
    expect((await at.home.client.patch(address, { name: 'Theirs' })).status).toBe(200)
    await press(page, change)
    const told = dialogOf(page).getByRole('alert')
    await told
      .filter({ hasText: 'changed this meanwhile: the name is now “Theirs”. Nothing of yours was stored' })
      .waitFor()
    expect(await told.innerText()).toMatch(/^the key /)
    expect([await named('Mine'), await dialogOf(page).getByLabel('Name').inputValue()]).toEqual([[], 'Mine'])
    await press(page, change)
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
    expect(await named('Mine')).toHaveLength(1)
  })

  it('names nobody as the author of a change that is not among the newest entries of the audit log', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Unsigned')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    await openKey(page, 'Unsigned')
    const [key] = await named('Unsigned')
    const change = 'Change name, expiry and networks'
    await page.getByRole('button', { name: change }).click()
    await dialogOf(page).getByLabel('Name').fill('Mine')
    expect((await at.home.client.patch(`/v2/keys/${key?.keyId ?? ''}`, { name: 'Unknown' })).status).toBe(200)
    const others = (await at.home.client.get('/v2/audit-entries?action=key.create&order=newest&names=1')).body
    await page.route('**/v2/audit-entries?*', (route) => route.fulfill({ json: others }))
    await press(page, change)
    const told = dialogOf(page).getByRole('alert')
    await told.filter({ hasText: 'changed meanwhile: the name is now “Unknown”.' }).waitFor()
    expect(await told.innerText()).toMatch(/^This was changed meanwhile/)
  })

  it('stores a change beside another of the same key by somebody else', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Beside')
    await press(page, 'Create a key')
    await secretIn(page)
    await press(page, 'I saved it')
    await openKey(page, 'Beside')
    const [key] = await named('Beside')
    const change = 'Change name, expiry and networks'
    await page.getByRole('button', { name: change }).click()
    await dialogOf(page).getByLabel('Name').fill('Beside it')
    expect((await at.home.client.patch(`/v2/keys/${key?.keyId ?? ''}`, { takesPerHourLimit: 7 })).status).toBe(200)
    await press(page, change)
    await page.getByRole('heading', { level: 1, name: 'Beside it' }).waitFor()
    expect(await named('Beside it')).toMatchObject([{ takesPerHourLimit: 7 }])
  })

  it('creates one key when the button is pressed twice at once', async () => {
    const { page } = await at.signedIn('administrator')
    await beginKey(page, 'Twice')
    const sent = sentTo(page, '/v2/keys')
    await pressTwice(dialogOf(page).getByRole('button', { name: 'Create a key' }))
    await secretIn(page)
    expect(sent).toHaveLength(1)
    expect(await named('Twice')).toHaveLength(1)
  })

  it('offers the purposes, rights and bounds that the person may hand on, and shows why not the others', async () => {
    const scopes = [
      'members.read',
      'ranks.read',
      'medals.read',
      'qualifications.read',
      'applications.read',
      'events.read',
      'keys.read',
      'keys.write',
    ]
    await at.home.client.put('/v2/staff-roles/operator', { scopes, takesPerHourLimit: 5 })
    const bounds = { highestRankGiven: 10, lowestRankTouched: 0, highestRankTouched: 10, takesPerHourLimit: 5 }
    const { invitation } = await invite(at.home, 'operator', 'Opal', bounds)
    const { page } = await at.open(`/console#invitation=${invitation}`)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await page.getByRole('banner').waitFor()
    await beginKey(page, 'Little')
    const dialog = dialogOf(page)
    await dialog.getByText('You do not have: Change experience,').first().waitFor()
    expect(await dialog.getByLabel('Game server').isDisabled()).toBe(true)
    expect(await dialog.getByLabel('Reading alone').isDisabled()).toBe(false)
    await dialog.getByLabel('Something else').check()
    expect(await dialog.getByLabel('Change experience').isDisabled()).toBe(true)
    await dialog.getByText('More: bounds, expiry and networks').click()
    expect(
      await dialog.getByRole('option', { name: 'lieutenant (100): beyond your own bounds' }).first().isDisabled(),
    ).toBe(true)
    await dialog.getByLabel('Reading alone').check()
    await press(page, 'Create a key')
    await secretIn(page)
    expect(await named('Little')).toMatchObject([{ highestRankGiven: 10 }])
    await press(page, 'I saved it')
    await openKey(page, 'test')
    await page.getByText('It has rights that you do not have').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })

  it('shows all keys of a long list with a true count, and finds one by a part of the name', async () => {
    const home = await at.app.community()
    // as many as may be live at a time, and as many that are revoked
    for (let index = 1; index <= 80; index += 1) {
      const { body } = await home.client.post('/v2/keys', { name: `Bot ${index}`, preset: 'read_only' })
      if (index <= 40) await home.client.post(`/v2/keys/${body.data.keyId}/revoke`)
    }
    const { page } = await at.signedIn('administrator', undefined, home)
    await openSettings(at, page, 'keys')
    // with the key of the test
    await page.getByText('41 of 81', { exact: true }).waitFor()
    await page.getByLabel('Name').fill('bot 80')
    await page.getByText('1 of 81', { exact: true }).waitFor()
    await page.getByText('All', { exact: true }).click()
    await page.getByLabel('Name').fill('bot 1')
    await page.getByText('11 of 81', { exact: true }).waitFor()
  })
})
