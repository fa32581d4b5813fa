// A page of /docs, written in Markdown with links from the root of the server.

export interface SitePage {
  /** Such as `/docs/errors/member_not_found`; with `.md` it is the Markdown. */
  readonly path: string
  readonly title: string
  readonly markdown: string
  readonly html: string
}

export interface Site {
  /** HTML of the side list. */
  readonly navigation: string
  readonly pages: readonly SitePage[]
  /** The index of the search. */
  readonly search: readonly unknown[]
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** A group of links in the side list. */
export interface Group {
  readonly title: string
  readonly links: readonly { readonly path: string; readonly title: string }[]
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The anchor of a heading, as on GitHub. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-')
