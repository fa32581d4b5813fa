// What is said of ranks with one number.
import type { listSharedNumbers } from '../ranks/queries'

export type SharedNumber = Awaited<ReturnType<typeof listSharedNumbers>>[number]

export const sharedText = ({ rank_id: number, roles }: SharedNumber): string =>
  `${roles.join(', ')} have the one rank number ${number}. A request with this rankId means one of them, and promotions pass over the others: give each a number of its own on the platform, or declare that all but one are no ranks (rank set-managed).`
