// The texts of the console come from its catalogue: in a pseudo-language they are in brackets and 40 % longer, and they may run
// from right to left.
import type { Page } from 'playwright-core'
import { makeForm, respond, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { invite } from '../support/people'
import { describeConsole, go, lookAt, type Opened } from './console'
import { clippedIn } from './settings'

const [first, second] = group.members

/** What people read that is neither in brackets nor data. */
const ofNoCatalogue = `[...document.querySelectorAll('h1, h2, h3, label, button, [role=menuitem], [role=tab], th, legend, dt')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())
  .filter((text) => text !== '' && !text.includes('['))`

describeConsole((at) => {
  let addresses: readonly string[]
  beforeAll(async () => {
    const { client } = at.home
    for (const userId of [first, second]) await verify(at.app, userId)
    const form = await makeForm(client, { name: 'Pilot school' })
    const response = await respond(client, form, first)
    const reader = (await client.post('/v2/keys', { name: 'Bot', scopes: ['members.experience.write'] })).body.data
    await client.post(`/v2/members/${second}/experience`, { op: 'increment', amount: 40 })
    await client.post('/v2/warnings', { userId: second, reason: 'Shouted at people.' })
    await client.post('/v2/suspensions', { userId: first, reason: 'Left the post.', durationSeconds: 86_400 })
    await client.post('/v2/qualifications', { name: 'Pilot' })
    const key = (await client.post('/v2/keys', { name: 'Game server', preset: 'game_server' })).body.data
    const person = await invite(at.home, 'viewer', 'Ana')
    const { body } = await client.post('/v2/reversals', {
      source: 'key',
      sourceId: reader.keyId,
      from: new Date(Date.now() - 3_600_000).toISOString(),
      dryRun: true,
    })
    expect(body).toHaveProperty('data.reversalId')
    const applicationId = form.path.split('/').at(-1) ?? ''
    const responseId = response.split('/').at(-1) ?? ''
    addresses = [
      'review',
      `review/${responseId}`,
      'members',
      `members/${first}`,
      `members/${second}`,
      'queue',
      'audit',
      'audit/reversals',
      `audit/reversals/${body.data.reversalId}`,
      ...['connection', 'people', 'roles', 'keys', 'ranks', 'medals', 'qualifications', 'forms'].map(
        (page) => `settings/${page}`,
      ),
      `settings/people/${person.personId}`,
      `settings/keys/${key.keyId}`,
      `settings/forms/${applicationId}`,
      'account',
      'no-such-page',
    ]
  })

  async function signedInWith(language: string, width: number): Promise<Opened> {
    const opened = await at.open('/console/sign-in', width)
    await opened.page.evaluate(`localStorage.setItem('console.language', '${language}')`)
    await opened.page.goto(at.origin + (await at.invited('administrator')))
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }

  const unlisted = async (page: Page, data: RegExp): Promise<string[]> =>
    (await page.evaluate<string[]>(ofNoCatalogue)).filter((text) => !data.test(text))
  /** Names and questions, which nobody translates. */
  const names = /^(Test community|English|Clear|Toggle|Member\d+$|Why do you apply|Ana$|Game server$|Pilot school$)/

  it.each([
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ])('have room on each screen for longer texts, in both directions: %s', async (language, direction) => {
    const opened = await signedInWith(language, 390)
    const { page } = opened
    const found = await lookAt(opened, `sign-in-${direction}`, [390])
    expect(await unlisted(page, /^$/)).toEqual([])
    await page.getByRole('button').first().click()
    await page.getByRole('banner').waitFor()
    for (const address of addresses) {
      await page.goto(`${at.origin}/console/${address}`)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      const screen = `${address.replaceAll('/', '-')}-${direction}`
      found.push(...(await lookAt(opened, screen, [390])))
      found.push(...(await clippedIn(page)).map((one) => [screen, one]))
      found.push(...(await unlisted(page, names)).map((one) => [screen, one]))
    }
    expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
    expect(found).toEqual([])
  })

  it('are English for a language of which the console has none', async () => {
    const { page } = await signedInWith('xx', 1280)
    await page.getByRole('button', { name: 'Make a passkey' }).click()
    await go(page, 'Members')
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })
})
