// What openapi.yaml, sql/ and src/ demand of other files.
import type { Contract } from '../contract-rules'
import { files, own } from '../architecture/source'
import { layers } from '../architecture/layers'
import { hotStatements } from '../plans/hot'
import { everyStatement } from '../statements/statements'
import type { Catalogue } from './catalogue'
import { lineIn, type MissingPart } from './fault'
import {
  missingGolden,
  missingHandlers,
  missingIds,
  missingPages,
  missingReadScopes,
  missingStoredEffects,
  missingSuccesses,
} from './operations'
import { missingColumns, missingErasures, missingTexts } from './personal-data'
import { missingPreconditions } from './preconditions'
import { missingDistribution } from './schema'
import { missingCommunities, missingOnNodes, missingPlans, missingReviews } from './statements'
import { missingOnShards } from './triggers'

export { printMissing, type MissingPart } from './fault'

export async function missingParts(contract: Contract, catalogue: Catalogue): Promise<MissingPart[]> {
  const found = await everyStatement()
  return [
    ...missingHandlers(contract),
    ...missingPreconditions(contract),
    ...missingSuccesses(contract),
    ...missingIds(contract),
    ...missingPages(contract),
    ...missingStoredEffects(contract),
    ...missingReadScopes(contract),
    ...missingRooms(),
    ...(await missingPlans()),
    ...missingGolden(hotStatements.map(({ name }) => name)),
    ...(await missingCommunities(catalogue, found)),
    ...(await missingReviews(catalogue, found)),
    ...(await missingOnNodes(catalogue, found)),
    ...missingOnShards(catalogue),
    ...missingDistribution(catalogue),
    ...missingErasures(catalogue),
    ...missingColumns(catalogue),
    ...(await missingTexts()),
  ]
}

/** In no layer. */
function missingRooms(): MissingPart[] {
  const file = 'scripts/architecture/layers.ts'
  const known = new Set(layers.flatMap(([rooms]) => rooms))
  return [...new Set(files.map(own))]
    .filter((room) => !known.has(room))
    .map((room) => ({
      file,
      line: lineIn(file, /export const layers/),
      rule: `The room ${room} of src/ is in no layer.`,
      fix: 'Add it to the layer above all that it imports.',
    }))
}
