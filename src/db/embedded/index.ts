// PostgreSQL for machines with only Node and npm.
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './cluster'
export { ownDatabase } from './ownership'
export type { EmbeddedRole } from './passwords'
