// The compared servers, in the order in which they are measured and shown.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const peer = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url))

const { scripts } = JSON.parse(fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** This server, as `npm start` starts it. */
export const ours = {
  id: 'ours',
  label: 'this server, everything on',
  script: fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url)),
  flags: scripts.start.match(/--max-\S+/g),
}

/** Each gets its port and database from the environment (fleet.mjs). */
export const servers = [
  ours,
  { id: 'fastify', label: 'Fastify + pg, by hand, no checks', script: peer('fastify') },
  {
    id: 'fastify-ajv',
    label: 'Fastify + Ajv + pg, schemas for request and reply',
    script: peer('fastify'),
    environment: { SCHEMAS: 'on' },
  },
  { id: 'express', label: 'Express + pg, by hand, no checks', script: peer('express') },
]
