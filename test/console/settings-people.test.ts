// People and roles in the console.
import { scopes } from '../../generated/operations'
import { group } from '../support/app'
import { invite } from '../support/people'
import type { Page } from 'playwright-core'
import {
  alert,
  describeConsole,
  disconnect,
  loseAnswers,
  NO_ANSWER,
  notice,
  pressTwice,
  sentTo,
  tabTo,
} from './console'
import { clippedIn, listed, openSettings, refuse, secretIn } from './settings'

interface Person {
  readonly name: string
  readonly personId: string
  readonly role: string
}

describeConsole((at) => {
  const people = () => listed<Person>(at, '/v2/people')
  const named = async (name: string) => (await people()).filter((person) => person.name === name)
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()

  async function beginInvite(page: Page, name: string): Promise<void> {
    await openSettings(at, page, 'people')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await dialogOf(page).getByLabel('Name').fill(name)
  }

  async function openPerson(page: Page, name: string): Promise<void> {
    await openSettings(at, page, 'people')
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }

  /** A person with a role of the community's own, and bounds. */
  async function withRole(role: string, rights: readonly string[], rank: number): Promise<Page> {
    await at.home.client.put(`/v2/staff-roles/${role}`, { scopes: rights, takesPerHourLimit: 0 })
    const bounds = { highestRankGiven: rank, lowestRankTouched: 0, highestRankTouched: rank }
    const { invitation } = await invite(at.home, role, `Limited ${role}`, bounds)
    const { page } = await at.open(`/console#invitation=${invitation}`)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await page.getByRole('banner').waitFor()
    return page
  }
  const viewing = [
    'members.read',
    'ranks.read',
    'medals.read',
    'qualifications.read',
    'events.read',
    'applications.read',
    'settings.read',
    'plans.read',
  ]

  it.each([1440, 390])('shows the link of an invitation once, in the window, at %d pixels', async (width) => {
    const name = `Bruno ${width}`
    const { page, complaints } = await at.signedIn('administrator', width)
    await beginInvite(page, name)
    expect(await clippedIn(page)).toEqual([])
    await press(page, 'Invite a person')
    const link = await secretIn(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Copy')
    await dialogOf(page).getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await press(page, 'I saved it')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name }).waitFor()
    expect(await clippedIn(page)).toEqual([])
    const other = await at.open(link, width)
    await other.page.getByRole('button', { name: 'Make a passkey' }).click()
    await other.page.getByRole('banner').waitFor()
    expect(await complaints()).toEqual([])
  })

  it('changes the role, the bounds, the member and the access of a person, each with its end in the same place', async () => {
    const { personId } = await invite(at.home, 'reviewer', 'Carla')
    const stored = async () => (await at.home.client.get(`/v2/people/${personId}`)).body.data
    const { page, complaints } = await at.signedIn('administrator')
    await openPerson(page, 'Carla')
    const change = async (title: string, fill: () => Promise<unknown>, told: string): Promise<void> => {
      await page.getByRole('main').getByRole('button', { name: title, exact: true }).click()
      await dialogOf(page).waitFor()
      await fill()
      await press(page, title)
      await notice(page, told)
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    const dialog = dialogOf(page)
    await change(
      'Change the role',
      () => dialog.getByLabel('Role').selectOption('moderator'),
      'Carla is Moderator now.',
    )
    await change(
      'Change the bounds',
      () => dialog.getByLabel('Gives ranks up to').selectOption('10'),
      'The bounds of Carla were changed.',
    )
    await change(
      'Bind to a member',
      async () => {
        await dialog.getByLabel('Member').fill('Member101')
        await page.getByRole('option', { name: 'Member101' }).click()
        await dialog.getByLabel('The role counts from the rank').selectOption(String(group.roles.private))
      },
      'The member of Carla was changed.',
    )
    await page.getByRole('link', { name: 'Member101' }).waitFor()
    expect(await stored()).toMatchObject({
      role: 'moderator',
      highestRankGiven: 10,
      userId: '101',
      lowestRankUniqueId: group.roles.private,
    })
    const confirm = (title: string, told: string) => change(title, () => Promise.resolve(), told)
    await confirm('Pause', 'Carla is paused.')
    await confirm('Resume', 'Carla may change things again.')
    await confirm('Lock out', 'Carla is locked out.')
    await confirm('Let in again', 'Carla may sign in again.')
    await change('Rename', () => dialog.getByLabel('Name').fill('Carla B'), 'The name is Carla B now.')
    await page.getByRole('heading', { level: 1, name: 'Carla B' }).waitFor()
    await change('Delete', () => dialog.getByLabel('Type Carla B to confirm').fill('Carla B'), 'Carla B was deleted.')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    expect(await named('Carla B')).toEqual([])
    expect(await complaints()).toEqual([])
  })

  it('offers no act on oneself, and says who does it', async () => {
    const { page } = await at.signedIn('administrator', undefined, await at.app.community())
    await openSettings(at, page, 'people')
    await page.getByRole('main').getByRole('link', { name: 'Ana' }).click()
    await page.getByText('This is you. Nobody changes their own role').waitFor()
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Rename'])
  })

  it('offers nothing that would leave the community without an administrator, and says why', async () => {
    const home = await at.app.community()
    await home.client.put('/v2/staff-roles/deputy', { scopes: Object.keys(scopes), takesPerHourLimit: 300 })
    await invite(home, 'administrator', 'Olga')
    const { page } = await at.signedIn('deputy', undefined, home)
    await openSettings(at, page, 'people')
    await page.getByRole('main').getByRole('link', { name: 'Olga' }).click()
    await page.getByText('Olga is the last administrator whose role depends on no rank.').waitFor()
    const buttons = page.getByRole('main').getByRole('button')
    expect(
      (await buttons.allInnerTexts()).filter((name) =>
        ['Change the role', 'Change the bounds', 'Lock out', 'Delete'].includes(name),
      ),
    ).toEqual([])
    await invite(home, 'administrator', 'Pavel')
    await page.reload()
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).waitFor()
  })

  it('offers the roles and bounds that the person may hand on, and shows why not the others', async () => {
    const page = await withRole('inviter', [...viewing, 'people.read', 'people.write'], 10)
    await openSettings(at, page, 'people')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Nobody gives a role that has more than they have themselves.').waitFor()
    const optionsOf = (label: string) =>
      dialog
        .getByLabel(label)
        .locator('option')
        .evaluateAll((options: { text: string; disabled: boolean }[]) =>
          options.map(({ text, disabled }) => (disabled ? `no: ${text}` : text)),
        )
    expect((await optionsOf('Role')).slice(0, 5)).toEqual([
      'Viewer',
      'no: Reviewer: has more than you',
      'no: Moderator: has more than you',
      'no: Officer: has more than you',
      'no: Administrator: has more than you',
    ])
    const ranks = await optionsOf('Gives ranks up to')
    expect(ranks).toContain('private (10)')
    expect(ranks).toContain('no: lieutenant (100): beyond your own bounds')
    await dialog.getByLabel('Name').fill('Vera')
    await dialog.getByLabel('Role').selectOption('viewer')
    await press(page, 'Invite a person')
    await secretIn(page)
    await press(page, 'I saved it')
    expect(await named('Vera')).toMatchObject([{ role: 'viewer', highestRankGiven: 10 }])
  })

  it('says which rights a person lacks to change another one', async () => {
    await invite(at.home, 'officer', 'Otmar')
    const page = await withRole('clerk', [...viewing, 'people.read', 'people.write'], 10)
    await openPerson(page, 'Otmar')
    await page.getByText('Otmar has rights that you do not have').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })

  it('creates one person when the answer was lost, and offers another link', async () => {
    const { page } = await at.signedIn('administrator')
    await beginInvite(page, 'Dora')
    const answered = await loseAnswers(page, '**/v2/people')
    await press(page, 'Invite a person')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await answered()
    await press(page, 'Try again')
    await dialogOf(page).getByRole('alert').filter({ hasText: 'no link can be shown again' }).waitFor()
    await dialogOf(page).getByRole('link', { name: 'Go to Dora' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Invite again' }).click()
    await press(page, 'Invite again')
    await secretIn(page)
    expect(await named('Dora')).toHaveLength(1)
  })

  it('says after a reload that a link was lost with its answer, and offers another one', async () => {
    const { page } = await at.signedIn('administrator')
    await beginInvite(page, 'Dario')
    const answered = await loseAnswers(page, '**/v2/people')
    await press(page, 'Invite a person')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await answered()
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).click()
    await dialogOf(page).getByRole('alert').filter({ hasText: 'no link can be shown again' }).waitFor()
    await dialogOf(page).getByRole('link', { name: 'Go to Dario' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Invite again' }).click()
    const again = await disconnect(page)
    await press(page, 'Invite again')
    await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await again()
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await secretIn(page)).toContain('#invitation=')
    expect(await named('Dario')).toHaveLength(1)
  })

  it('creates one person when the button is pressed twice at once', async () => {
    const { page } = await at.signedIn('administrator')
    await beginInvite(page, 'Elsa')
    const sent = sentTo(page, '/v2/people')
    await pressTwice(dialogOf(page).getByRole('button', { name: 'Invite a person' }))
    await secretIn(page)
    expect(sent).toHaveLength(1)
    expect(await named('Elsa')).toHaveLength(1)
  })

  it('invites a person by keyboard alone', async () => {
    const { page } = await at.signedIn('administrator')
    await openSettings(at, page, 'people')
    await tabTo(page, 'Invite a person')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor()
    await page.keyboard.type('Frida')
    await page.keyboard.press('Enter')
    await secretIn(page)
    await tabTo(page, 'I saved it')
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await named('Frida')).toHaveLength(1)
  })

  it('says what a refusal means where it happened, and waits as long as the server asks', async () => {
    const { page } = await at.signedIn('administrator')
    const attempt = async (status: number, code: string, told: string, retryAfter?: number): Promise<void> => {
      await beginInvite(page, 'Greta')
      const end = await refuse(page, '**/v2/people', { status, code, ...(retryAfter !== undefined && { retryAfter }) })
      await press(page, 'Invite a person')
      await dialogOf(page).getByRole('alert').filter({ hasText: told }).waitFor()
      await end()
    }
    await attempt(403, 'insufficient_scope', 'You do not have permission to do this. Ask an administrator for it.')
    await attempt(409, 'record_changed', 'Somebody else changed this while you had it open')
    await attempt(429, 'rate_limit_exceeded', 'That was too much in a short time', 60)
    expect(
      await dialogOf(page)
        .getByRole('button', { name: /^Try again in \d+ seconds$/ })
        .isDisabled(),
    ).toBe(true)
    await attempt(503, 'server_busy', 'The server is too busy right now')
    expect(await named('Greta')).toEqual([])
  })

  it('shows all people of a long list with a true count, and finds one by a part of the name', async () => {
    const home = await at.app.community()
    for (let index = 1; index <= 60; index += 1) await invite(home, 'viewer', `Helper ${index}`)
    const { page } = await at.signedIn('administrator', undefined, home)
    await openSettings(at, page, 'people')
    await page.getByText('61 of 61').waitFor()
    await page.getByLabel('Name').fill('helper 60')
    await page.getByText('1 of 61', { exact: true }).waitFor()
    expect(await page.getByRole('list', { name: 'List of people' }).getByRole('listitem').count()).toBe(1)
    await page.reload()
    await page.getByText('1 of 61', { exact: true }).waitFor()
  })

  it('deletes a person with what the person made, after a fresh proof', async () => {
    const { invitation } = await invite(at.home, 'administrator', 'Otto')
    const other = await at.open(`/console#invitation=${invitation}`)
    await other.page.getByRole('button', { name: 'Make a passkey' }).click()
    await other.page.getByRole('banner').waitFor()
    await openSettings(at, other.page, 'keys')
    await other.page.getByRole('button', { name: 'Create a key' }).click()
    await dialogOf(other.page).getByLabel('Name').fill('Made by Otto')
    await press(other.page, 'Create a key')
    await secretIn(other.page)
    const { page } = await at.signedIn('administrator')
    await openPerson(page, 'Otto')
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete/ })
    await dialog.getByLabel('End the keys and people').check()
    await dialog.getByLabel('Type Otto to confirm').fill('Otto')
    at.app.advance(300_001)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await alert(page, 'This needs a fresh sign-in')
    expect(await named('Otto')).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click()
    await notice(page, 'Otto was deleted.')
    const keys = await listed<{ name: string; state: string }>(at, '/v2/keys')
    expect([await named('Otto'), keys.filter(({ name }) => name === 'Made by Otto')]).toMatchObject([
      [],
      [{ state: 'revoked' }],
    ])
  })

  it('defines a role, changes it, says why it is not deleted while people have it, and deletes it', async () => {
    const { page, complaints } = await at.signedIn('administrator')
    await openSettings(at, page, 'roles')
    await page.getByRole('button', { name: 'Define a role' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Steward')
    await dialog.getByText('Only lower-case letters, digits and hyphens').waitFor()
    await dialog.getByLabel('Name').fill('steward')
    await press(page, 'Define a role')
    await dialog.getByText('Choose a right at least.').waitFor()
    await dialog.getByLabel('See members').check()
    await press(page, 'Define a role')
    await notice(page, 'The role steward was defined.')
    await page.getByRole('button', { name: 'Change: steward' }).click()
    await dialog.getByLabel('See medals').check()
    await press(page, 'Change the role')
    await notice(page, 'The role steward was changed.')
    const defined = async () =>
      ((await at.home.client.get('/v2/staff-roles')).body.data as { name: string }[]).find(
        ({ name }) => name === 'steward',
      )
    expect(await defined()).toMatchObject({
      scopes: expect.arrayContaining(['members.read', 'medals.read']) as string[],
    })
    const { body } = await at.home.client.post('/v2/people', { name: 'Dita', role: 'steward' })
    await page.reload()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'steward' })
      .getByText('Give its people another role first')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Delete: steward' }).count()).toBe(0)
    await at.home.client.patch(`/v2/people/${body.data.personId}`, { role: 'viewer' })
    await page.reload()
    await page.getByRole('button', { name: 'Delete: steward' }).click()
    await press(page, 'Delete')
    await notice(page, 'The role steward was deleted.')
    expect(await defined()).toBeUndefined()
    expect(await complaints()).toEqual([])
  })

  it('shows people without acts to who may only read them', async () => {
    const { page } = await at.signedIn('moderator')
    await openSettings(at, page, 'people')
    await page.getByRole('list', { name: 'List of people' }).getByRole('listitem').first().waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })
})
