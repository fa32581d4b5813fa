// Sets the rank of a member: each rank of the group, and why some cannot be given.
import { Button, Select, Stack, Text, type ComboboxItem } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { Field } from '../patterns/field-errors'
import { catalogue, useTexts } from '../patterns/texts'
import { isGiven, ranksQuery } from '../ranks-query'
import { sessionQuery, type Session } from '../session'
import { nameOf, useMemberAct, type Member } from './member-act'
import { follow } from './rank-changes'
import { Refusal } from './refusal'

const texts = catalogue('set-rank', {
  title: 'Set the rank',
  act: 'Set the rank of {name} to {rank}',
  rank: 'Rank',
  about: 'The platform changes it within moments. The page follows it until it is known what came of it.',
  said: 'The change of the rank of {name} was handed to the platform.',
  held: 'the member has it',
  platform: 'only the platform gives it',
  role: 'a role beside the rank',
  above: 'above what you may give',
  promotion: 'no promotion while on the blacklist',
  suspended: '{name} is suspended, so the rank cannot be changed. Lift the suspension first: it is on this page.',
  notInGroup: '{name} is not in the group, so there is no rank to change.',
  below: 'Your role does not change members with the rank {rank}.',
  tooHigh: 'You may not take the rank {rank} away. Ask somebody who may.',
})

export interface Standing {
  readonly isSuspended: boolean
  readonly isBlacklisted: boolean
}

type Bounds = Pick<Session, 'highestRankGiven' | 'lowestRankTouched' | 'highestRankTouched'>

/** Why no rank of the member can be set; null: some can. */
function useObstacle(member: Member, bounds: Bounds | undefined, { isSuspended }: Standing): string | null {
  const t = useTexts(texts)
  const { rank } = member
  const name = nameOf(member)
  if (rank === null) return t('notInGroup', { name })
  if (isSuspended) return t('suspended', { name })
  if (bounds === undefined) return null
  if (rank.rankId < bounds.lowestRankTouched || rank.rankId > bounds.highestRankTouched) {
    return t('below', { rank: rank.name })
  }
  return rank.rankId > bounds.highestRankGiven ? t('tooHigh', { rank: rank.name }) : null
}

interface RankItem extends ComboboxItem {
  readonly why: string | null
}

export function SetRank({ member, standing }: { readonly member: Member; readonly standing: Standing }) {
  const t = useTexts(texts)
  const { userId, rank: held } = member
  const name = nameOf(member)
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<string | null>(null)
  const { data: ranks = [] } = useQuery({ ...ranksQuery, enabled: isOpen })
  const { data: session } = useQuery(sessionQuery)
  const obstacle = useObstacle(member, session, standing)
  const rankNamed = (id: number | undefined) => ranks.find(({ uniqueId }) => uniqueId === id)?.name ?? ''
  const whyNot = (rank: Schema<'Rank'>): string | null => {
    if (rank.uniqueId === held?.uniqueId) return t('held')
    if (!isGiven(rank)) return t('platform')
    if (!rank.managed) return t('role')
    if (session !== undefined && rank.rankId > session.highestRankGiven) return t('above')
    return standing.isBlacklisted && rank.rankId > (held?.rankId ?? 0) ? t('promotion') : null
  }
  const act = useMemberAct(userId, {
    name: 'submitRankOperation',
    on: userId,
    title: (rankUniqueId: number) => t('act', { name, rank: rankNamed(rankUniqueId) }),
    request: (rankUniqueId) => ({ body: { userId: Number(userId), rankUniqueId } }),
    said: () => t('said', { name }),
    onDone: ({ data }) => {
      follow(data.id, held?.name ?? null)
      choose(null)
    },
  })
  const items = ranks.map((rank): RankItem => {
    const why = whyNot(rank)
    return { value: String(rank.uniqueId), label: rank.name, disabled: why !== null, why }
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      {obstacle !== null && (
        <Refusal opened={isOpen} onClose={() => setOpen(false)} title={t('title')} name={name} why={obstacle} />
      )}
      <ActDialog
        opened={isOpen && obstacle === null}
        onClose={() => setOpen(false)}
        act={act}
        title={t('title')}
        subject={name}
        values={() => (chosen === null ? null : Number(chosen))}
      >
        <Field of={['rankUniqueId', 'uniqueId']}>
          <Select
            label={t('rank')}
            description={t('about')}
            data={items}
            value={chosen}
            onChange={choose}
            required
            searchable
            openOnFocus={false}
            data-autofocus
            renderOption={({ option }) => (
              <Stack gap={0}>
                <Text size="sm" dir="auto">
                  {option.label}
                </Text>
                {(option as RankItem).why !== null && <Text size="xs">{(option as RankItem).why}</Text>}
              </Stack>
            )}
          />
        </Field>
      </ActDialog>
    </>
  )
}
