// The pictures of accounts in the console: from this server alone, beside names, and initials where there is none.
import type { Page } from 'playwright-core'
import { makeForm, respond, verify } from '../applications/submissions/fixture'
import { group } from '../support/app'
import { describeConsole, go, lookAt, type Opened } from './console'

const [first, second] = group.members
const nameOf = (userId: number): string => `Member${userId}`

/** Waits until it is drawn. */
async function picture(page: Page, userId: number, within = 'main'): Promise<void> {
  const shown = page.locator(`${within} img[src="/console/avatars/${userId}"]`).first()
  await shown.waitFor()
  const width = await shown.evaluate(async (one) => {
    const image = one as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
    await image.decode()
    return image.naturalWidth
  })
  expect(width).toBe(100)
}
const initials = (page: Page, letters: string) => page.getByText(letters, { exact: true }).first().waitFor()

/** Hosts that the page asks, from now on. */
function hostsOf({ page }: Opened): Set<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  return hosts
}

describeConsole(
  (at) => {
    beforeAll(() => {
      Object.assign(at.app.world.users.get(second) ?? {}, { avatar: 'Blocked' })
    })

    it('are beside the names of a list, on the page of a member and in the pickers, from this server', async () => {
      const one = await at.signedIn('administrator')
      const { page } = one
      const hosts = hostsOf(one)
      await go(page, 'Members')
      await picture(page, first)
      await initials(page, 'ME')
      // a row with initials is as high as one with a picture; the last has no line below it
      const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
      expect(new Set(heights.slice(0, -1)).size).toBe(1)
      await page.getByRole('button', { name: 'Find several' }).click()
      await page.getByRole('combobox', { name: 'Find several' }).fill(nameOf(first))
      await picture(page, first, '[role=option]')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: nameOf(first) }).click()
      await page.getByRole('heading', { name: nameOf(first), level: 1 }).waitFor()
      await picture(page, first)
      expect([...hosts]).toEqual([new URL(at.origin).host])
      expect(await one.complaints()).toEqual([])
    })

    it('are beside the person of a response', async () => {
      await verify(at.app, first)
      await respond(at.home.client, await makeForm(at.home.client, { name: 'Pilot school' }), first)
      const { page } = await at.signedIn('reviewer')
      await page.getByRole('link', { name: nameOf(first) }).click()
      await picture(page, first, 'aside')
    })

    it('say nothing that a name does not, and fit in both looks and on a phone', async () => {
      const one = await at.signedIn('administrator')
      await go(one.page, 'Members')
      await picture(one.page, first)
      expect(
        await one.page.locator('main img').evaluateAll((all) => all.map((image) => image.getAttribute('alt'))),
      ).not.toContain(null)
      expect(await lookAt(one, 'avatars')).toEqual([])
    })

    it('do not hold the list when the platform is slow', async () => {
      const other = await at.app.community()
      await other.client.get(`/v2/members/${group.owner}`)
      at.app.simulator.faults.add({ kind: 'hold', path: 'avatar-headshot' })
      const { page } = await at.signedIn('administrator', 1280, other)
      await go(page, 'Members')
      await initials(page, 'TH')
      at.app.simulator.faults.clear()
    })
  },
  { worker: false, hasAvatars: true },
)

describeConsole(
  (at) => {
    it('are asked for by no page of a server that has none', async () => {
      const { page } = await at.signedIn('administrator')
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      await go(page, 'Members')
      await initials(page, 'ME')
      await page.getByRole('link', { name: nameOf(first) }).waitFor()
      expect(asked.filter((url) => url.includes('/avatars/'))).toEqual([])
    })
  },
  { worker: false },
)
