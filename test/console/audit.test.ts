// The audit log in the console, and reversing changes from it.
import { issueKey } from '../../src/auth/actions'
import { everyRank, group } from '../support/app'
import { alert, describeConsole, disconnect, lookAt, loseAnswers, NO_ANSWER, notice, tabTo } from './console'

const [first, second, third] = group.members

describeConsole((at) => {
  const experienceOf = async (userId: number): Promise<number> =>
    (await at.home.client.get(`/v2/members/${userId}`)).body.data.experience
  /** Awards experience with a new key. */
  async function give(userId: number, amount: number): Promise<void> {
    const client = await at.home.clientWith(['members.experience.write'])
    await client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount })
  }

  it('shows what taking back the changes of a key would do, takes them back, and keeps what others changed later', async () => {
    const { page, complaints } = await at.signedIn('officer')
    const before = await experienceOf(first)
    const leaked = await at.home.clientWith(['members.experience.write', 'members.medals.write'])
    await leaked.post(`/v2/members/${first}/experience`, { op: 'increment', amount: 40 })
    await leaked.post(`/v2/members/${second}/medals`, { name: 'Valor' })
    await at.home.client.delete(`/v2/members/${second}/medals/Valor`)
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByLabel('Action').fill('member.experience')
    await page.getByLabel('User id').fill(String(first))
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/action=member\.experience/)
    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByText(`experience: ${before} → ${before + 40}`, { exact: true }) })
    await entry.getByRole('button', { name: 'Take back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What').selectOption('actor')
    await dialog.getByLabel('Reason').fill('The key was published')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Preview: take back' }).waitFor()
    await notice(page, '1 of 2 would be taken back, 1 kept, 0 impossible.')
    await page.getByRole('heading', { name: 'Kept, because of a later change (1)' }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${second}: medal Valor, changed later by somebody else` })
      .waitFor()
    expect(await experienceOf(first)).toBe(before + 40)
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await page.getByRole('heading', { name: 'Take back', exact: true }).waitFor()
    await notice(page, '1 of 2 taken back, 1 kept, 0 impossible.')
    expect(await experienceOf(first)).toBe(before)
    const { body: log } = await at.home.client.get(`/v2/audit-entries?order=newest&userId=${first}&limit=1`)
    expect(log.data[0]).toMatchObject({ actor: { kind: 'person' }, reason: 'The key was published' })
    expect(await complaints()).toEqual([])
  })

  it('takes back what an account changed by hand on the platform, and refuses what is no account', async () => {
    const raider = group.outsider
    const rolesOf = () => at.app.world.rolesOf(group.id, third)
    at.app.world.giveRole(group.id, third, group.roles.private, raider)
    const { page, complaints } = await at.signedIn('officer')
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('button', { name: 'Find changes by hand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Id of the account').fill('somebody')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'must be the id of an account' }).waitFor()
    await dialog.getByLabel('Id of the account').fill(String(raider))
    await dialog.getByLabel('Reason').fill('A raid')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await notice(page, '1 of 1 would be taken back, 0 kept, 0 impossible.')
    await page.getByText(`The changes by account ${raider} from`).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${third}: rank recruit` })
      .waitFor()
    expect(rolesOf()).toContain(group.roles.private)
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await notice(page, '1 of 1 taken back, 0 kept, 0 impossible.')
    expect(rolesOf()).not.toContain(group.roles.private)
    expect(await complaints()).toEqual([])
  })

  it('names the member for whom a key acted', async () => {
    const request = { name: 'bot', scopes: ['members.experience.write'], actFor: true, bounds: everyRank }
    const { key } = await issueKey(await at.home.ctx(), request)
    await at.home.client.get(`/v2/members/${second}`)
    const acting = { 'X-On-Behalf-Of': String(second) }
    const given = await at.app
      .clientFor(key, at.home.communityId)
      .send('POST', `/v2/members/${first}/experience`, { op: 'increment', amount: 11 }, acting)
    expect(given.status).toBe(200)
    const { page, complaints } = await at.signedIn('officer')
    await page.goto(`${at.origin}/console/audit?action=member.experience&userId=${first}`)
    await page
      .getByRole('listitem')
      .filter({ hasText: `for ${second}` })
      .getByRole('link', { name: String(second) })
      .click()
    await page.waitForURL(new RegExp(`/members/${second}$`))
    expect(await complaints()).toEqual([])
  })

  it('takes one change back by keyboard alone', async () => {
    const before = await experienceOf(first)
    await give(first, 7)
    const { page } = await at.signedIn('officer')
    await page.goto(`${at.origin}/console/audit?action=member.experience&userId=${first}`)
    await page.getByRole('listitem').first().waitFor()
    await tabTo(page, 'Take back')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Preview')
    await page.keyboard.press('Enter')
    await notice(page, '1 of 1 would be taken back')
    await tabTo(page, 'Take back 1 change')
    await page.keyboard.press('Enter')
    await notice(page, '1 of 1 taken back')
    expect(await experienceOf(first)).toBe(before)
  })

  it('shows the reason of a refusal: a window that begins more than 31 days ago', async () => {
    await give(first, 1)
    const { page } = await at.signedIn('officer')
    await page.getByRole('link', { name: 'Audit' }).click()
    await page
      .getByRole('button', { name: `Take back: member.experience of ${first}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What').selectOption('actor')
    await dialog.getByLabel('From').fill('2020-01-01T00:00:00')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'must be at most 31 days ago' }).waitFor()
  })

  it('takes back once when the answer was lost and the person tries again', async () => {
    const before = await experienceOf(second)
    await give(second, 30)
    const { page } = await at.signedIn('officer')
    await page.goto(`${at.origin}/console/audit?action=member.experience&userId=${second}`)
    await page
      .getByRole('button', { name: `Take back: member.experience of ${second}` })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Take back 1 change' }).waitFor()
    const connect = await loseAnswers(page, '**/v2/reversals')
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await alert(page, NO_ANSWER)
    await connect()
    await page.getByRole('button', { name: 'Take back 1 change' }).click()
    await notice(page, '1 of 1 taken back')
    expect(await experienceOf(second)).toBe(before)
    const { body: log } = await at.home.client.get(`/v2/audit-entries?order=newest&userId=${second}`)
    const [newest, former] = log.data
    expect([newest.after.reverses, former.after.reverses]).toEqual([[former.auditId], undefined])
  })

  it('follows the log, keeps its filters in the address, and says of when the list is while the server does not answer', async () => {
    const { page } = await at.signedIn('moderator')
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByLabel('By').selectOption('key')
    await page.getByLabel('Follow').check()
    await page.waitForURL(/actorKind=key.*follow=true/)
    const before = await experienceOf(second)
    await give(second, 3)
    await page.getByText(`experience: ${before} → ${before + 3}`, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Take back/ }).count()).toBe(0)
    const connect = await disconnect(page)
    await alert(page, 'The list is of')
    await connect()
    await page.reload()
    await page.getByText(`experience: ${before} → ${before + 3}`, { exact: true }).waitFor()
    expect(await page.getByLabel('Follow').isChecked()).toBe(true)
    expect(await page.getByLabel('By').inputValue()).toBe('key')
  })

  it('has screens without findings of axe, in light and dark, as wide as a phone', async () => {
    await give(first, 12)
    const opened = await at.signedIn('officer')
    const { page } = opened
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('listitem').first().waitFor()
    const found = await lookAt(opened, 'audit')
    await page.getByRole('button', { name: 'Find changes by hand' }).click()
    await page.getByRole('dialog').getByLabel('Id of the account').waitFor()
    found.push(...(await lookAt(opened, 'take-back-by-hand')))
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Take back/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('What').waitFor()
    found.push(...(await lookAt(opened, 'take-back')))
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Take back 1 change' }).waitFor()
    found.push(...(await lookAt(opened, 'preview')))
    expect(found).toEqual([])
  })
})
