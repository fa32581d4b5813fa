// The palette (Ctrl K): goes to a screen, a page of the settings, a form or a member.
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
import { contains } from './patterns/use-whole-list'
import { screens, screenTexts } from './screens'
import { useMay } from './session'
import { pages, pageTexts } from './settings/pages'
import { useForms } from './settings/use-forms'

const texts = catalogue('palette', {
  placeholder: 'A page, a form, or a member by name or user id',
  nothing: 'Nothing has this name',
  searching: 'Searching',
  screens: 'Screens',
  members: 'Members',
  account: 'Your account',
})

/** The settings list all. */
const MOST_FORMS = 10

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts)
  const s = useTexts(screenTexts)
  const p = useTexts(pageTexts)
  const navigate = useNavigate()
  const may = useMay()
  const [query, setQuery] = useState('')
  const [text] = useDebouncedValue(query.trim(), 250)
  const found = useQuery({
    queryKey: ['found-members', text.toLowerCase()],
    enabled: text.length >= 2 && may('members.read'),
    queryFn: () => findMembers(text),
    staleTime: 60_000,
  })
  useEffect(() => spotlight.open(), [])
  const isLong = query.trim().length >= 2
  const isOpen = ({ scope }: { readonly scope: string | null }) => scope === null || may(scope)
  const isNamed = ({ label }: { readonly label: string }) => contains(label, query)
  const here = [
    ...screens.filter(isOpen).map(({ to, name, icon }) => ({ to: to as string, label: s(name), icon })),
    { to: '/account', label: t('account'), icon: 'account' as const },
  ].filter(isNamed)
  const offered = pages.filter(isOpen).map(({ to, name }) => ({ to, label: p(name) }))
  // all of them by the name of the settings
  const settings = contains(p('settings'), query) ? offered : offered.filter(isNamed)
  const allForms = useForms(isLong && may('applications.read'))
  const forms = isLong
    ? allForms.rows
        .map(({ applicationId, name }) => ({ to: `/settings/forms/${applicationId}`, label: name }))
        .filter(isNamed)
        .slice(0, MOST_FORMS)
    : []
  const members = isLong ? (found.data ?? []) : []
  const error: unknown = found.error ?? allForms.error
  const isSearching = found.isFetching || (isLong && may('applications.read') && allForms.state === 'loading')
  const go = (to: string) => () => void navigate({ to })
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      // the end of the last closing would take away what is typed already
      clearQueryOnClose={false}
      onSpotlightOpen={() => setQuery('')}
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
        {settings.length > 0 && (
          <Spotlight.ActionsGroup label={p('settings')}>
            {settings.map(({ to, label }) => (
              <Spotlight.Action key={to} label={label} leftSection={<Icon name="settings" />} onClick={go(to)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {forms.length > 0 && (
          <Spotlight.ActionsGroup label={p('forms')}>
            {forms.map(({ to, label }) => (
              <Spotlight.Action key={to} label={label} onClick={go(to)} />
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
        {here.length + settings.length + forms.length + members.length === 0 && (
          <Spotlight.Empty>{error ? sentenceOf(error) : isSearching ? t('searching') : t('nothing')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
