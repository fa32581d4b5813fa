// The reference at /docs around swagger-ui-dist, without inline scripts or styles.
import fs from 'node:fs'
import path from 'node:path'
import type { PageText } from './site'

/** `data:` is for the renderer's icons. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Relative URLs, for proxies with a path prefix. */
const docsHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Community Management API</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/docs.css">
  </head>
  <body>
    <noscript>This reference needs JavaScript. The contract itself is <a href="openapi.yaml">openapi.yaml</a>.</noscript>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/docs.js"></script>
  </body>
</html>
`

/** `validatorUrl: null`: no online validator. */
const docsScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  showExtensions: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** Scope and feature above the parameters; no choice of servers. */
const docsStyle = `body { margin: 0; background: #fff; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .opblock-body { display: flex; flex-direction: column; }
.swagger-ui .opblock-body > .opblock-description-wrapper { order: -2; }
.swagger-ui .opblock-body > .opblock-section:last-child { order: -1; }
noscript { display: block; padding: 2em; font-family: sans-serif; }
`

const rendererFiles = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
] as const

export function readReference(): Record<string, () => PageText> {
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'))
  const files = rendererFiles.map(([name, type]): [string, () => PageText] => {
    const text = fs.readFileSync(path.join(root, name))
    return [`/docs/${name}`, () => ({ type, text })]
  })
  return {
    '/docs': () => ({ type: 'text/html; charset=utf-8', text: docsHtml }),
    '/docs/docs.js': () => ({ type: 'text/javascript; charset=utf-8', text: docsScript }),
    '/docs/docs.css': () => ({ type: 'text/css; charset=utf-8', text: docsStyle }),
    ...Object.fromEntries(files),
  }
}
