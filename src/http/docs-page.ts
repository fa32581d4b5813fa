// The page at /docs: HTML, its own few lines of script and style. The renderer is swagger-ui-dist, served from here.
// Nothing is inline, so that the page runs under a policy that allows no inline script and no inline style.

/** What the page may load and whom it may call: this server alone. `data:` is for the renderer's own icons. */
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

/** Addresses are relative, so that the page works behind a proxy that serves it under a prefix. */
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

/**
 * Starts the renderer. `showExtensions` shows the scope and feature of each operation; the key is not kept
 * (`persistAuthorization`), and the renderer's online validator is not asked (`validatorUrl`).
 */
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

/** What the renderer leaves to be wished: scope and feature come before the parameters, and no choice of the one server. */
export const docsStyle = `body { margin: 0; background: #fff; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .opblock-body { display: flex; flex-direction: column; }
.swagger-ui .opblock-body > .opblock-description-wrapper { order: -2; }
.swagger-ui .opblock-body > .opblock-section:last-child { order: -1; }
noscript { display: block; padding: 2em; font-family: sans-serif; }
`
