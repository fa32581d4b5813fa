// The pages of /docs.
import { createHash } from 'node:crypto'
import { readSiteFile } from './site-file'

export interface PageText {
  readonly type: string
  readonly text: string
}

interface Site {
  readonly navigation: string
  readonly pages: readonly {
    readonly path: string
    readonly title: string
    readonly markdown: string
    readonly html: string
  }[]
  readonly search: readonly unknown[]
  readonly files: readonly { readonly path: string; readonly type: string; readonly text: string }[]
}

const HTML = 'text/html; charset=utf-8'

interface ReadSite {
  /** By path; each text is made when it is first asked for. */
  readonly pages: ReadonlyMap<string, () => PageText>
  /** Paths with the hash of the text, which never changes under such a path. */
  readonly assets: ReadonlySet<string>
  readonly missing: () => PageText
}

/** Such as `/docs/site.3f8Kq0vXw2Zc.js`. */
export const assetHash = /^(\/docs\/\w+)\.[\w-]{12}(\.(?:css|js|json|svg))$/

export function readSite(): ReadSite {
  const site = readSiteFile() as Site
  const files = new Map<string, PageText>([
    ...site.files.map(({ path: name, type, text }): [string, PageText] => [name, { type, text }]),
    ['/docs/search.json', { type: 'application/json; charset=utf-8', text: JSON.stringify(site.search) }],
  ])
  const assets = assetNames.map((name) => withHash(name, files.get(name)?.text ?? ''))
  const toPage = (page: ShownPage, base?: string): PageText => ({
    type: HTML,
    text: toDocument(page, site.navigation, assets, base),
  })
  const pages = site.pages.flatMap((page): [string, () => PageText][] => [
    [page.path, () => toPage(page)],
    [`${page.path}.md`, () => ({ type: 'text/markdown; charset=utf-8', text: page.markdown })],
  ])
  const toFull = (): PageText => ({
    type: 'text/plain; charset=utf-8',
    text: site.pages
      .filter(isForUsers)
      .map(({ markdown }) => markdown)
      .join('\n\n'),
  })
  const made = [...files].map(([name, text]): [string, () => PageText] => [name, () => text])
  return {
    pages: new Map([...pages, ...made, ['/llms-full.txt', toFull]]),
    assets: new Set(assets),
    missing: () => toPage(missing, '/'),
  }
}

const assetNames = ['/docs/site.css', '/docs/icon.svg', '/docs/site.js', '/docs/minisearch.js', '/docs/search.json']

function withHash(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return name.replace(/(?=\.\w+$)/, `.${hash}`)
}

type ShownPage = Pick<Site['pages'][number], 'path' | 'title' | 'html'>

const missing: ShownPage = {
  path: '/docs',
  title: 'No such page',
  html: '<h1>No such page</h1><p>The server has no page with this address. See the <a href="/docs">documentation</a>.</p>',
}

const isForUsers = ({ path: at }: { readonly path: string }): boolean => /^\/docs\/(reference|guides|errors$)/.test(at)

export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Links are relative, for proxies with a path prefix.
 * @param base of the links, for a page that is answered at any path
 */
function toDocument(
  page: ShownPage,
  navigation: string,
  [style, icon, script, library, index]: readonly string[],
  base = '../'.repeat(page.path.split('/').length - 2),
): string {
  const here = navigation.replace(`<a href="${page.path}">`, `<a href="${page.path}" aria-current="page">`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(page.title)} - Community Management API</title>
<link rel="alternate" type="text/markdown" href="${page.path}.md">
<link rel="stylesheet" href="${style}">
<link rel="icon" type="image/svg+xml" href="${icon}">
<script src="${script}" data-library="${library}" data-index="${index}" defer></script>
</head>
<body>
<input type="checkbox" id="menu" aria-label="Show the list of pages">
<header>
<a class="home" href="/docs">Community Management API</a>
<div class="search" role="search"><input type="search" id="search" aria-label="Search" placeholder="Search operations, errors, guides" autocomplete="off"><ol id="results" hidden></ol></div>
<details id="credentials"><summary>Authorize</summary><div><label>API key <input type="password" autocomplete="off"></label><label>Community id <input autocomplete="off"></label><p>"Try it" uses them until this tab is closed.</p><button type="button">Forget both</button></div></details>
<label class="menu" for="menu">Pages</label>
</header>
<div class="layout">
<nav aria-label="Pages">${here}</nav>
<main>${page.html}</main>
</div>
</body>
</html>
`.replaceAll(/(href|src|data-library|data-index)="\//g, `$1="${base}`)
}
