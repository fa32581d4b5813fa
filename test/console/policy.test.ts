// The policy of the console's page in a browser: styles with the nonce of the page, and no others.
import { describeConsole } from './console'

describeConsole(
  (at) => {
    it('applies a style element that a script adds with the nonce of the page, and no other', async () => {
      const { page, complaints } = await at.open('/console')
      const colorAfter = (nonce: string, color: string): Promise<string> =>
        page.evaluate<string>(`(() => {
        const style = document.createElement('style')
        style.nonce = ${nonce}
        style.textContent = 'body { outline-color: ${color} }'
        document.head.append(style)
        return getComputedStyle(document.body).outlineColor
      })()`)
      const own = "document.querySelector('meta[property=csp-nonce]').nonce"
      expect(await colorAfter(own, 'rgb(1, 2, 3)')).toBe('rgb(1, 2, 3)')
      expect(await complaints()).toEqual([])
      expect(await colorAfter("'__NONCE__'", 'rgb(4, 5, 6)')).toBe('rgb(1, 2, 3)')
      expect(await colorAfter("''", 'rgb(7, 8, 9)')).toBe('rgb(1, 2, 3)')
      expect(await complaints()).toEqual(['style-src-elem', 'style-src-elem'])
    })
  },
  { worker: false },
)
