// Drives the settings of the console.
import path from 'node:path'
import type { Page } from 'playwright-core'
import { lookAt, type ConsoleTest, type Opened } from './console'

/** A name as long as the contract allows. */
export const longName =
  'The longest name of a bot for the reviews of the north east and the south west with no end in sight'
export const emojiName = 'Zoë 👩🏽‍🚀 Ünal'
export const rightToLeftName = 'نورة الحربي'

/** Opens a page of the settings by its address, as a link does. */
export async function openSettings(at: ConsoleTest, page: Page, name: string): Promise<void> {
  await page.goto(`${at.origin}/console/settings/${name}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** What a person sees of an element. */
interface Shown {
  readonly innerText: string
  readonly tagName: string
  readonly offsetWidth: number
  readonly scrollWidth: number
  readonly clientWidth: number
  getBoundingClientRect(): {
    readonly left: number
    readonly right: number
    readonly width: number
    readonly height: number
  }
  closest(selector: string): unknown
  checkVisibility(options: object): boolean
}

/** Texts, fields and buttons that stick out of the window at one of its sides, except in tables that scroll. */
export const clippedIn = (page: Page): Promise<string[]> =>
  page
    .locator('main, [role=dialog]')
    .locator('h1, h2, button, input, select, textarea, a, code, label, p, li, dd, [role=alert], [role=dialog]')
    .evaluateAll((elements: Shown[]) => {
      const width = (globalThis as unknown as { readonly innerWidth: number }).innerWidth
      return elements
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((one) => one.closest('[role=region]') === null)
        .filter((one) => {
          const { left, right, width: wide } = one.getBoundingClientRect()
          return wide > 1 && (left < -0.5 || right > width + 0.5)
        })
        .map(({ tagName, innerText }) => `${tagName}: ${innerText.slice(0, 60)}`)
    })

/** Looks at 1440 pixels, too. @returns what `lookAt` finds, and what is clipped */
export async function lookWell(opened: Opened, screen: string): Promise<unknown[]> {
  const { page } = opened
  const found: unknown[] = await lookAt(opened, screen)
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    found.push(...(await clippedIn(page)).map((one) => [screen, width, one]))
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const file = `${screen}-1440-${colorScheme}.png`
    await page.screenshot({ path: path.resolve(__dirname, '../../.cache/console', file) })
  }
  return found
}

/** Answers requests to the address with an error, instead of the server. @returns a function that ends this */
export async function refuse(
  page: Page,
  address: string,
  {
    status,
    code,
    message = 'Refused.',
    retryAfter,
  }: { status: number; code: string; message?: string; retryAfter?: number },
): Promise<() => Promise<void>> {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  const body = JSON.stringify({ error: { code, message, requestId: 'req_test', details: {} } })
  await page.route(address, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status, headers, contentType: 'application/json', body }),
  )
  return () => page.unroute(address)
}

/** What a dialog shows once: in the window, and not closed by Escape. @returns the secret */
export async function secretIn(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'I saved it' }).waitFor()
  await page.keyboard.press('Escape')
  const secret = dialog.getByRole('group')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const one of [
    secret,
    dialog.getByRole('button', { name: 'Copy' }),
    dialog.getByRole('button', { name: 'I saved it' }),
  ]) {
    const box = await one.boundingBox()
    expect(box).not.toBeNull()
    const { x = -1, y = -1, width: wide = 0, height: high = 0 } = box ?? {}
    expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).toEqual([true, true, true, true])
  }
  expect(await clippedIn(page)).toEqual([])
  return secret.innerText()
}

/** Lists a list of the community to its end. */
export async function listed<Item>(at: ConsoleTest, address: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await at.home.client.get(`${address}${cursor === '' ? '' : `?cursor=${cursor}`}`)
    items.push(...(body.data as Item[]))
    cursor = body.meta.nextCursor as string | null
  }
  return items
}
