// Loads a file of the console when it is needed, and knows why one cannot be loaded.
import { catalogue, textsOf } from './texts'

/** For those who show them in other languages. */
export const loadFileTexts = catalogue('load-file', {
  failed: 'This page could not be loaded. Check the connection, then try again.',
  newer: 'There is a newer version of this page. Load it again: what you typed stays.',
})

/** The server has a newer console, so it has no more files of this one. */
export class NewerConsole extends Error {}
/** The connection is lost, or the server does not answer. */
class NotLoaded extends Error {}

export const whyNotLoaded = (error: unknown): string =>
  textsOf(loadFileTexts)(error instanceof NewerConsole ? 'newer' : 'failed')

/** Style sheets that could not be loaded: what loads the files asks for each once. */
const missing = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  true,
)

const askAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new NotLoaded(link.href)))
    missing.delete(link)
    link.replaceWith(again)
  })

/** @throws NewerConsole, or why it was not loaded */
export async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  try {
    // browsers keep that a file could not be loaded, until the page is loaded again
    if (!navigator.onLine) throw new NotLoaded()
    const file = await load()
    await Promise.all([...missing].map(askAgain))
    return file
  } catch (error) {
    throw (await isNewer()) ? new NewerConsole() : error
  }
}

/** The page of each build names another script. */
async function isNewer(): Promise<boolean> {
  const own = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  const page = await fetch('/console/', { cache: 'no-store' }).then(
    (answer) => answer.text(),
    () => '',
  )
  return page.includes('/console/assets/') && !page.includes(own)
}
