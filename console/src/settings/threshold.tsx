// The experience from which AutoRank gives a rank, and what that would change, before it is set.
import { Alert, Button, List, NumberInput, Table, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '../api'
import { reasonOf } from '../auto-rank'
import { ActDialog } from '../patterns/act-dialog'
import { begun } from '../patterns/acts'
import { ErrorNote } from '../patterns/error-note'
import { Field } from '../patterns/field-errors'
import { catalogue, numberText, useTexts } from '../patterns/texts'
import { useAct } from '../patterns/use-act'
import { ranksQuery } from '../ranks-query'
import { useMay } from '../session'

type Rank = Schema<'Rank'>
type Preview = Schema<'AutoRankPreview'>

const texts = catalogue('threshold', {
  set: 'Set the threshold',
  setOf: 'Set the threshold: {name}',
  setAct: 'Let AutoRank give {name} from {experience} experience',
  removeAct: 'Let AutoRank not give {name}',
  done: 'AutoRank gives {name} from {experience} experience.',
  removed: 'AutoRank does not give {name} any more.',
  about:
    'No member is moved now. AutoRank decides when the experience of a member changes, or when the member is synced. A role with a threshold is a rank.',
  experience: 'Experience',
  experienceAbout: 'Empty: AutoRank does not give it.',
  preview: 'What would change',
  members_one: '1 member',
  members_other: '{count} members',
  effects:
    'Of {members}, {promoted} would be promoted, {demoted} demoted, and {unchanged} keep their rank. Each is moved at the next change of the experience or the next sync.',
  never: 'AutoRank never gives {ranks}: a higher rank needs no more experience.',
  becomes:
    '{ranks} becomes a rank: changes of ranks then give and take it, and it is the rank of whoever holds it and no higher one.',
  from: 'From',
  to: 'To',
  count: 'Members',
  due: 'Without the change too',
  others: '{count} other changes are of fewer members.',
  left: '{members} left out: {reason}',
  uncertain: 'The members hold very many combinations of roles: the numbers may be wrong by {members}.',
})

/** At most so many moves are shown, the most frequent ones first. */
const MAX_MOVES = 20

const namesOf = (ranks: readonly { readonly name: string }[]): string => ranks.map(({ name }) => name).join(', ')

export function Threshold({ of: rank }: { readonly of: Rank }) {
  const { uniqueId, name, autoRank } = rank
  const t = useTexts(texts)
  const may = useMay()
  const stored = String(autoRank?.experience ?? '')
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(stored)
  const experienceIn = (value: string): number | null => (value === '' ? null : Number(value))
  const preview = useMutation({
    mutationFn: async (experience: number | null) =>
      (await begun('previewAutoRank', { body: { thresholds: [{ uniqueId, experience }] } })).data,
  })
  const act = useAct({
    name: 'updateRank',
    on: `threshold-${uniqueId}`,
    seen: rank,
    title: ({ experience }: { readonly experience: number | null }) =>
      experience === null ? t('removeAct', { name }) : t('setAct', { name, experience }),
    request: ({ experience }) => ({
      path: { uniqueId },
      body: { autoRank: experience === null ? null : { experience } },
    }),
    said: ({ data, meta: { unreachable } }) => {
      const now = data.autoRank
      const told = now === null ? t('removed', { name }) : t('done', { name, experience: now.experience })
      return unreachable.length === 0 ? told : `${told} ${t('never', { ranks: namesOf(unreachable) })}`
    },
    reads: [ranksQuery.queryKey],
  })
  const isNumber = text === '' || Number.isSafeInteger(Number(text))
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('setOf', { name })}
        onClick={() => {
          setText(stored)
          preview.reset()
          setOpen(true)
        }}
      >
        {t('set')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('set')}
        subject={name}
        size="lg"
        values={() => (isNumber ? { experience: experienceIn(text) } : null)}
      >
        <Text size="sm" c="dimmed">
          {t('about')}
        </Text>
        <Field of="experience">
          <NumberInput
            label={t('experience')}
            description={t('experienceAbout')}
            value={text}
            allowDecimal={false}
            min={-Number.MAX_SAFE_INTEGER}
            max={Number.MAX_SAFE_INTEGER}
            data-autofocus
            onChange={(value) => {
              setText(String(value))
              preview.reset()
            }}
          />
        </Field>
        {may('members.read') && (
          <div>
            <Button
              variant="default"
              size="xs"
              loading={preview.isPending}
              disabled={!isNumber}
              onClick={() => preview.mutate(experienceIn(text))}
            >
              {t('preview')}
            </Button>
          </div>
        )}
        <div aria-live="polite">{preview.data && <Effects of={preview.data} />}</div>
        <ErrorNote error={preview.error} />
      </ActDialog>
    </>
  )
}

function Effects({ of }: { readonly of: Preview }) {
  const t = useTexts(texts)
  const { members, promoted, demoted, unchanged, skipped, moves, newRanks, unreachable, uncertain } = of
  const membersText = (count: number) => t('members', { count })
  return (
    <>
      <Text size="sm">{t('effects', { members: membersText(members), promoted, demoted, unchanged })}</Text>
      {unreachable.length > 0 && <Alert color="orange">{t('never', { ranks: namesOf(unreachable) })}</Alert>}
      {newRanks.length > 0 && <Alert color="blue">{t('becomes', { ranks: namesOf(newRanks) })}</Alert>}
      {uncertain > 0 && <Alert color="yellow">{t('uncertain', { members: membersText(uncertain) })}</Alert>}
      {moves.length > 0 && (
        <Table.ScrollContainer minWidth={300} maxHeight={240} aria-label={t('preview')} role="region" tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('from')}</Table.Th>
                <Table.Th>{t('to')}</Table.Th>
                <Table.Th ta="end">{t('count')}</Table.Th>
                <Table.Th ta="end">{t('due')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {moves.slice(0, MAX_MOVES).map(({ from, to, members: moved, alreadyDue }) => (
                <Table.Tr key={`${from.uniqueId} ${to.uniqueId}`}>
                  <Table.Td>{from.name}</Table.Td>
                  <Table.Td>{to.name}</Table.Td>
                  <Table.Td ta="end">{numberText(moved)}</Table.Td>
                  <Table.Td ta="end">{numberText(alreadyDue)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {moves.length > MAX_MOVES && <Text size="sm">{t('others', { count: moves.length - MAX_MOVES })}</Text>}
      {skipped.length > 0 && (
        <List size="sm">
          {skipped.map(({ reason, members: left }) => (
            <List.Item key={reason}>{t('left', { members: membersText(left), reason: reasonOf(reason) })}</List.Item>
          ))}
        </List>
      )}
    </>
  )
}
