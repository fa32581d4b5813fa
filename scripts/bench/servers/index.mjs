// The servers that are compared, in the order in which they are measured and shown.
import { fileURLToPath } from 'node:url'

const peer = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url))

/** Every server takes its port and database from the environment (fleet.mjs) and is otherwise on its own. */
export const servers = [
  {
    id: 'ours',
    label: 'this server, everything on',
    script: fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url)),
  },
  { id: 'express', label: 'Express + pg, no contract', script: peer('express') },
  { id: 'fastify', label: 'Fastify + Ajv + pg', script: peer('fastify') },
  { id: 'stock', label: 'openapi-backend as it comes, this contract', script: peer('stock') },
  { id: 'stock60', label: 'openapi-backend as it comes, 60 operations', script: peer('stock'), operations: 60 },
]
