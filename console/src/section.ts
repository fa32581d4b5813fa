// What the sections of the settings share.
import type { Schema } from './api'

/** A notice of a section; a secret is shown only in it. */
export interface Told {
  readonly text: string
  readonly secret?: string | null
}

export interface SectionProps {
  readonly tell: (told: Told) => void
}

/** What a key or a person made, after it was stopped. */
export function saidOf(dependants: readonly Schema<'Dependant'>[]): string {
  if (dependants.length === 0) return ''
  const made = dependants.map(({ kind, id, name }) => `${kind} ${name ?? id}`).join(', ')
  return dependants.some(({ ended }) => !ended) ? ` What it made stays: ${made}.` : ` It ended too: ${made}.`
}

/** Of the field of `Dependants`. */
export const choiceIn = (form: FormData): Schema<'DependantsAction'> => (form.has('dependants') ? 'end' : 'keep')

export const dayOf = (time: string | null, otherwise: string): string =>
  time === null ? otherwise : new Date(time).toLocaleDateString()
