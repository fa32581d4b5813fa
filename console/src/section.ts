// What the sections of the settings share.

/** A notice of a section; a secret is shown only in it. */
export interface Told {
  readonly text: string
  readonly secret?: string | null
}

export interface SectionProps {
  readonly tell: (told: Told) => void
}

export const dayOf = (time: string | null, otherwise: string): string =>
  time === null ? otherwise : new Date(time).toLocaleDateString()
