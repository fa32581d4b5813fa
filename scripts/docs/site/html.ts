// Markdown to HTML without inline styles or scripts.
import { Marked, type Tokens } from 'marked'
import { escapeHtml, slugOf } from './page'

/** @param toHref of links; null: the target has no page */
export function renderMarkdown(markdown: string, toHref: (href: string) => string | null = (href) => href): string {
  const slugs = new Map<string, number>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueSlug(slugOf(text), slugs)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div class="table"><table><thead><tr>${cells(header, 'th')}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const target = toHref(href)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      code: ({ text, lang = '' }: Tokens.Code) =>
        `<pre tabindex="0"${lang ? ` data-language="${escapeHtml(lang)}"` : ''}><code>${escapeHtml(text)}</code></pre>\n`,
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      html: ({ text }) => (/^<!--[^]*-->\s*$/.test(text) ? '' : escapeHtml(text)),
    },
  })
  return marked.parse(markdown, { async: false })
}

function uniqueSlug(slug: string, seen: Map<string, number>): string {
  const count = seen.get(slug) ?? 0
  seen.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}
