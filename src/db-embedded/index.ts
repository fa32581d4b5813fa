// An embedded PostgreSQL, for machines with only Node and npm.
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './cluster'
export { hasEmbedded } from './directories'
export { ownDatabase } from './ownership'
export type { EmbeddedRole } from './passwords'
