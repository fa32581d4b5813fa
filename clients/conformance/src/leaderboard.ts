// Places on the leaderboard follow from the experience.
import type { Operation } from './contract'
import { toSent } from './requests'
import { itemsOf } from './resources'
import { ask, type Session } from './session'

/** The top: most experience first, the same experience the same place, and the next place skips as many. */
export async function checkPlaces(session: Session, operation: Operation): Promise<void> {
  if (operation.id !== 'getLeaderboard') return
  await ask(session, operation, 'places by experience', toSent(session, operation, { query: { limit: '100' } }), {
    statuses: [200],
    and: ({ body }) => {
      const entries = itemsOf(body).map(({ place, experience }) => ({
        place: Number(place),
        experience: Number(experience),
      }))
      return entries
        .flatMap(({ place, experience }, index) => {
          const above = entries.filter((entry) => entry.experience > experience).length
          const rises = index > 0 && (entries[index - 1]?.experience ?? 0) < experience
          if (rises) return [`entry ${index + 1} has more experience than the one before it`]
          return place === above + 1
            ? []
            : [`entry ${index + 1} has the place ${place}, with ${above} members above it`]
        })
        .slice(0, 1)
    },
  })
}
