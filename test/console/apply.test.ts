// The page on which a player applies, with a one-time code.
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { applyPageOf } from '../../src/people/applicants/rules'
import {
  applicant,
  choice,
  makeForm,
  newUserId,
  respond,
  review,
  restrict,
  text,
  type Form,
  type Question,
} from '../applications/submissions/fixture'
import { group } from '../support/app'
import { codeFor } from '../support/applicants'
import {
  alert,
  describeConsole,
  disconnect,
  lookAt,
  loseAnswers,
  NO_ANSWER,
  notice,
  pressTwice,
  sentTo,
  tabTo,
  type Opened,
} from './console'

/** Of a question. */
const choices = (screen: Page, name: string) =>
  screen.getByRole('group', { name }).or(screen.getByRole('radiogroup', { name }))

describeConsole((at) => {
  const page = () => `/console/apply?community=${at.home.communityId}`
  const linkFor = async (userId: number) => `${page()}#code=${await codeFor(at.home, userId)}`

  async function signedIn(userId: number, width?: number): Promise<Opened> {
    const opened = await at.open(await linkFor(userId), width)
    await opened.page.getByRole('button', { name: 'Continue' }).click()
    await opened.page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
    return opened
  }

  const long = {
    id: 'plans',
    type: 'long',
    title: 'What are your plans?',
    description: 'In a few lines.',
    required: false,
  } as const
  const day = choice('day', undefined, { type: 'single', title: 'Which day?' })
  const questions = [text, long, day, choice('roles', undefined, { title: 'Which roles?' })]

  const change = (form: Form, version: number, changed: readonly Question[]) =>
    at.home.client.put(form.path, { version, definition: { ...form.definition, questions: changed } })

  /** Of the only response. */
  async function storedAnswers({ path }: Form): Promise<unknown> {
    const { items } = (await at.home.client.get(`${path}/responses`)).body.data
    return (await at.home.client.get(`${path}/responses/${items[0].responseId}`)).body.data.answers
  }

  it('signs a player in by a typed code, and submits answers by keyboard alone', async () => {
    const form = await makeForm(at.home.client, { name: 'By keyboard', questions })
    const userId = await applicant(at.app)
    const code = await codeFor(at.home, userId)
    const { page: screen, complaints } = await at.open(page())
    await screen.getByLabel('Code').waitFor()
    await screen.keyboard.type(code.toLowerCase())
    await screen.keyboard.press('Enter')
    await screen.getByText(`You are account ${userId}`).waitFor()
    await tabTo(screen, 'By keyboard')
    await screen.keyboard.press('Enter')
    await screen.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
    await screen.getByLabel('Why do you apply?').waitFor()
    await tabTo(screen, 'Why do you apply?')
    await screen.keyboard.type('I like to fly.')
    await tabTo(screen, 'Option a')
    await screen.keyboard.press('Space')
    await tabTo(screen, 'Option b')
    await screen.keyboard.press('Space')
    await tabTo(screen, 'Submit')
    await screen.keyboard.press('Enter')
    await notice(screen, 'Your application was submitted.')
    await screen.getByText('Your application waits for a decision.').waitFor()
    const { items } = (await at.home.client.get(`${form.path}/responses`)).body.data
    expect(items).toMatchObject([{ userId: String(userId), status: 'Pending' }])
    const stored = (await at.home.client.get(`${form.path}/responses/${items[0].responseId}`)).body.data
    expect(stored.answers).toMatchObject({ why: 'I like to fly.', day: ['a'] })
    expect(await complaints()).toEqual([])
  })

  it('fills the code of a link in, keeps it in no address, and waits for the player', async () => {
    const userId = await applicant(at.app)
    const { page: screen } = await at.open(await linkFor(userId))
    await screen.getByRole('button', { name: 'Continue' }).waitFor()
    expect(screen.url()).toBe(at.origin + page())
    expect(await screen.getByLabel('Code').inputValue()).toMatch(/^\w{3}(-\w{3}){3}$/)
    expect((await screen.context().cookies()).map(({ name }) => name)).toEqual([])
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByText(`You are account ${userId}`).waitFor()
    await screen.reload()
    await screen.getByText(`You are account ${userId}`).waitFor()
    await screen.getByRole('button', { name: 'Not you? Sign out' }).click()
    await screen.getByLabel('Code').waitFor()
    expect(await screen.getByLabel('Code').inputValue()).toBe('')
    expect((await screen.context().cookies()).map(({ name }) => name)).toEqual([])
  })

  it('tells that a code was used, and why an account cannot apply', async () => {
    const used = await linkFor(newUserId())
    for (const expected of [null, 'The code is wrong, was used or has expired. Check it, or ask for a new one.']) {
      const { page: screen } = await at.open(used)
      await screen.getByRole('button', { name: 'Continue' }).click()
      await alert(screen, expected ?? 'Your account is not linked to a chat account of the community')
    }
    const restricted = await applicant(at.app)
    await restrict(at.app, restricted)
    const { page: screen } = await signedIn(restricted)
    await alert(screen, 'Your account may not apply in any community of this server.')
  })

  it('loses no typed answer when the connection or the session is lost, and submits once', async () => {
    const form = await makeForm(at.home.client, { name: 'Long answers', questions: [text, long] })
    const userId = await applicant(at.app)
    const { page: screen } = await signedIn(userId)
    await screen.getByRole('link', { name: 'Long answers' }).click()
    const [why, plans] = [screen.getByLabel('Why do you apply?'), screen.getByLabel('What are your plans?')]
    await why.fill('I like to fly.')
    await plans.fill('Far away.')
    const submit = screen.getByRole('button', { name: 'Submit' })
    const connect = await disconnect(screen)
    await submit.click()
    await alert(screen, NO_ANSWER)
    await connect()
    await sql`delete from applicant_session where user_id = ${userId}`.execute(at.app.dba)
    await submit.click()
    await alert(screen, 'Your sign-in has ended.')
    expect([await why.inputValue(), await plans.inputValue()]).toEqual(['I like to fly.', 'Far away.'])
    await screen.getByRole('button', { name: 'Enter a new code' }).click()
    await screen.getByLabel('Code').fill(await codeFor(at.home, userId))
    await screen.getByRole('button', { name: 'Continue' }).click()
    await plans.waitFor()
    expect([await why.inputValue(), await plans.inputValue()]).toEqual(['I like to fly.', 'Far away.'])
    const answered = await loseAnswers(screen, '**/responses')
    await submit.click()
    await alert(screen, NO_ANSWER)
    await answered()
    await submit.click()
    await notice(screen, 'Your application was submitted.')
    expect((await at.home.client.get(`${form.path}/responses`)).body.data.items).toHaveLength(1)
  })

  it('keeps the answers when the form changes meanwhile, and names the answer that has personal data', async () => {
    const form = await makeForm(at.home.client, { name: 'Changing' })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Changing' }).click()
    const why = screen.getByLabel('Why do you apply?')
    await why.fill('Write to me: ana@example.com')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await alert(screen, 'Remove the mail address from the answer to “Why do you apply?”.')
    const definition = { ...form.definition, description: 'Changed.' }
    await at.home.client.put(form.path, { version: 1, definition })
    await why.fill('I like to fly.')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await alert(screen, 'The form was changed while you answered.')
    await screen.getByRole('button', { name: 'Read the form again' }).click()
    await screen.getByRole('alert').waitFor({ state: 'detached' })
    expect(await why.inputValue()).toBe('I like to fly.')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await notice(screen, 'Your application was submitted.')
  })

  it('drops what a changed form no longer takes, and says at a question what is wrong with its answer', async () => {
    const roles = choice('roles', undefined, { title: 'Which roles?', required: false })
    const story = { ...text, id: 'story', title: 'Your story' }
    const form = await makeForm(at.home.client, { name: 'Shrinking', questions: [text, roles, story] })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Shrinking' }).click()
    const why = screen.getByLabel('Why do you apply?')
    await why.fill('I like to fly.')
    await screen.getByLabel('Your story').fill('Long.')
    for (const label of ['Option a', 'Option b']) await screen.getByLabel(label).check()
    const fewer = {
      ...roles,
      options: [
        { id: 'a', label: 'Option a' },
        { id: 'c', label: 'Option c' },
      ],
    }
    const asked = choice('story', undefined, { type: 'single', title: 'Your story' })
    await at.home.client.put(form.path, {
      version: 1,
      definition: { ...form.definition, questions: [text, fewer, asked] },
    })
    await screen.getByRole('button', { name: 'Submit' }).click()
    await screen.getByRole('button', { name: 'Read the form again' }).click()
    const group = screen.getByRole('group', { name: 'Which roles?' })
    expect(await group.getByLabel('Option a').isChecked()).toBe(true)
    await choices(screen, 'Your story').getByLabel('Option b').check()
    await why.fill('\u200b')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await alert(screen, 'Some answers cannot be sent.')
    await screen
      .locator('div', { has: why })
      .getByRole('alert')
      .filter({ hasText: 'This question needs an answer.' })
      .waitFor()
    expect([await why.getAttribute('aria-invalid'), await group.getByRole('alert').count()]).toEqual(['true', 0])
    await why.fill('I like to fly.')
    await screen.getByRole('button', { name: 'Submit' }).click()
    await notice(screen, 'Your application was submitted.')
    expect(await storedAnswers(form)).toEqual({ why: 'I like to fly.', roles: ['a'], story: ['b'] })
  })

  it('keeps what still fits when options, types and questions change, also over a second change', async () => {
    const other = { ...text, id: 'other', title: 'Anything else?' }
    const form = await makeForm(at.home.client, { name: 'Moving', questions: [...questions, other] })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Moving' }).click()
    await screen.getByLabel('Why do you apply?').fill('I like to fly.')
    const plans = screen.getByLabel('What are your plans?')
    await plans.fill('Far away. '.repeat(31))
    await screen.getByLabel('Anything else?').fill('No.')
    const [day, roles] = ['Which day?', 'Which roles?'].map((name) => choices(screen, name))
    await day?.getByLabel('Option b').check()
    for (const label of ['Option c', 'Option a']) await roles?.getByLabel(label).check()
    const renamed = ['b', 'c'].map((id) => ({ id, label: `Group ${id}` }))
    const changed = [
      choice('roles', undefined, { title: 'Which roles?', type: 'single', options: renamed }),
      { id: 'why', type: 'long', title: 'Why do you apply?' },
      { ...long, type: 'short' },
      choice('day', undefined, { title: 'Which days?' }),
      { id: 'added', type: 'short', title: 'Who sent you?' },
    ] satisfies Question[]
    await change(form, 1, changed)
    const submit = screen.getByRole('button', { name: 'Submit' })
    await submit.click()
    await alert(screen, 'The form was changed while you answered.')
    // the change is undone in part before it is read
    await change(form, 2, [...changed, other])
    await screen.getByRole('button', { name: 'Read the form again' }).click()
    const sender = screen.getByLabel('Who sent you?')
    await sender.waitFor()
    const days = choices(screen, 'Which days?')
    expect({
      why: await screen.getByLabel('Why do you apply?').inputValue(),
      other: await screen.getByLabel('Anything else?').inputValue(),
      plans: (await plans.inputValue()).length,
      days: [await days.getByLabel('Option a').isChecked(), await days.getByLabel('Option b').isChecked()],
      roles: await roles?.getByLabel('Group c').isChecked(),
    }).toEqual({ why: 'I like to fly.', other: 'No.', plans: 310, days: [false, true], roles: true })
    await sender.fill('Nobody.')
    await submit.click()
    await alert(screen, 'Some answers cannot be sent.')
    const tooLong = screen
      .locator('div', { has: plans })
      .getByRole('alert')
      .filter({ hasText: 'This answer is too long: at most 300 characters.' })
    await tooLong.first().waitFor()
    expect((await plans.inputValue()).length).toBe(310)
    // as the server counts: code points
    await plans.fill('🚀'.repeat(300))
    await tooLong.first().waitFor({ state: 'detached' })
    await submit.click()
    await notice(screen, 'Your application was submitted.')
    expect(await storedAnswers(form)).toEqual({
      why: 'I like to fly.',
      plans: '🚀'.repeat(300),
      day: ['b'],
      roles: ['c'],
      added: 'Nobody.',
      other: 'No.',
    })
  })

  it('keeps the answers when the form gets a password, is closed, or cannot be read again meanwhile', async () => {
    const form = await makeForm(at.home.client, { name: 'Guarded' })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Guarded' }).click()
    const why = screen.getByLabel('Why do you apply?')
    await why.fill('I like to fly.')
    const submit = screen.getByRole('button', { name: 'Submit' })
    await at.home.client.put(form.path, { version: 1, definition: { ...form.definition, state: 'closed' } })
    await submit.click()
    await alert(screen, 'The form is closed and takes no more answers.')
    expect(await why.inputValue()).toBe('I like to fly.')
    await at.home.client.put(form.path, { version: 2, definition: form.definition })
    await submit.click()
    await alert(screen, 'The form was changed while you answered.')
    const connect = await disconnect(screen)
    await screen.getByRole('button', { name: 'Read the form again' }).click()
    await alert(screen, NO_ANSWER)
    await connect()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await screen.getByRole('alert').waitFor({ state: 'detached' })
    expect(await why.inputValue()).toBe('I like to fly.')
    await at.home.client.put(form.path, { version: 3, definition: form.definition, password: 'aviation' })
    await submit.click()
    await screen.getByRole('button', { name: 'Enter the password' }).click()
    await screen.getByLabel('Password of the form').fill('aviation')
    await screen.getByRole('button', { name: 'Open' }).click()
    await why.waitFor()
    expect(await why.inputValue()).toBe('I like to fly.')
    await submit.click()
    await notice(screen, 'Your application was submitted.')
  })

  it('asks for the password of a form, and shows the result with the feedback', async () => {
    const form = await makeForm(at.home.client, { name: 'Locked' }, 'aviation')
    const userId = await applicant(at.app)
    await review(at.home.client, await respond(at.home.client, form, userId, { password: 'aviation' }), {
      applicantFeedback: 'Welcome aboard.',
    })
    const { page: screen } = await signedIn(userId)
    await screen.getByRole('link', { name: 'Locked' }).click()
    const password = screen.getByLabel('Password of the form')
    await password.fill('wrong')
    await screen.getByRole('button', { name: 'Open' }).click()
    await alert(screen, 'The password is wrong.')
    await password.fill('aviation')
    await screen.getByRole('button', { name: 'Open' }).click()
    await screen.getByText('You passed. Congratulations!').waitFor()
    await screen.getByText('Welcome aboard.').waitFor()
  })

  it('waits as long as the server asks before another password is tried', async () => {
    await makeForm(at.home.client, { name: 'Locked for now' }, 'open sesame')
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Locked for now' }).click()
    await screen.getByLabel('Password of the form').fill('guess')
    await screen.route('**/open', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '60' },
        json: { error: { code: 'password_attempts_exceeded', message: 'Not for people.' } },
      }),
    )
    await screen.getByRole('button', { name: 'Open', exact: true }).click()
    await alert(screen, 'Too many wrong passwords.')
    const later = screen.getByRole('button', { name: /^Try again in \d+ seconds$/ })
    expect([await later.isDisabled(), await later.count()]).toEqual([true, 1])
  })

  it('tells when the address names no community, and opens no screen of the staff', async () => {
    const { page: screen } = await at.open('/console/apply')
    await alert(screen, 'This address names no community.')
    await screen.goto(`${at.origin}/console/members`)
    await screen.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  })

  it('signs a player in by the linked chat account, and lets one of several be chosen', async () => {
    at.offerIssuer(true)
    at.app.world.signIns.userId = group.outsider
    const [one, other] = [newUserId(), newUserId()]
    const link = (userId: number) => {
      at.app.world.addUser({ userId, username: `Player${userId}` })
      return at.home.client.put(`/v2/verifications/${userId}`, { chatUserId: String(group.outsider) })
    }
    const { applicationId } = await makeForm(at.home.client, { name: 'Decided' })
    // the link in a message about a decision
    const result = applyPageOf('', at.home.communityId, applicationId)
    const { page: screen, complaints } = await at.open(result)
    const button = screen.getByRole('button', { name: 'Sign in with Simulator' })
    await button.click()
    await alert(screen, 'This sign-in was not accepted.')
    await link(one)
    await screen.getByRole('link', { name: 'Begin again' }).click()
    await button.click()
    await screen.getByText(`You are account ${one}`).waitFor()
    await screen.getByRole('heading', { name: 'Decided' }).waitFor()
    expect(screen.url()).toBe(at.origin + result)
    await link(other)
    await screen.getByRole('button', { name: 'Not you? Sign out' }).click()
    await button.click()
    await screen.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await screen.getByRole('button', { name: `Account ${other}` }).click()
    await screen.getByText(`You are account ${other}`).waitFor()
    expect(await complaints()).toEqual([])
  })

  it('shows the account of a new link, and keeps the form that it leads to', async () => {
    const { applicationId } = await makeForm(at.home.client, { name: 'Deep' })
    const [one, other] = [await applicant(at.app), await applicant(at.app)]
    const { page: screen } = await signedIn(one)
    await screen.getByText(`You are account ${one}`).waitFor()
    await screen.goto(`${at.origin}${page()}&form=${applicationId}#code=${await codeFor(at.home, other)}`)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByText(`You are account ${other}`).waitFor()
    await screen.getByRole('heading', { name: 'Deep', level: 1 }).waitFor()
  })

  it('keeps answers over a reload, and gives them to nobody who signs in later', async () => {
    await makeForm(at.home.client, { name: 'Reloaded' })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Reloaded' }).click()
    const why = screen.getByLabel('Why do you apply?')
    await why.fill('I like to fly.')
    await screen.reload()
    await why.waitFor()
    expect(await why.inputValue()).toBe('I like to fly.')
    await screen.getByRole('button', { name: 'Not you? Sign out' }).click()
    await screen.getByLabel('Code').fill(await codeFor(at.home, await applicant(at.app)))
    await screen.getByRole('button', { name: 'Continue' }).click()
    await why.waitFor()
    expect(await why.inputValue()).toBe('')
    expect(await screen.evaluate("Object.values({ ...localStorage }).join().includes('fly')")).toBe(false)
  })

  it.each([
    ['en', 'Not you? Sign out', 'You may still be signed in.', 'Code'],
    ['de', 'Nicht du? Abmelden', 'Du bist vielleicht noch angemeldet.', 'Code'],
  ])('does not say that a player is signed out when no answer came, in %s', async (locale, leave, still, code) => {
    const { page: screen } = await at.open(await linkFor(await applicant(at.app)), 390, { locale })
    await screen.getByRole('main').getByRole('button').first().click()
    const signOut = screen.getByRole('button', { name: leave })
    const connect = await disconnect(screen)
    await signOut.click()
    await alert(screen, still)
    await connect()
    await screen.reload()
    await signOut.waitFor()
    // the session has ended, and the browser does not know it
    const answered = await loseAnswers(screen, '**/v2/applicant-session/end')
    await signOut.click()
    await alert(screen, still)
    await answered()
    await signOut.click()
    await screen.getByLabel(code).waitFor()
    await screen.reload()
    await screen.getByLabel(code).waitFor()
  })

  it('submits once with two presses at once, and stores one when the page is loaded again before the answer', async () => {
    const form = await makeForm(at.home.client, { name: 'Once' })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Once' }).click()
    await screen.getByLabel('Why do you apply?').fill('I like to fly.')
    const sent = sentTo(screen, '/responses')
    const answered = await loseAnswers(screen, '**/responses')
    await pressTwice(screen.getByRole('button', { name: 'Submit' }))
    await alert(screen, NO_ANSWER)
    expect(sent).toHaveLength(1)
    await answered()
    await screen.reload()
    await screen.getByText('Your application waits for a decision.').waitFor()
    expect((await at.home.client.get(`${form.path}/responses`)).body.data.items).toHaveLength(1)
  })

  it('speaks the language that is chosen, of eight, each in a small file', async () => {
    const { page: screen } = await at.open(page(), 390)
    const titles = [
      ['es', 'Enviar solicitud'],
      ['pt', 'Candidatar-se'],
      ['fr', 'Postuler'],
      ['de', 'Bewerben'],
      ['pl', 'Zgłoszenie'],
      ['tr', 'Başvur'],
      ['ko', '지원하기'],
      ['en', 'Apply'],
    ] as const
    for (const [language, title] of titles) {
      await screen.locator('select').selectOption(language)
      await screen.getByRole('heading', { name: title, level: 1 }).waitFor()
      expect(await screen.evaluate('[document.documentElement.lang, document.documentElement.scrollWidth]')).toEqual([
        language,
        390,
      ])
    }
    await screen.locator('select').selectOption('de')
    await screen.reload()
    await screen.getByRole('heading', { name: 'Bewerben', level: 1 }).waitFor()
    const folder = path.resolve(__dirname, '../../console/src/apply/languages')
    for (const file of fs.readdirSync(folder)) expect(fs.statSync(path.join(folder, file)).size).toBeLessThan(6 * 1024)
  })

  it.each([
    ['de-AT', 'Bewerben'],
    ['pt-BR', 'Candidatar-se'],
    ['nl-NL', 'Apply'],
  ])('speaks the language that the browser prefers, if there is one: %s', async (locale, title) => {
    const { page: screen } = await at.open(page(), 390, { locale })
    await screen.getByRole('heading', { name: title, level: 1 }).waitFor()
  })

  it('keeps to the language that is chosen where the issuer sends the player back, whatever happens there', async () => {
    at.offerIssuer(true)
    const chatUser = newUserId()
    at.app.world.addUser({ userId: chatUser, username: `Player${chatUser}` })
    at.app.world.signIns.userId = chatUser
    const opened = await at.open(page(), 390, { locale: 'de-DE' })
    const { page: screen } = opened
    await screen.getByRole('heading', { name: 'Bewerben', level: 1 }).waitFor()
    await screen.locator('select').selectOption('es')
    await screen.getByRole('button', { name: 'Simulator' }).click()
    await alert(screen, 'No se aceptó este inicio de sesión.')
    await screen.getByRole('heading', { name: 'Iniciar sesión', level: 1 }).waitFor()
    expect(await screen.evaluate('document.documentElement.lang')).toBe('es')
    expect(await lookAt(opened, 'apply-refused')).toEqual([])
    await screen.getByRole('link', { name: 'Empezar de nuevo' }).click()
    await screen.getByRole('heading', { name: 'Enviar solicitud', level: 1 }).waitFor()
    for (const userId of [newUserId(), newUserId()]) {
      at.app.world.addUser({ userId, username: `Player${userId}` })
      await at.home.client.put(`/v2/verifications/${userId}`, { chatUserId: String(chatUser) })
    }
    await screen.getByRole('button', { name: 'Simulator' }).click()
    await screen.getByRole('heading', { name: 'Elige una cuenta', level: 1 }).waitFor()
    // loaded again, it is still the page of a player
    await screen.goto(`${at.origin}${page()}`)
    const address = { code: 'used', state: 'used' }
    await screen.route('**/v2/sign-in/issuer', (route) =>
      route.fulfill({
        json: {
          data: { authorizationUrl: `${at.origin}/console/signed-in?${new URLSearchParams(address).toString()}` },
        },
      }),
    )
    await screen.getByRole('button', { name: 'Simulator' }).click()
    await alert(screen, 'No se aceptó este inicio de sesión.')
    await screen.reload()
    await screen.getByRole('heading', { name: 'Enviar solicitud', level: 1 }).waitFor()
    expect(screen.url()).toBe(`${at.origin}${page()}`)
    await screen.unroute('**/v2/sign-in/issuer')
    // the player declines
    await screen.goto(`${at.origin}${page()}`)
    await screen.route('**/v2/sign-in/issuer', (route) =>
      route.fulfill({ json: { data: { authorizationUrl: `${at.origin}/console/signed-in?error=access_denied` } } }),
    )
    await screen.getByRole('button', { name: 'Simulator' }).click()
    await alert(screen, 'No has iniciado sesión: el sitio donde la inicias no lo confirmó.')
  })

  it('says in the language of the player that a page, or another language, cannot be loaded, and loads it later', async () => {
    const { page: screen } = await at.open('about:blank', 390, { locale: 'de-DE' })
    await screen.route('**/assets/screen-*.js', (route) => route.fulfill({ status: 404 }))
    await screen.goto(at.origin + page())
    await alert(screen, 'Diese Seite konnte nicht geladen werden.')
    await screen.unroute('**/assets/screen-*.js')
    await screen.getByRole('button', { name: 'Noch einmal' }).click()
    await screen.getByRole('heading', { name: 'Bewerben', level: 1 }).waitFor()
    await screen.route('**/assets/fr-*.js', (route) => route.abort('connectionfailed'))
    await screen.locator('select').selectOption('fr')
    await alert(screen, 'Der Server antwortet nicht.')
    expect(await screen.locator('select').inputValue()).toBe('de')
  })

  it.each([
    ['rate_limit_exceeded', 429, '60', 'Zu viele Versuche.'],
    ['server_busy', 503, '60', 'Der Server ist ausgelastet.'],
    ['api_disabled', 403, null, 'Die Community nimmt hier zurzeit keine Bewerbungen an.'],
  ] as const)(
    'says at each step what %s means, and asks no more before its time',
    async (code, status, seconds, said) => {
      const form = await makeForm(at.home.client, { name: `Refused ${code}` })
      const player = await applicant(at.app)
      const { page: screen } = await at.open(await linkFor(player), 390, { locale: 'de-DE' })
      let asked = 0
      const headers: Record<string, string> = seconds === null ? {} : { 'Retry-After': seconds }
      const refuse = async (address: string): Promise<() => Promise<void>> => {
        asked = 0
        await screen.route(address, (route) => {
          asked += 1
          return route.fulfill({ status, headers, json: { error: { code, message: 'Not for people.' } } })
        })
        return () => screen.unroute(address)
      }
      /** The server named a time: nobody asks before it. */
      const isHeld = async () => {
        await alert(screen, said)
        const again = screen.getByRole('button', { name: /^Noch einmal/ })
        if (seconds === null) return
        await screen.getByRole('button', { name: /^Noch einmal in \d+ Sekunden$/ }).waitFor()
        expect([await again.isDisabled(), asked]).toEqual([true, 1])
      }
      const next = screen.getByRole('button', { name: 'Weiter' })
      await next.waitFor()
      const atCode = await refuse('**/v2/applicant-session')
      await next.click()
      await alert(screen, said)
      await atCode()
      if (seconds !== null) {
        await isHeld()
        await screen.reload()
        await screen.getByLabel('Code').fill(await codeFor(at.home, player))
      }
      const atForms = await refuse('**/v2/applicants/*/applications*')
      await next.click()
      await isHeld()
      await atForms()
      await screen.reload()
      await screen.getByRole('link', { name: `Refused ${code}` }).click()
      const why = screen.getByLabel('Why do you apply?')
      await why.fill('I like to fly.')
      const atSubmit = await refuse('**/responses')
      const submit = screen.getByRole('button', { name: 'Absenden' })
      await submit.click()
      await isHeld()
      expect(await why.inputValue()).toBe('I like to fly.')
      expect(await screen.getByText('Not for people.').count()).toBe(0)
      await atSubmit()
      if (seconds !== null) await screen.reload()
      await submit.click()
      await notice(screen, 'Deine Bewerbung wurde abgesendet.')
      expect((await at.home.client.get(`${form.path}/responses`)).body.data.items).toHaveLength(1)
    },
  )

  it('tells in the language of the player that what was sent was refused, also on the next page', async () => {
    const form = await makeForm(at.home.client, { name: 'Left' })
    const { page: screen } = await at.open(await linkFor(await applicant(at.app)), 390, { locale: 'de-DE' })
    await screen.getByRole('button', { name: 'Weiter' }).click()
    await screen.getByRole('link', { name: 'Left' }).click()
    await screen.getByLabel('Why do you apply?').fill('I like to fly.')
    await at.home.client.put(form.path, { version: 1, definition: { ...form.definition, state: 'closed' } })
    let answer = (): void => undefined
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    const isSent = screen.waitForRequest('**/responses')
    await screen.route('**/responses', async (route) => {
      const response = await route.fetch()
      await isAnswered
      await route.fulfill({ response })
    })
    await screen.getByRole('button', { name: 'Absenden' }).click()
    await isSent
    await screen.getByRole('link', { name: 'Alle Formulare' }).click()
    await screen.getByRole('heading', { name: 'Bewerbungen', level: 1 }).waitFor()
    answer()
    await alert(screen, 'Left: Dieses Formular ist geschlossen')
    await screen.getByRole('button', { name: 'Schließen' }).click()
    await screen.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('submits what was written last when what was sent before did not arrive', async () => {
    const form = await makeForm(at.home.client, { name: 'Written again' })
    const { page: screen } = await signedIn(await applicant(at.app))
    await screen.getByRole('link', { name: 'Written again' }).click()
    const why = screen.getByLabel('Why do you apply?')
    const submit = screen.getByRole('button', { name: 'Submit' })
    await why.fill('I like to flay.')
    const connect = await disconnect(screen)
    await submit.click()
    await alert(screen, NO_ANSWER)
    await connect()
    await why.fill('I like to fly.')
    await submit.click()
    await notice(screen, 'Your application was submitted.')
    expect(await storedAnswers(form)).toEqual({ why: 'I like to fly.' })
  })

  it.each([
    ['en-XA', 'ltr'],
    ['ar-XB', 'rtl'],
  ])('has room for longer texts, in both directions: %s', async (language, direction) => {
    await makeForm(at.home.client, { name: `Roomy ${direction}`, questions })
    const opened = await at.open('/console/sign-in', 390)
    await opened.page.evaluate(`localStorage.setItem('console.language', '${language}')`)
    await opened.page.goto(at.origin + (await linkFor(await applicant(at.app))))
    await opened.page.locator('button[type=submit]').waitFor()
    const found = await lookAt(opened, `apply-code-${direction}`)
    await opened.page.locator('button[type=submit]').click()
    await opened.page.getByRole('link', { name: `Roomy ${direction}` }).click()
    await opened.page.getByLabel('Why do you apply?').waitFor()
    found.push(...(await lookAt(opened, `apply-form-${direction}`)))
    expect(await opened.page.evaluate('document.documentElement.dir')).toBe(direction)
    expect(found).toEqual([])
  })

  it('loads nothing of the staff', async () => {
    const opened = await at.open('about:blank')
    const files: string[] = []
    opened.page.on('request', (request) => void files.push(new URL(request.url()).pathname))
    await opened.page.goto(at.origin + page())
    await opened.page.getByLabel('Code').waitFor()
    expect(files.filter((file) => /shell|review|members|settings|palette/.test(file))).toEqual([])
  })

  it('has no findings of axe, in light and dark, as wide as a phone', async () => {
    await makeForm(at.home.client, { name: 'Looked at', description: 'Fly with us, every Friday.', questions })
    const code = await at.open(page())
    await code.page.getByLabel('Code').waitFor()
    expect(await lookAt(code, 'apply-code')).toEqual([])
    const opened = await signedIn(await applicant(at.app))
    await opened.page.getByRole('link', { name: 'Looked at' }).waitFor()
    expect(await lookAt(opened, 'apply-list')).toEqual([])
    await opened.page.getByRole('link', { name: 'Looked at' }).click()
    await opened.page.getByLabel('Why do you apply?').fill('I like to fly.')
    await opened.page.getByLabel('Option b').first().check()
    await opened.page.getByLabel('Option b').last().check()
    expect(await lookAt(opened, 'apply-form')).toEqual([])
    await opened.page.getByRole('button', { name: 'Submit' }).click()
    await opened.page.getByRole('alert').or(opened.page.getByRole('status')).first().waitFor()
    expect(await lookAt(opened, 'apply-result')).toEqual([])
  })
})
