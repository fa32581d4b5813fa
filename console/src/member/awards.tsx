// The medals or the qualifications of a member: to award one, and to remove one.
import { Badge, Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '../api'
import { ActDialog, ConfirmDialog } from '../patterns/act-dialog'
import { ErrorNote } from '../patterns/error-note'
import { Field } from '../patterns/field-errors'
import { Row, Rows } from '../patterns/rows'
import { catalogue, numberText, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { undoWith } from '../patterns/use-act'
import { medalsQuery, qualificationsQuery, ranksQuery } from '../ranks-query'
import { useMay } from '../session'
import { nameOf, useMemberAct, type Member } from './member-act'
import { Section } from './section'

const texts = catalogue('member-awards', {
  medals: 'Medals',
  qualifications: 'Qualifications',
  noMedals: 'No medal.',
  noQualifications: 'No qualification.',
  all: 'Show all {count}',
  times: '× {count}',
  award: 'Award',
  awardMedal: 'Award a medal',
  awardQualification: 'Award a qualification',
  medal: 'Medal',
  qualification: 'Qualification',
  awardAct: 'Award {award} to {name}',
  awarded: '{name} was awarded {award}.',
  awardedRole: '{name} was awarded {award}, and gets the role {role} with it.',
  hadIt: '{name} has {award} already. Nothing was changed.',
  held: '{award} (the member has it)',
  withRole: '{award}, with the role {role}',
  nothing: 'There is none that can be awarded. An administrator makes them in the settings.',
  remove: 'Remove',
  removeAct: 'Remove {award} from {name}',
  removeEffect: '{name} loses {award}.',
  removeAll: '{name} loses {award}, all {count} of them.',
  removeRole: 'The role {role} goes with it.',
  removed: '{award} was removed from {name}.',
  since: 'since',
})

type Award = Schema<'Award'>
type Kind = 'medals' | 'qualifications'

const kinds = {
  medals: {
    query: medalsQuery,
    scope: 'members.medals.write',
    reads: 'medals.read',
    title: 'awardMedal',
    label: 'medal',
    none: 'noMedals',
    award: 'awardMedal',
    remove: 'removeMedal',
  },
  qualifications: {
    query: qualificationsQuery,
    scope: 'members.qualifications.write',
    reads: 'qualifications.read',
    title: 'awardQualification',
    label: 'qualification',
    none: 'noQualifications',
    award: 'awardQualification',
    remove: 'removeQualification',
  },
} as const

/** So many are shown first. */
const FIRST = 12

interface Held {
  readonly name: string
  readonly count?: number
  readonly awardedAt: string
}

interface AwardsProps {
  readonly member: Member
  readonly kind: Kind
  readonly held: readonly Held[]
}

export function Awards({ member, kind, held }: AwardsProps) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope, none } = kinds[kind]
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? held : held.slice(0, FIRST)
  return (
    <Section
      title={t(kind)}
      mark={held.length > 0 && <Badge color="gray">{numberText(held.length)}</Badge>}
      acts={may(scope) && <Give member={member} kind={kind} held={held} />}
      empty={held.length === 0 && t(none)}
    >
      <Rows label={t(kind)}>
        {shown.map((award) => (
          <Row
            key={award.name}
            name={award.name}
            badges={(award.count ?? 1) > 1 && <Badge color="gray">{t('times', { count: award.count ?? 1 })}</Badge>}
            facts={[
              <>
                {t('since')} <Time at={award.awardedAt} isDay />
              </>,
            ]}
            acts={may(scope) ? <Remove member={member} kind={kind} award={award} /> : undefined}
          />
        ))}
      </Rows>
      {shown.length < held.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {t('all', { count: held.length })}
        </Button>
      )}
    </Section>
  )
}

/** The name of the role that comes with the award; null: none. */
function useRoleOf(isEnabled: boolean): (award: Award | undefined) => string | null {
  const { data: ranks = [] } = useQuery({ ...ranksQuery, enabled: isEnabled })
  return (award) => ranks.find(({ uniqueId }) => uniqueId === award?.roleUniqueId)?.name ?? null
}

function Give({ member, kind, held }: AwardsProps) {
  const t = useTexts(texts)
  const { userId } = member
  const name = nameOf(member)
  const { query, title, label, award: operation, remove } = kinds[kind]
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState<string | null>(null)
  const { data: all = [], error, isSuccess } = useQuery({ ...query, enabled: isOpen })
  const roleOf = useRoleOf(isOpen)
  const offered = all.filter(({ archived }) => !archived)
  const act = useMemberAct(userId, {
    name: operation,
    on: `${userId}-${chosen ?? ''}`,
    title: (award: string) => t('awardAct', { award, name }),
    request: (award) => ({ path: { userId }, body: { name: award } }),
    said: ({ meta }, given) => {
      const award = given ?? chosen ?? ''
      // a repetition after a lost answer changes nothing, too
      if (meta.change === 0 && held.some((one) => one.name === award)) return t('hadIt', { name, award })
      const role = roleOf(all.find((one) => one.name === award))
      return role === null ? t('awarded', { name, award }) : t('awardedRole', { name, award, role })
    },
    undo: () => {
      if (chosen === null || held.some((one) => one.name === chosen)) return null
      const request = { path: { userId, name: chosen } }
      return undoWith({
        name: remove,
        on: `undo-${userId}-${chosen}`,
        title: t('removeAct', { award: chosen, name }),
        request,
      })
    },
    onDone: () => choose(null),
  })
  const heading = t(title)
  return (
    <>
      <Button size="xs" variant="default" aria-label={heading} onClick={() => setOpen(true)}>
        {t('award')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={heading}
        subject={name}
        values={() => chosen}
      >
        <ErrorNote error={error} />
        {isSuccess && offered.length === 0 ? (
          <Text size="sm">{t('nothing')}</Text>
        ) : (
          <Field of="name">
            <Select
              label={t(label)}
              required
              searchable
              openOnFocus={false}
              data-autofocus
              value={chosen}
              onChange={choose}
              limit={100}
              data={offered.map((award) => {
                const role = roleOf(award)
                const isHeld = held.some((one) => one.name === award.name)
                const text = role === null ? award.name : t('withRole', { award: award.name, role })
                return { value: award.name, label: isHeld ? t('held', { award: text }) : text, disabled: isHeld }
              })}
            />
          </Field>
        )}
      </ActDialog>
    </>
  )
}

interface RemoveProps {
  readonly member: Member
  readonly kind: Kind
  readonly award: Held
}

function Remove({ member, kind, award: { name: award, count = 1 } }: RemoveProps) {
  const t = useTexts(texts)
  const { userId } = member
  const name = nameOf(member)
  const { remove, award: operation, query } = kinds[kind]
  const [isOpen, setOpen] = useState(false)
  const { data: all = [] } = useQuery({ ...query, enabled: isOpen })
  const role = useRoleOf(isOpen)(all.find((one) => one.name === award))
  const act = useMemberAct(userId, {
    name: remove,
    on: `${userId}-${award}`,
    title: () => t('removeAct', { award, name }),
    request: () => ({ path: { userId, name: award } }),
    said: () => t('removed', { award, name }),
    undo: () => {
      // the others of several are not given back by an award
      if (count > 1) return null
      const request = { path: { userId }, body: { name: award } }
      return undoWith({
        name: operation,
        on: `undo-${userId}-${award}`,
        title: t('awardAct', { award, name }),
        request,
      })
    },
  })
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('removeAct', { award, name })}
        onClick={() => setOpen(true)}
      >
        {t('remove')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('remove')}
        subject={award}
        values={undefined}
        effects={[
          count > 1 ? t('removeAll', { name, award, count }) : t('removeEffect', { name, award }),
          ...(role === null ? [] : [t('removeRole', { role })]),
        ]}
      />
    </>
  )
}
