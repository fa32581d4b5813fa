// Forms in the settings of the console: what those who pass are given.
import { group } from '../support/app'
import { makeForm, type Form } from '../applications/submissions/fixture'
import { describeConsole, lookAt, loseAnswers, NO_ANSWER, notice, type Opened } from './console'

describeConsole((at) => {
  beforeAll(async () => {
    await at.home.client.post('/v2/qualifications', { name: 'Pilot' })
    await at.home.client.patch(`/v2/ranks/${group.roles.sergeant}`, { managed: false })
  })

  const formNamed = (name: string, more: object = {}): Promise<Form> => makeForm(at.home.client, { name, ...more })
  const stored = async ({ path }: Form) => (await at.home.client.get(`${path}/configuration`)).body.data

  async function openForm(name: string): Promise<Opened> {
    const opened = await at.signedIn('officer')
    await opened.page.getByRole('link', { name: 'Settings' }).click()
    await opened.page.getByRole('button', { name: `Change the form: ${name}` }).click()
    await opened.page.getByRole('dialog').getByLabel('Pilot').waitFor()
    return opened
  }

  it('changes what a pass of a form gives, and whether it is open, and keeps the rest of the form', async () => {
    const form = await formNamed('Flight school', { eligibility: { groups: [{ groupId: 11, minimumRank: 5 }] } })
    const before = await stored(form)
    const { page, complaints } = await openForm('Flight school')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('State').selectOption('closed')
    await dialog.getByLabel('The request to join').selectOption('a pass accepts it')
    await dialog.getByLabel('Rank').selectOption('private')
    for (const name of ['Valor', 'Pilot', 'sergeant']) await dialog.getByLabel(name).check()
    await dialog.getByRole('button', { name: 'Change the form' }).click()
    await notice(page, 'The form Flight school was changed.')
    await page.getByRole('row', { name: 'Flight school' }).getByRole('cell', { name: 'closed', exact: true }).waitFor()
    const passAwards = {
      medals: ['Valor'],
      qualifications: ['Pilot'],
      roleUniqueIds: [group.roles.sergeant],
      rankUniqueId: group.roles.private,
    }
    const { definition, version } = await stored(form)
    expect(definition).toEqual({ ...before.definition, state: 'closed', joinRequests: 'accept', passAwards })
    await page.getByRole('button', { name: 'Change the form: Flight school' }).click()
    expect(await dialog.getByLabel('Valor').isChecked()).toBe(true)
    expect(await dialog.getByLabel('Rank').inputValue()).toBe(String(group.roles.private))
    await dialog.getByRole('button', { name: 'Change the form' }).click()
    await notice(page, 'Nothing of Flight school was changed.')
    expect((await stored(form)).version).toBe(version)
    expect(await complaints()).toEqual([])
  })

  it('shows the reason of a refusal: a medal that was archived meanwhile', async () => {
    await at.home.client.post('/v2/medals', { name: 'Old' })
    const form = await formNamed('Refused')
    const { page } = await openForm('Refused')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Old').check()
    await at.home.client.patch('/v2/medals/Old', { archived: true })
    await dialog.getByRole('button', { name: 'Change the form' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'archived' }).waitFor()
    expect((await stored(form)).version).toBe(1)
  })

  it('changes a form once when the answer was lost and the person tries again', async () => {
    const form = await formNamed('Once')
    const { page } = await openForm('Once')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pilot').check()
    const connect = await loseAnswers(page, '**/v2/applications/*')
    await dialog.getByRole('button', { name: 'Change the form' }).click()
    await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
    await connect()
    await dialog.getByRole('button', { name: 'Change the form' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'version 2' }).waitFor()
    expect((await stored(form)).version).toBe(2)
  })

  it('shows the forms without acts to who may not change them', async () => {
    await formNamed('Seen')
    const { page } = await at.signedIn('viewer')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('row', { name: 'Seen' }).waitFor()
    expect(await page.getByRole('button', { name: /^Change the form/ }).count()).toBe(0)
  })

  it('has a dialog without findings of axe, in light and dark, as wide as a phone', async () => {
    await formNamed('Looked at')
    expect(await lookAt(await openForm('Looked at'), 'form')).toEqual([])
  })
})
