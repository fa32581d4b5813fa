// The filters of the members in the address.

export interface MembersSearch {
  /** A part of the name, or the user id. */
  readonly name?: string
  readonly medal?: string
  readonly rank?: string
  /** The least experience of the members that are listed. */
  readonly experience?: number
}

/** The filters of an address, which is not trusted: what is none of the screen is left out. */
export function membersSearchOf({
  name,
  medal,
  rank,
  experience,
}: Partial<Record<keyof MembersSearch, unknown>>): MembersSearch {
  const least = experience === '' || experience === undefined ? NaN : Number(experience)
  return {
    ...((typeof name === 'string' || typeof name === 'number') && name !== '' ? { name: String(name) } : {}),
    ...(typeof medal === 'string' && medal !== '' ? { medal } : {}),
    ...((typeof rank === 'string' || typeof rank === 'number') && rank !== '' ? { rank: String(rank) } : {}),
    ...(Number.isSafeInteger(least) ? { experience: least } : {}),
  }
}
