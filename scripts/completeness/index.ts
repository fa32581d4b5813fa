// What sql/ and src/ demand of other files.
import { everyStatement } from '../statements/statements'
import type { Catalogue } from './catalogue'
import type { MissingPart } from './fault'
import { missingDistribution } from './schema'
import { missingCommunities, missingOnNodes, missingPlans, missingReviews } from './statements'
import { missingOnShards } from './triggers'

export { printMissing, type MissingPart } from './fault'

export async function missingParts(catalogue: Catalogue): Promise<MissingPart[]> {
  const found = await everyStatement()
  return [
    ...missingPlans(),
    ...(await missingCommunities(catalogue, found)),
    ...(await missingReviews(catalogue, found)),
    ...(await missingOnNodes(catalogue, found)),
    ...missingOnShards(catalogue),
    ...missingDistribution(catalogue),
  ]
}
