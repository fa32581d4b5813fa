// The page at /docs around swagger-ui-dist, without inline scripts or styles.

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
export const docsHtml = `<!doctype html>
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
export const docsScript = `SwaggerUIBundle({
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
export const docsStyle = `body { margin: 0; background: #fff; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .opblock-body { display: flex; flex-direction: column; }
.swagger-ui .opblock-body > .opblock-description-wrapper { order: -2; }
.swagger-ui .opblock-body > .opblock-section:last-child { order: -1; }
noscript { display: block; padding: 2em; font-family: sans-serif; }
`
