// How the pages of the settings look: with nothing, one and forty rows, in light and dark, on a phone and on a wide screen.
import { makeForm } from '../applications/submissions/fixture'
import { group, type TestCommunity } from '../support/app'
import { invite } from '../support/people'
import { describeConsole, type Opened } from './console'
import { emojiName, longName, lookWell, openSettings, rightToLeftName } from './settings'

describeConsole((at) => {
  let empty: TestCommunity
  beforeAll(async () => {
    empty = await at.app.community()
    const { client } = at.home
    const names = [
      longName,
      emojiName,
      rightToLeftName,
      ...Array.from({ length: 37 }, (_, index) => `Person ${index + 1}`),
    ]
    for (const [index, name] of names.entries()) {
      await invite(at.home, (['viewer', 'reviewer', 'moderator', 'officer'] as const)[index % 4] ?? 'viewer', name)
      await client.post('/v2/medals', { name: `Medal ${name}`.slice(0, 100), description: 'For courage under fire.' })
      await client.post('/v2/qualifications', { name: `Can ${name}`.slice(0, 100) })
    }
    for (const name of [longName, emojiName, rightToLeftName, 'Game server EU', 'Staff bot']) {
      await client.post('/v2/keys', { name, preset: 'game_server' })
    }
    await client.put('/v2/staff-roles/event-host', {
      scopes: ['events.read', 'events.write', 'members.read'],
      takesPerHourLimit: 60,
    })
    await client.patch(`/v2/ranks/${group.roles.sergeant}`, { autoRank: { experience: 1000 } })
    for (const name of [longName, emojiName, rightToLeftName, 'Pilot school']) await makeForm(client, { name })
    const { path } = await makeForm(client, { name: 'Officers' })
    const { definition } = (await client.get(`${path}/configuration`)).body.data
    await client.post('/v2/applications/templates', { name: 'School', definition })
  })

  const lookAtAll = async (opened: Opened, from: string, names: readonly string[]): Promise<unknown[]> => {
    const found: unknown[] = []
    for (const name of names) {
      await openSettings(at, opened.page, name)
      await opened.page.waitForLoadState('networkidle')
      found.push(...(await lookWell(opened, `settings-${name}${from}`)))
    }
    return found
  }
  const pages = ['connection', 'people', 'roles', 'keys', 'ranks', 'medals', 'qualifications', 'forms']

  it('shows full lists', async () => {
    const opened = await at.signedIn('administrator')
    expect(await lookAtAll(opened, '', pages)).toEqual([])
  })

  it('shows empty lists', async () => {
    const opened = await at.signedIn('administrator', undefined, empty)
    expect(await lookAtAll(opened, '-empty', pages)).toEqual([])
  })

  it('shows a person, a key and a form', async () => {
    const opened = await at.signedIn('administrator')
    const { page } = opened
    const found: unknown[] = []
    for (const [name, row] of [
      ['people', emojiName],
      ['keys', longName],
      ['forms', 'Officers'],
    ] as const) {
      await openSettings(at, page, name)
      await page.getByRole('main').getByRole('link', { name: row }).first().click()
      await page.getByRole('heading', { level: 1, name: row }).waitFor()
      await page.waitForLoadState('networkidle')
      found.push(...(await lookWell(opened, `settings-${name}-one`)))
    }
    expect(found).toEqual([])
  })

  it('shows dialogs', async () => {
    const opened = await at.signedIn('administrator')
    const { page } = opened
    const found: unknown[] = []
    for (const [name, button, dialog] of [
      ['people', 'Invite a person', 'invite'],
      ['roles', 'Define a role', 'role'],
      ['keys', 'Create a key', 'new-key'],
      ['medals', 'Create a medal', 'new-medal'],
      ['ranks', 'Set the threshold: sergeant', 'threshold'],
    ] as const) {
      await openSettings(at, page, name)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      if (dialog === 'threshold') {
        await page.getByRole('dialog').getByRole('button', { name: 'What would change' }).click()
        await page.getByText('would be promoted').waitFor()
      }
      found.push(...(await lookWell(opened, `settings-${dialog}`)))
    }
    expect(found).toEqual([])
  })
})
