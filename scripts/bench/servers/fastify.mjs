// Fastify and pg, written by hand: nothing is validated. With SCHEMAS=on Ajv validates requests and Fastify's
// serialiser writes replies, both from this contract's schemas.
import makeFastify from 'fastify'
import { loadContract } from '../../../dist/src/contract/document.js'
import { awardExperience, port, readMember } from './peer.mjs'

// Ajv does not know the contract's own keywords
const app = makeFastify({ ajv: { customOptions: { strict: false } } })
const schemas = process.env.SCHEMAS === 'on' ? contractSchemas() : { read: {}, award: {} }

app.get(
  '/v2/members/:userId',
  schemas.read,
  async (request, reply) => (await readMember(request.params.userId)) ?? reply.code(404).send(),
)

app.post(
  '/v2/members/:userId/experience',
  schemas.award,
  async (request, reply) => (await awardExperience(request.params.userId, request.body)) ?? reply.code(404).send(),
)

function contractSchemas() {
  const { schemas, parameters } = loadContract().components
  app.addSchema({ $id: 'contract', components: { schemas, parameters } })
  const schema = (name) => ({ $ref: `contract#/components/schemas/${name}` })
  const parameter = (name) => ({ $ref: `contract#/components/parameters/${name}/schema` })
  const params = { type: 'object', required: ['userId'], properties: { userId: parameter('UserIdPath') } }
  const querystring = { type: 'object', properties: { by: parameter('By') } }
  return {
    read: { schema: { params, querystring, response: { 200: schema('MemberFetched') } } },
    award: {
      schema: { params, querystring, body: schema('PointsChange'), response: { 200: schema('ExperienceChanged') } },
    },
  }
}

await app.listen({ port, host: '127.0.0.1' })
