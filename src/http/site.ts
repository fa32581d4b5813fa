// The pages of /docs, from generated/site.json.
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../config'

export interface PageText {
  readonly type: string
  readonly text: string
}

interface Site {
  /** The side list, with links from the root. */
  readonly navigation: string
  readonly pages: readonly {
    readonly path: string
    readonly title: string
    readonly markdown: string
    readonly html: string
  }[]
  /** What the search of the pages loads. */
  readonly search: readonly unknown[]
  readonly files: readonly { readonly path: string; readonly type: string; readonly text: string }[]
}

/** `style-src` has no inline styles, `script-src` no inline scripts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HTML = 'text/html; charset=utf-8'

/** By path; each text is made when it is first asked for. */
export function readSite(): { readonly pages: ReadonlyMap<string, () => PageText>; readonly notFound: () => PageText } {
  const site = JSON.parse(fs.readFileSync(path.join(projectRoot, 'generated/site.json'), 'utf8')) as Site
  const pages = site.pages.flatMap((page): [string, () => PageText][] => [
    [page.path, () => ({ type: HTML, text: toDocument(page, site.navigation) })],
    [`${page.path}.md`, () => ({ type: 'text/markdown; charset=utf-8', text: page.markdown })],
  ])
  const files = site.files.map(({ path: name, type, text }): [string, () => PageText] => [name, () => ({ type, text })])
  const missing = {
    ...{ path: '/docs', title: 'No such page' },
    html: '<h1>No such page</h1><p>The server has no page with this address. See the <a href="/docs">documentation</a>.</p>',
  }
  const toFull = (): PageText => ({
    type: 'text/plain; charset=utf-8',
    text: site.pages
      .filter(isForUsers)
      .map(({ markdown }) => markdown)
      .join('\n\n'),
  })
  const toSearch = (): PageText => ({ type: 'application/json; charset=utf-8', text: JSON.stringify(site.search) })
  return {
    pages: new Map([...pages, ...files, ['/docs/search.json', toSearch], ['/llms-full.txt', toFull]]),
    notFound: () => ({ type: HTML, text: toDocument(missing, site.navigation, '/') }),
  }
}

/** Not for operators, developers; codes are listed on one page. */
const isForUsers = ({ path: at }: { readonly path: string }): boolean => /^\/docs\/(reference|guides|errors$)/.test(at)

/**
 * Links are relative, for proxies with a path prefix.
 * @param base of the links, for a page that is answered at any path
 */
function toDocument(
  page: { readonly path: string; readonly title: string; readonly html: string },
  navigation: string,
  base = '../'.repeat(page.path.split('/').length - 2),
): string {
  const here = navigation.replace(`<a href="${page.path}">`, `<a href="${page.path}" aria-current="page">`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')} - Community Management API</title>
<link rel="alternate" type="text/markdown" href="${page.path}.md">
<link rel="stylesheet" href="/docs/site.css">
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
<script src="/docs/site.js" defer></script>
</head>
<body>
<input type="checkbox" id="menu" aria-label="Show the list of pages">
<header>
<a class="home" href="/docs">Community Management API</a>
<div class="search" role="search"><input type="search" id="search" aria-label="Search" placeholder="Search operations, errors, guides" autocomplete="off"><ol id="results" hidden></ol></div>
<details id="credentials"><summary>Authorize</summary><div><label>API key <input type="password" autocomplete="off"></label><label>Community id <input autocomplete="off"></label>For "Try it" on this page. Neither is stored.</div></details>
<label class="menu" for="menu">Pages</label>
</header>
<div class="layout">
<nav aria-label="Pages">${here}</nav>
<main>${page.html}</main>
</div>
</body>
</html>
`.replaceAll(/(href|src)="\//g, `$1="${base}`)
}
