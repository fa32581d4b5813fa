// What was typed into a form and not sent stays over a reload and while the session ends: one signs in there, and it is stored once.
import type { Page } from 'playwright-core'
import { makeForm, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { until } from '../support/until'
import { describeConsole, endSessions } from './console'

const [first, second, third] = group.members

interface Form {
  /** Makes what the act needs. @returns the address below /console/ */
  readonly at: () => Promise<string>
  /** The button that opens it. */
  readonly opens: string
  /** Its title, and its button. */
  readonly title: string
  readonly button?: string
  readonly field: string
  /** Of the entry in the audit log, which has the text. */
  readonly action: string
}

describeConsole((at) => {
  beforeAll(async () => {
    for (const userId of group.members) await verify(at.app, userId)
    await at.home.client.patch('/v2/suspension-settings', { rankUniqueId: group.roles.private })
  })

  const post = (address: string, body: object) => at.home.client.post(address, body)
  const entries = async (action: string) =>
    (await at.home.client.get(`/v2/audit-entries?order=newest&action=${action}&limit=20`)).body.data as object[]
  const storedWith = async (action: string, text: string): Promise<number> =>
    (await entries(action)).filter((entry) => JSON.stringify(entry).includes(text)).length
  const page = (address: string) => () => Promise.resolve(address)

  const forms: Readonly<Record<string, Form>> = {
    warning: {
      at: page(`members/${first}`),
      opens: 'Warn',
      title: 'Warn',
      field: 'Reason',
      action: 'warning.create',
    },
    'taking back of a warning': {
      at: async () => {
        await post('/v2/warnings', { userId: second, reason: 'Shouted' })
        return `members/${second}`
      },
      opens: 'Take back: Shouted',
      title: 'Take back the warning',
      field: 'Why it is taken back',
      action: 'warning.revoke',
    },
    suspension: {
      at: page(`members/${first}`),
      opens: 'Suspend',
      title: 'Suspend',
      field: 'Reason',
      action: 'suspension.add',
    },
    'lift of a suspension': {
      at: async () => {
        await post('/v2/suspensions', { userId: third, durationSeconds: 86_400 })
        return `members/${third}`
      },
      opens: `Lift: Member${third}`,
      title: 'Lift the suspension',
      field: 'Why it is lifted',
      action: 'suspension.lift',
    },
    'entry on the blacklist': {
      at: page(`members/${first}`),
      opens: 'Put on the blacklist',
      title: 'Put on the blacklist',
      field: 'Reason',
      action: 'blacklist.add',
    },
    'lift of an entry on the blacklist': {
      at: async () => {
        await post('/v2/blacklist-entries', { userId: second, reason: 'Raided' })
        return `members/${second}`
      },
      opens: 'Lift: Raided',
      title: 'Take off the blacklist',
      field: 'Why it is lifted',
      action: 'blacklist.lift',
    },
    'preview of taking back': {
      at: async () => {
        await post(`/v2/members/${second}/experience`, { op: 'increment', amount: 40 })
        return `audit?userId=${second}`
      },
      opens: `Take back: Member${second}`,
      title: 'Take back',
      button: 'Preview',
      field: 'Reason',
      action: 'reversal.create',
    },
    person: {
      at: page('settings/people'),
      opens: 'Invite a person',
      title: 'Invite a person',
      field: 'Name',
      action: 'person.create',
    },
    key: {
      at: page('settings/keys'),
      opens: 'Create a key',
      title: 'Create a key',
      field: 'Name',
      action: 'key.create',
    },
    medal: {
      at: page('settings/medals'),
      opens: 'Create a medal',
      title: 'Create a medal',
      field: 'Name',
      action: 'medal.create',
    },
    'change of a medal': {
      at: async () => {
        await post('/v2/medals', { name: 'Old medal' })
        return 'settings/medals'
      },
      opens: 'Change: Old medal',
      title: 'Change',
      field: 'Description',
      action: 'medal.update',
    },
  }

  const dialogOf = (page: Page) => page.locator('.mantine-Modal-content')
  const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
  async function signInAgain(page: Page): Promise<void> {
    await ended(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
    await ended(page).waitFor({ state: 'hidden' })
  }

  it.each(Object.entries(forms))('stays in its form, and is stored once: %s', async (name, form) => {
    const address = await form.at()
    const { page, complaints } = await at.signedIn('administrator')
    await page.goto(`${at.origin}/console/${address}`)
    const open = () => page.getByRole('button', { name: form.opens, exact: true }).first().click()
    const field = dialogOf(page).getByLabel(form.field)
    const text = `Typed ${name.length} ${Date.now()}`
    await open()
    await field.fill(text)
    await page.reload()
    await open()
    expect(await field.inputValue()).toBe(text)
    await endSessions(at.home)
    // another read of the page may have asked for the sign-in already
    await dialogOf(page)
      .getByRole('button', { name: form.button ?? form.title, exact: true, includeHidden: true })
      .evaluate((button: { click(): void }) => button.click())
    await ended(page).waitFor()
    expect(await field.inputValue()).toBe(text)
    await signInAgain(page)
    await until('it is stored', async () => (await storedWith(form.action, text)) > 0)
    await field.waitFor({ state: 'detached' })
    expect(await storedWith(form.action, text)).toBe(1)
    expect(await complaints()).toEqual([])
  })

  it('stays with what a pass gives, and the form is changed once', async () => {
    const { applicationId, path } = await makeForm(at.home.client)
    const { page } = await at.signedIn('administrator')
    await page.goto(`${at.origin}/console/settings/forms/${applicationId}`)
    const open = page.getByRole('main').getByRole('button', { name: 'What a pass gives' })
    await open.click()
    const field = dialogOf(page).getByLabel('Rank')
    await field.selectOption({ label: 'sergeant' })
    await endSessions(at.home)
    await dialogOf(page)
      .getByRole('button', { name: 'What a pass gives', includeHidden: true })
      .evaluate((button: { click(): void }) => button.click())
    await ended(page).waitFor()
    expect(await field.inputValue()).toBe(String(group.roles.sergeant))
    await signInAgain(page)
    await field.waitFor({ state: 'detached' })
    const { data } = (await at.home.client.get(`${path}/configuration`)).body
    expect(data).toMatchObject({ version: 2, definition: { passAwards: { rankUniqueId: group.roles.sergeant } } })
  })
})
