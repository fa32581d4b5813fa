// The dialog that sets the experience from which AutoRank gives a rank, and what that would change.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Act, fieldOf } from './act'
import { answerOf, messageOf, type Schema, writes } from './api'
import { reasonOf } from './auto-rank'
import { Table } from './list'
import { useMay } from './session'

type Rank = Schema<'Rank'>
type Preview = Schema<'AutoRankPreview'>

/** At most so many moves are shown, the most frequent ones first. */
const MAX_MOVES = 20

const namesOf = (ranks: readonly { readonly name: string }[]): string => ranks.map(({ name }) => name).join(', ')
const neverGiven = (ranks: readonly Schema<'RankSummary'>[]): string =>
  ranks.length === 0 ? '' : ` AutoRank never gives ${namesOf(ranks)}: a higher rank needs no more experience.`
const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`)

/** The experience of the form; null: no threshold. */
function experienceIn(form: FormData): number | null {
  const experience = fieldOf(form, 'experience')
  return experience === '' ? null : Number(experience)
}

interface ThresholdProps {
  readonly of: Rank
  readonly onDone: (text: string) => Promise<void>
}

export function Threshold({ of: { uniqueId, name, autoRank }, onDone }: ThresholdProps) {
  const may = useMay()
  const [previews, setPreviews] = useState(0)
  return (
    <Act
      title="Set the threshold"
      subject={name}
      onOpen={() => setPreviews(previews + 1)}
      run={(form) => {
        const experience = experienceIn(form)
        const body = { autoRank: experience === null ? null : { experience } }
        return answerOf(writes.PATCH('/v2/ranks/{uniqueId}', { params: { path: { uniqueId } }, body }))
      }}
      onDone={({ meta: { unreachable } }) => onDone(`The threshold of ${name} was changed.${neverGiven(unreachable)}`)}
    >
      <p>
        No member is moved now. AutoRank decides when the experience of a member changes, or when the member is synced.
        A role with a threshold is a rank.
      </p>
      <Experience key={previews} uniqueId={uniqueId} now={autoRank?.experience} mayPreview={may('members.read')} />
    </Act>
  )
}

interface ExperienceProps {
  readonly uniqueId: number
  readonly now: number | undefined
  readonly mayPreview: boolean
}

function Experience({ uniqueId, now, mayPreview }: ExperienceProps) {
  const preview = useMutation({
    mutationFn: async (form: FormData) => {
      const body = { thresholds: [{ uniqueId, experience: experienceIn(form) }] }
      return (await answerOf(writes.POST('/v2/auto-rank/preview', { body }))).data
    },
  })
  return (
    <>
      <label>
        Experience (no threshold, if empty)
        <input
          name="experience"
          type="number"
          step={1}
          max={Number.MAX_SAFE_INTEGER}
          defaultValue={now}
          onInput={() => preview.reset()}
        />
      </label>
      {mayPreview && (
        <button
          type="button"
          disabled={preview.isPending}
          onClick={({ currentTarget: { form } }) => {
            if (form?.reportValidity()) preview.mutate(new FormData(form))
          }}
        >
          What would change
        </button>
      )}
      <div aria-live="polite">{preview.data && <Effects of={preview.data} />}</div>
      {preview.error && <p role="alert">{messageOf(preview.error)}</p>}
    </>
  )
}

function Effects({
  of: { members, promoted, demoted, unchanged, skipped, moves, newRanks, unreachable },
}: {
  readonly of: Preview
}) {
  return (
    <>
      <p>
        Of {membersText(members)}, {promoted} would be promoted, {demoted} demoted, and {unchanged} keep their rank.
        Each is moved at the next change of the experience or the next sync.
        {neverGiven(unreachable)}
      </p>
      {newRanks.length > 0 && (
        <p>
          {namesOf(newRanks)} becomes a rank: rank changes then give and take it, and it is the rank of whoever holds it
          and no higher one.
        </p>
      )}
      {moves.length > 0 && (
        <Table label="What would change" columns={['From', 'To', 'Members', 'Without the change too']}>
          {moves.slice(0, MAX_MOVES).map(({ from, to, members: moved, alreadyDue }) => (
            <tr key={`${from.uniqueId} ${to.uniqueId}`}>
              <td>{from.name}</td>
              <td>{to.name}</td>
              <td>{moved}</td>
              <td>{alreadyDue}</td>
            </tr>
          ))}
        </Table>
      )}
      {moves.length > MAX_MOVES && <p>{moves.length - MAX_MOVES} other changes are of fewer members.</p>}
      {skipped.length > 0 && (
        <ul>
          {skipped.map(({ reason, members: left }) => (
            <li key={reason}>
              {membersText(left)} left out: {reasonOf(reason)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
