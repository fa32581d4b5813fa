// openapi-backend on Express as documented. ROUTER=indexed replaces its router by this server's.
import addFormats from 'ajv-formats'
import express from 'express'
import { OpenAPIBackend } from 'openapi-backend'
import { loadContract } from '../../../dist/src/contract/document.js'
import { IndexedRouter, toApiRequest } from '../../../dist/src/contract/router.js'
import { awardExperience, port, readMember } from './peer.mjs'

const isIndexed = process.env.ROUTER === 'indexed'

const backend = new OpenAPIBackend({
  definition: loadContract(),
  // compile validators on first use, not at start
  quick: true,
  customizeAjv(ajv) {
    addFormats(ajv)
    for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
    return ajv
  },
})
const allow = () => true
backend.registerSecurityHandler('bearerAuth', allow)
backend.registerSecurityHandler('communityId', allow)
backend.register({
  getMember: async ({ request }, _, response) => send(response, await readMember(request.params.userId)),
  changeExperience: async ({ request }, _, response) =>
    send(response, await awardExperience(request.params.userId, request.requestBody)),
  validationFail: ({ validation }, _, response) => response.status(400).json({ errors: validation.errors }),
  notFound: (_context, _request, response) => response.status(404).end(),
  notImplemented: (_context, _request, response) => response.status(501).end(),
})

function send(response, answer) {
  if (answer) response.json(answer)
  else response.status(404).end()
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())
app.use((request, response) => {
  const { method, path, query, body, headers, url } = request
  const asked = isIndexed
    ? { ...toApiRequest(method, url, headers), requestBody: body }
    : { method, path, query, body, headers }
  return backend.handleRequest(asked, request, response)
})

await backend.init()
if (isIndexed) {
  const router = new IndexedRouter(backend.definition)
  backend.router = router
  backend.validator.router = router
}
app.listen(port, '127.0.0.1')
