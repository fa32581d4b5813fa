// The files of dist/site: each page as HTML and Markdown, and what the pages load. src/http/pages.ts serves them.
import { createHash } from 'node:crypto'
import type { Site, SitePage } from './page'

type ShownPage = Pick<SitePage, 'path' | 'title' | 'html'>

/** Loaded by every page, in the order of the parameters of `toDocument`. */
const assetNames = ['/docs/site.css', '/docs/icon.svg', '/docs/site.js', '/docs/minisearch.js', '/docs/search.json']

const missing: ShownPage = {
  path: '/docs',
  title: 'No such page',
  html: '<h1>No such page</h1><p>The server has no page with this address. See the <a href="/docs">documentation</a>.</p>',
}

/**
 * Texts by path below dist/site. The page `/docs/errors` is `/docs/errors.html`. An asset is there twice: with the hash of its
 * text in its name, and without, for a page of another release.
 */
export function siteFiles({ navigation, pages, search, files }: Site): ReadonlyMap<string, string> {
  const plain = new Map([...files.map(({ path, text }): [string, string] => [path, text])])
  plain.set('/docs/search.json', JSON.stringify(search))
  const assets = assetNames.map((name): [string, string] => {
    const text = plain.get(name) ?? ''
    return [withHash(name, text), text]
  })
  const names = assets.map(([name]) => name)
  const full = pages.filter(isForUsers).map(({ markdown }) => markdown)
  return new Map([
    ...plain,
    ...assets,
    ...pages.flatMap((page): [string, string][] => [
      [`${page.path}.html`, toDocument(page, navigation, names)],
      [`${page.path}.md`, page.markdown],
    ]),
    ['/llms-full.txt', full.join('\n\n')],
    ['/missing.html', toDocument(missing, navigation, names, '/')],
  ])
}

function withHash(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return name.replace(/(?=\.\w+$)/, `.${hash}`)
}

const isForUsers = ({ path: at }: { readonly path: string }): boolean => /^\/docs\/(reference|guides|errors$)/.test(at)

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

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
