// The palette (Ctrl K): goes to a screen or a member.
import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentenceOf } from './patterns/errors'
import { findMembers, nameOfMember } from './patterns/find-members'
import { Icon } from './patterns/icons'
import { catalogue, useTexts } from './patterns/texts'
import { screens, screenTexts } from './screens'
import { useMay } from './session'

const texts = catalogue('palette', {
  placeholder: 'A screen, or a member by name or user id',
  nothing: 'Nothing has this name',
  searching: 'Searching',
  screens: 'Screens',
  members: 'Members',
  account: 'Your account',
})

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts)
  const s = useTexts(screenTexts)
  const navigate = useNavigate()
  const may = useMay()
  const [query, setQuery] = useState('')
  const [text] = useDebouncedValue(query.trim(), 250)
  const found = useQuery({
    queryKey: ['found-members', text.toLowerCase()],
    enabled: text.length >= 2,
    queryFn: () => findMembers(text),
    staleTime: 60_000,
  })
  useEffect(() => spotlight.open(), [])
  const isNamed = (name: string) => name.toLowerCase().includes(query.trim().toLowerCase())
  const here = [
    ...screens
      .filter(({ scope }) => scope === null || may(scope))
      .map(({ to, name, icon }) => ({ to: to as string, label: s(name), icon })),
    { to: '/account', label: t('account'), icon: 'account' as const },
  ].filter(({ label }) => isNamed(label))
  const members = query.trim().length < 2 ? [] : (found.data ?? [])
  const go = (to: string) => () => void navigate({ to })
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      onSpotlightClose={onClose}
      closeOnActionTrigger
      attributes={{ content: { 'aria-label': t('placeholder') } }}
    >
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {here.length > 0 && (
          <Spotlight.ActionsGroup label={t('screens')}>
            {here.map(({ to, label, icon }) => (
              <Spotlight.Action key={to} label={label} leftSection={<Icon name={icon} />} onClick={go(to)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {members.length > 0 && (
          <Spotlight.ActionsGroup label={t('members')}>
            {members.map((member) => (
              <Spotlight.Action
                key={member.userId}
                label={nameOfMember(member)}
                description={member.userId}
                onClick={go(`/members/${member.userId}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {here.length + members.length === 0 && (
          <Spotlight.Empty>
            {found.error ? sentenceOf(found.error) : found.isFetching ? t('searching') : t('nothing')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
