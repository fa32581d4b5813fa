// Medals, qualifications and forms in the console.
import { group } from '../support/app'
import { makeForm, type Form } from '../applications/submissions/fixture'
import type { Page } from 'playwright-core'
import { until } from '../support/until'
import { describeConsole, loseAnswers, NO_ANSWER, notice, pressTwice, sentTo } from './console'
import { listed, openSettings } from './settings'

interface Award {
  readonly name: string
  readonly description: string
  readonly archived: boolean
  readonly roleUniqueId: number | null
}

describeConsole((at) => {
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
  const medal = async (name: string): Promise<Award> =>
    (await at.home.client.get(`/v2/medals/${encodeURIComponent(name)}`)).body.data

  beforeAll(async () => {
    await at.home.client.post('/v2/qualifications', { name: 'Pilot' })
    await at.home.client.patch(`/v2/ranks/${group.roles.sergeant}`, { managed: false })
  })

  describe('an award', () => {
    it('is created with a role, renamed, archived and restored in the same place', async () => {
      const { page, complaints } = await at.signedIn('officer')
      await openSettings(at, page, 'medals')
      await page.getByRole('button', { name: 'Create a medal' }).click()
      const dialog = dialogOf(page)
      await dialog.getByLabel('Name').fill('Star')
      await dialog.getByLabel('Description').fill('For a thousand hours.')
      await dialog.getByLabel('Role of the group').selectOption(String(group.roles.sergeant))
      await press(page, 'Create a medal')
      await notice(page, 'Star was created.')
      await page.getByRole('listitem').filter({ hasText: 'Star' }).getByText('gives the role sergeant').waitFor()
      await page.getByRole('button', { name: 'Change: Star' }).click()
      await press(page, 'Change')
      await dialog.getByRole('alert').filter({ hasText: 'Nothing was sent' }).waitFor()
      await dialog.getByLabel('Name').fill('Gold star 🌟')
      const answered = await loseAnswers(page, '**/v2/medals/*')
      await press(page, 'Change')
      await dialog.getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await press(page, 'Try again')
      await notice(page, 'Gold star 🌟 was changed.')
      await page.getByRole('button', { name: 'Archive: Gold star' }).click()
      await press(page, 'Archive')
      await notice(page, 'Gold star 🌟 is archived.')
      expect(await medal('Gold star 🌟')).toMatchObject({ archived: true, roleUniqueId: group.roles.sergeant })
      await page.getByText('Archived', { exact: true }).click()
      await page.getByRole('button', { name: 'Restore: Gold star' }).click()
      await press(page, 'Restore')
      await notice(page, 'Gold star 🌟 can be awarded again.')
      expect(await medal('Gold star 🌟')).toMatchObject({ archived: false })
      expect(await complaints()).toEqual([])
    })

    it('keeps the dialog and what is entered when somebody else renames it, or takes it out of the list, meanwhile', async () => {
      await at.home.client.post('/v2/medals', { name: 'Wing' })
      const { page } = await at.signedIn('officer')
      await page.goto(`${at.origin}/console/settings/medals?find=Wing`)
      await page.getByRole('button', { name: 'Change: Wing' }).click()
      const description = dialogOf(page).getByLabel('Description')
      await description.fill('For a hundred flights.')
      /** What is read again when the person comes back to the tab. */
      const readAgain = async (isShown: () => Promise<boolean>): Promise<void> => {
        await until('the list was read again', async () => {
          await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
          return isShown()
        })
        expect(await description.inputValue()).toBe('For a hundred flights.')
      }
      await at.home.client.patch('/v2/medals/Wing', { name: 'Golden Wing' })
      await readAgain(async () => (await page.getByText('Golden Wing', { exact: true }).count()) === 1)
      await at.home.client.patch('/v2/medals/Golden%20Wing', { name: 'Feather' })
      await readAgain(async () => (await page.getByText('None matches.').count()) === 1)
      await press(page, 'Change')
      await dialogOf(page).getByRole('alert').waitFor()
      expect(await description.inputValue()).toBe('For a hundred flights.')
      await press(page, 'Cancel')
      await page.getByRole('button', { name: 'Change: Wing' }).waitFor({ state: 'detached' })
      expect(await medal('Feather')).toMatchObject({ description: '' })
    })

    it('is created once when it is pressed twice at once', async () => {
      const { page } = await at.signedIn('officer')
      await openSettings(at, page, 'qualifications')
      await page.getByRole('button', { name: 'Create a qualification' }).click()
      await dialogOf(page).getByLabel('Name').fill('Diver')
      const sent = sentTo(page, '/v2/qualifications')
      await pressTwice(dialogOf(page).getByRole('button', { name: 'Create a qualification' }))
      await notice(page, 'Diver was created.')
      expect(sent).toHaveLength(1)
      expect((await listed<Award>(at, '/v2/qualifications')).filter(({ name }) => name === 'Diver')).toHaveLength(1)
    })

    it('is not sent when its description is too long, and nothing is cut', async () => {
      const { page } = await at.signedIn('officer')
      await openSettings(at, page, 'medals')
      await page.getByRole('button', { name: 'Create a medal' }).click()
      await dialogOf(page).getByLabel('Name').fill('Long')
      const text = '🌟'.repeat(501)
      await dialogOf(page).getByLabel('Description').fill(text)
      await dialogOf(page).getByText('1 character too many').waitFor()
      await press(page, 'Create a medal')
      await dialogOf(page).getByRole('alert').waitFor()
      expect(await dialogOf(page).getByLabel('Description').inputValue()).toBe(text)
      await dialogOf(page).getByLabel('Description').fill('🌟'.repeat(500))
      await press(page, 'Create a medal')
      await notice(page, 'Long was created.')
      expect([...(await medal('Long')).description]).toHaveLength(500)
    })

    it('is listed also when there are more than a page of them', async () => {
      const home = await at.app.community()
      for (let index = 1; index <= 110; index += 1) await home.client.post('/v2/medals', { name: `Medal ${index}` })
      const { page } = await at.signedIn('viewer', undefined, home)
      await openSettings(at, page, 'medals')
      await page.getByText('110 of 110').waitFor()
      await page.getByLabel('Name or description').fill('medal 99')
      await page.getByText('1 of 110', { exact: true }).waitFor()
    })
  })

  describe('a form', () => {
    const formNamed = (name: string, more: object = {}): Promise<Form> => makeForm(at.home.client, { name, ...more })
    const stored = async ({ path }: Form) => (await at.home.client.get(`${path}/configuration`)).body.data
    const formsNamed = async (name: string) =>
      ((await at.home.client.get('/v2/applications')).body.data.items as { name: string }[]).filter(
        (form) => form.name === name,
      )

    async function openForm(page: Page, name: string): Promise<void> {
      await openSettings(at, page, 'forms')
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    const begin = (page: Page, title: string) =>
      page.getByRole('main').getByRole('button', { name: title, exact: true }).click()

    it('gives what is chosen to those who pass, and keeps the rest of the form', async () => {
      const form = await formNamed('Flight school', { eligibility: { groups: [{ groupId: 11, minimumRank: 5 }] } })
      const before = await stored(form)
      const { page, complaints } = await at.signedIn('officer')
      await openForm(page, 'Flight school')
      const dialog = dialogOf(page)
      await begin(page, 'What a pass gives')
      await dialog.getByLabel('The request to join').selectOption('accept')
      await dialog.getByLabel('Rank').selectOption({ label: 'private' })
      for (const name of ['Valor', 'Pilot', 'sergeant']) await dialog.getByLabel(name).check()
      await press(page, 'What a pass gives')
      await notice(page, 'The form Flight school was changed.')
      const passAwards = {
        medals: ['Valor'],
        qualifications: ['Pilot'],
        roleUniqueIds: [group.roles.sergeant],
        rankUniqueId: group.roles.private,
      }
      await page.getByText('a pass accepts it', { exact: true }).waitFor()
      await page.getByText('Pilot', { exact: true }).waitFor()
      const { definition, version } = await stored(form)
      expect(definition).toEqual({ ...before.definition, joinRequests: 'accept', passAwards })
      await begin(page, 'What a pass gives')
      await dialog.getByLabel('Valor').waitFor()
      expect(await dialog.getByLabel('Valor').isChecked()).toBe(true)
      await press(page, 'What a pass gives')
      await dialog.getByRole('alert').filter({ hasText: 'Nothing was sent' }).waitFor()
      expect((await stored(form)).version).toBe(version)
      expect(await complaints()).toEqual([])
    })

    it('is closed and opened once when the answer was lost', async () => {
      const form = await formNamed('Once')
      const { page } = await at.signedIn('officer')
      await openForm(page, 'Once')
      await begin(page, 'Close the form')
      const answered = await loseAnswers(page, '**/v2/applications/app_*')
      await press(page, 'Close the form')
      await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await press(page, 'Try again')
      await notice(page, 'Once is closed.')
      expect(await stored(form)).toMatchObject({ version: 2, definition: { state: 'closed' } })
      await begin(page, 'Open the form')
      await press(page, 'Open the form')
      await notice(page, 'Once is open.')
      expect(await stored(form)).toMatchObject({ version: 3, definition: { state: 'open' } })
    })

    it('is required to join, which keeps it open, and is free again', async () => {
      await formNamed('Gate')
      const { page } = await at.signedIn('officer')
      await openForm(page, 'Gate')
      await begin(page, 'Require to join')
      await press(page, 'Require to join')
      await notice(page, 'Gate is required to join.')
      await page.getByText('take that away first').waitFor()
      expect(
        await page
          .getByRole('main')
          .getByRole('button', { name: /^(Close the form|Delete)$/ })
          .count(),
      ).toBe(0)
      await begin(page, 'Do not require')
      await press(page, 'Do not require')
      await notice(page, 'Gate is not required any more.')
      await page.getByRole('main').getByRole('button', { name: 'Delete' }).waitFor()
    })

    it('is duplicated once when the answer was lost, saved as a template, made of it, and deleted', async () => {
      await formNamed('School')
      const { page } = await at.signedIn('officer')
      await openForm(page, 'School')
      await begin(page, 'Duplicate')
      await dialogOf(page).getByLabel('Name').fill('Second school')
      const answered = await loseAnswers(page, '**/v2/applications/*/duplicate')
      await press(page, 'Duplicate')
      await dialogOf(page).getByRole('alert').filter({ hasText: NO_ANSWER }).waitFor()
      await answered()
      await press(page, 'Try again')
      await notice(page, 'Second school was made. It is closed.')
      expect(await formsNamed('Second school')).toHaveLength(1)
      await begin(page, 'Save as a template')
      await press(page, 'Save as a template')
      await notice(page, 'The template School was saved.')
      await openSettings(at, page, 'forms')
      await page.getByRole('button', { name: 'Make a form of it: School' }).click()
      await dialogOf(page).getByLabel('Name').fill('Third school')
      await press(page, 'Make a form of it')
      await notice(page, 'Third school was made. It is closed.')
      await page.getByRole('button', { name: 'Delete: School' }).click()
      await press(page, 'Delete')
      await notice(page, 'The template School was deleted.')
      await page.getByRole('main').getByRole('link', { name: 'Third school' }).click()
      await begin(page, 'Delete')
      await press(page, 'Delete')
      await notice(page, 'Third school was deleted.')
      expect(await formsNamed('Third school')).toEqual([])
    })

    it('is shown without acts to who may not change it', async () => {
      await formNamed('Seen')
      const { page } = await at.signedIn('viewer')
      await openForm(page, 'Seen')
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    })
  })
})
