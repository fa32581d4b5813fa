// The review of responses in the console: nothing is decided unread, twice, or lost.
import type { Page } from 'playwright-core'
import { group } from '../support/app'
import { applicant, choice, makeForm, respond, review, verify, type Form } from '../applications/submissions/fixture'
import { until } from '../support/until'
import {
  alert,
  describeConsole,
  disconnect,
  endSessions,
  lookAt,
  loseAnswers,
  notice,
  tabTo,
  type Opened,
} from './console'

const [first, second, third] = group.members
const nameOf = (userId: number): string => `Member${userId}`

describeConsole((at) => {
  beforeAll(async () => {
    for (const userId of group.members) await verify(at.app, userId)
  })

  const read = async (response: string) => (await at.home.client.get(response)).body.data
  const statusOf = async (response: string): Promise<string> => (await read(response)).status

  /** A new form. All pending responses of others are reviewed first, so that only its own are shown. */
  async function onlyForm(name = 'Pilot school'): Promise<Form> {
    for (;;) {
      const { body } = await at.home.client.get('/v2/responses?limit=100')
      for (const { applicationId, responseId } of body.data)
        await review(at.home.client, `/v2/applications/${applicationId}/responses/${responseId}`)
      if (body.meta.nextCursor === null) break
    }
    return makeForm(at.home.client, { name })
  }

  async function opened(userId: number, width?: number): Promise<Opened> {
    const one = await at.signedIn('reviewer', width)
    await one.page.getByRole('link', { name: nameOf(userId) }).click()
    await answers(one.page, userId)
    return one
  }

  const article = (page: Page, userId: number) => page.getByRole('article', { name: `Response of ${nameOf(userId)}` })
  const answers = (page: Page, userId: number) => article(page, userId).getByText('I like to fly.').waitFor()
  /** Waits until the decision can be made. */
  const decide = (page: Page, decision: 'Pass' | 'Fail') =>
    page.getByRole('button', { name: decision, exact: false }).click()
  const sendNow = async (page: Page) => page.evaluate("window.dispatchEvent(new Event('pagehide'))")

  it('opens nothing by itself, and counts all that wait, by form', async () => {
    const form = await onlyForm()
    const other = await makeForm(at.home.client, { name: 'Ground crew' })
    for (const userId of [first, second]) await respond(at.home.client, form, userId)
    await respond(at.home.client, other, third)
    const { page } = await at.signedIn('reviewer')
    await page.getByText('3 responses wait for a decision.').waitFor()
    await page.getByRole('button', { name: 'Open the oldest' }).waitFor()
    const reads = async () =>
      (await at.home.client.get('/v2/audit-entries?action=application.response.read&limit=100')).body.data.length
    const before = await reads()
    await page.reload()
    await page.getByRole('button', { name: 'Open the oldest' }).waitFor()
    expect(await reads()).toBe(before)
    await page.getByRole('combobox', { name: 'Form' }).click()
    await page.getByRole('option', { name: 'Ground crew (1)' }).click()
    await page.getByText('1 response waits for a decision.').waitFor()
    expect(page.url()).toContain(other.applicationId)
    await page.getByRole('button', { name: 'Open the oldest' }).click()
    await answers(page, third)
    expect(await reads()).toBe(before + 1)
  })

  it('counts more than a page of responses, and reaches the last of them', async () => {
    const form = await onlyForm()
    const userIds: number[] = []
    while (userIds.length < 116) {
      const userId = await applicant(at.app)
      await respond(at.home.client, form, userId)
      userIds.push(userId)
    }
    const { page } = await at.signedIn('reviewer')
    await page.getByText('116 responses wait for a decision.').waitFor()
    const rows = page.getByRole('navigation', { name: /wait/i }).getByRole('listitem')
    for (const more = page.getByRole('button', { name: /^Show more/ }); await more.count();) {
      const before = await rows.count()
      await more.click()
      await until('more are shown', async () => (await rows.count()) > before)
    }
    expect(await rows.count()).toBe(116)
    expect(await page.getByRole('link', { name: String(userIds.at(-1)) }).count()).toBe(1)
  })

  it('passes a response with a note and feedback, fails the next one, by keyboard alone', async () => {
    const form = await onlyForm()
    const passed = await respond(at.home.client, form, first)
    const failed = await respond(at.home.client, form, second)
    const { page, complaints } = await at.open(await at.invited('reviewer'))
    await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open the oldest' }).waitFor()
    await tabTo(page, 'Open the oldest')
    await page.keyboard.press('Enter')
    await answers(page, first)
    await tabTo(page, 'Note for the staff')
    await page.keyboard.type('pf')
    await tabTo(page, 'Feedback for the applicant')
    await page.keyboard.type('Welcome')
    await tabTo(page, 'Pass')
    await page.keyboard.press('p')
    await answers(page, second)
    await page.getByRole('button', { name: 'Fail F' }).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('f')
    await page
      .getByRole('status')
      .filter({ hasText: `Fail ${nameOf(second)}` })
      .waitFor()
    expect([await statusOf(passed), await statusOf(failed)]).toEqual(['Pending', 'Pending'])
    await notice(page, `${nameOf(first)} passed.`)
    await notice(page, `${nameOf(second)} did not pass.`)
    expect(await read(passed)).toMatchObject({ status: 'Passed', privateNote: 'pf', applicantFeedback: 'Welcome' })
    expect(await statusOf(failed)).toBe('Failed')
    await page.getByText('No response waits for a decision.').waitFor()
    expect(await complaints()).toEqual([])
  })

  it('sends nothing of a decision that is undone within ten seconds', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    const sent: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/review') && sent.push(request.url())))
    await page.getByLabel('Note for the staff').fill('Kept')
    await decide(page, 'Pass')
    await page.getByText('being decided').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('being decided').waitFor({ state: 'detached' })
    await page.waitForTimeout(11_000)
    expect([sent, await statusOf(response)]).toEqual([[], 'Pending'])
    await page.getByRole('link', { name: nameOf(first) }).click()
    expect(await page.getByLabel('Note for the staff').inputValue()).toBe('Kept')
  })

  it('passes one person with ten presses of P, and none who was not read', async () => {
    const form = await onlyForm()
    const responses = []
    for (const userId of group.members.slice(0, 5)) responses.push(await respond(at.home.client, form, userId))
    const { page } = await opened(first)
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press('p')
      await page.waitForTimeout(150)
    }
    await page.getByText('Read first').waitFor()
    await sendNow(page)
    await notice(page, `${nameOf(first)} passed.`)
    expect(await Promise.all(responses.map(statusOf))).toEqual(['Passed', 'Pending', 'Pending', 'Pending', 'Pending'])
  })

  it('sends a decision whose page is closed, and asks for it when no answer came', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await decide(page, 'Pass')
    await page.getByText('being decided').waitFor()
    await page.goto('about:blank')
    for (let tries = 0; tries < 50 && (await statusOf(response)) === 'Pending'; tries += 1)
      await page.waitForTimeout(100)
    expect(await statusOf(response)).toBe('Passed')
    const another = await page.context().newPage()
    await another.goto(`${at.origin}/console/review`)
    await another
      .getByRole('alert')
      .filter({ hasText: `Pass ${nameOf(first)}` })
      .waitFor()
    await another.getByRole('button', { name: 'Try again' }).click()
    await notice(another, `Done: Pass ${nameOf(first)}.`)
  })

  it('stores one decision when its answer is lost, and knows that it is its own', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    const answered = await loseAnswers(page, '**/review')
    await decide(page, 'Pass')
    await sendNow(page)
    await alert(page, 'it is not known whether it was done')
    await answered()
    await page.reload()
    await alert(page, `Pass ${nameOf(first)}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await notice(page, `Done: Pass ${nameOf(first)}.`)
    expect(await read(response)).toMatchObject({ status: 'Passed', revision: 2 })
  })

  it('keeps the note offline, in a reload, and while the session is ended, and stores one decision', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await page.getByLabel('Note for the staff').fill('Kept')
    await page.reload()
    await answers(page, first)
    expect(await page.getByLabel('Note for the staff').inputValue()).toBe('Kept')
    const connect = await disconnect(page)
    await decide(page, 'Pass')
    await sendNow(page)
    await alert(page, 'it is not known whether it was done')
    await connect()
    await endSessions(at.home)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await notice(page, `Pass ${nameOf(first)}`)
    expect(await read(response)).toMatchObject({ status: 'Passed', privateNote: 'Kept' })
  })

  it('knows a decision of its own from another tab, and says when that was another one', async () => {
    const form = await onlyForm()
    for (const [userId, elsewhere, told] of [
      [first, 'Pass', `${nameOf(first)} passed.`],
      [second, 'Fail', 'You failed it before. Your decision was not stored.'],
    ] as const) {
      const response = await respond(at.home.client, form, userId)
      const { page } = await opened(userId)
      await page.route('**/v2/responses?*', (route) => route.abort('connectionfailed'))
      const other = await page.context().newPage()
      await other.goto(page.url())
      await answers(other, userId)
      await decide(other, elsewhere)
      await sendNow(other)
      await until('it is decided', async () => (await statusOf(response)) !== 'Pending')
      await decide(page, 'Pass')
      await sendNow(page)
      await page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: told }).first().waitFor()
      expect(await statusOf(response)).toBe(`${elsewhere}ed`)
    }
  })

  it('says that a decision was stored as it was sent first, and keeps the note that was changed since', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await page.getByLabel('Note for the staff').fill('First')
    const answered = await loseAnswers(page, '**/review')
    await decide(page, 'Pass')
    await sendNow(page)
    await alert(page, `Pass ${nameOf(first)}`)
    await page.getByRole('link', { name: nameOf(first) }).click()
    await answers(page, first)
    await page.getByLabel('Note for the staff').fill('Second')
    await answered()
    await article(page, first).getByRole('button', { name: 'Try again' }).click()
    await alert(page, `This was stored as you sent it first: Pass ${nameOf(first)}.`)
    const unsent = article(page, first).getByText('You wrote this, and it was not stored')
    await unsent.waitFor()
    await article(page, first).getByText('Second').waitFor()
    expect(await read(response)).toMatchObject({ status: 'Passed', privateNote: 'First' })
    await article(page, first).getByRole('button', { name: 'Discard it' }).click()
    await unsent.waitFor({ state: 'detached' })
  })

  it('says who decided before, and what', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const ben = await at.signedIn('moderator')
    const { page } = ben
    await page.getByRole('link', { name: nameOf(first) }).click()
    await answers(page, first)
    await page.route('**/v2/responses?*', (route) => route.abort('connectionfailed'))
    await review(at.home.client, response, { status: 'Failed' })
    await decide(page, 'Pass')
    await sendNow(page)
    await alert(page, `Not done: Pass ${nameOf(first)}. The key test failed it before. Your decision was not stored.`)
    expect(await statusOf(response)).toBe('Failed')
  })

  it('tells that a response that is open was decided meanwhile', async () => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await review(at.home.client, response, { status: 'Failed', applicantFeedback: 'Too young' })
    await notice(page, 'This response does not wait any more')
    await page.getByRole('button', { name: 'Show what was decided' }).click()
    // a reviewer reads no audit log
    await page.getByText('The key test failed this.').waitFor()
    await page.getByText('Too young').waitFor()
    expect(await page.getByRole('button', { name: 'Pass P' }).count()).toBe(0)
  })

  it('says of a response that its form graded that the form did', async () => {
    const questions = [choice('one', ['b'], { type: 'single' })]
    const quiz = await makeForm(at.home.client, { name: 'Quiz', questions, grading: { passPercentage: 100 } })
    await respond(at.home.client, quiz, first, { answers: { one: ['b'] } })
    await respond(at.home.client, await onlyForm(), first)
    const { page } = await opened(first)
    await page.getByRole('link', { name: /^Quiz/ }).click()
    await page.getByText('The form graded this as passed.').waitFor()
  })

  it.each([
    [403, 'insufficient_scope', null],
    [429, 'rate_limit_exceeded', '60'],
    [503, 'server_busy', '5'],
  ])('says why a decision was not stored: %i', async (status, code, retryAfter) => {
    const form = await onlyForm()
    const response = await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await page.route('**/review', (route) =>
      route.fulfill({
        status,
        json: { error: { code, message: 'In words of the API.' } },
        headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
      }),
    )
    await decide(page, 'Pass')
    await sendNow(page)
    await alert(page, `Pass ${nameOf(first)}`)
    expect(await page.getByText('In words of the API.').count()).toBe(0)
    expect(await statusOf(response)).toBe('Pending')
  })

  it('cuts no note: says how much is too much, and does not send it', async () => {
    const form = await onlyForm()
    await respond(at.home.client, form, first)
    const { page } = await opened(first)
    await page.getByLabel('Note for the staff').fill('🙂'.repeat(2_001))
    await page.getByText('1 character too many').waitFor()
    expect(await page.getByRole('button', { name: 'Pass P' }).isDisabled()).toBe(true)
    expect([...(await page.getByLabel('Note for the staff').inputValue())]).toHaveLength(2_001)
  })

  it('has no findings of axe with many that wait, in light and dark, as wide as a phone', async () => {
    const form = await onlyForm('Flight school with a rather long name that goes on and on')
    for (const userId of group.members) await respond(at.home.client, form, userId)
    const one = await at.signedIn('officer', 390)
    await one.page.getByRole('button', { name: 'Open the oldest' }).waitFor()
    const found = await lookAt(one, 'review-queue')
    await one.page.getByRole('button', { name: 'Open the oldest' }).click()
    await answers(one.page, first)
    found.push(...(await lookAt(one, 'review-open')))
    await decide(one.page, 'Pass')
    await one.page.getByRole('button', { name: 'Undo' }).waitFor()
    found.push(...(await lookAt(one, 'review-held')))
    expect(found).toEqual([])
  })
})
