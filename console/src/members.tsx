// Members: find one by a part of the name or the id, or list them by rank, medal and experience.
import { Anchor, Button, Group, NumberInput, Paper, Select, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, type Schema } from './api'
import { membersSearchOf, type MembersSearch } from './members-search'
import { Filters } from './patterns/filters'
import { ErrorNote } from './patterns/error-note'
import { findMember, nameOfMember, type FoundMember } from './patterns/find-members'
import { MemberAvatar } from './patterns/member-avatar'
import { MembersPicker } from './patterns/member-picker'
import { Page } from './patterns/page'
import { SearchField } from './patterns/search-field'
import { catalogue, numberText, useTexts } from './patterns/texts'
import { ListView, useList } from './patterns/use-list'
import { medalsQuery, ranksQuery } from './ranks-query'

const texts = catalogue('members', {
  title: 'Members',
  about: 'It reads whom a game, a bot or a form names; look up others by the whole name.',
  read_one: 'This server has read {count} member.',
  read_other: 'This server has read {count} members.',
  readMore_one: 'This server has read more than {count} member.',
  readMore_other: 'This server has read more than {count} members.',
  moreThan: 'more than {count}',
  match_one: 'Of {all} members, {count} matches.',
  match_other: 'Of {all} members, {count} match.',
  matchMore_one: 'Of {all} members, at least {count} matches.',
  matchMore_other: 'Of {all} members, at least {count} match.',
  inGroup_one: 'The ranks of the group had {count} at the last sync.',
  inGroup_other: 'The ranks of the group had {count} at the last sync.',
  lookUp: 'Look up {name} in the group',
  lookUpAbout: 'Nobody whom this server has read matches. With the whole name, or the id, it asks the platform.',
  find: 'Name or user id',
  rank: 'Rank',
  medal: 'Medal',
  any: 'any',
  experience: 'Experience from',
  several: 'Find several',
  severalAbout: 'Paste a list, such as who was at an event: each whom the server knows is linked below.',
  found: 'Found members',
  list: 'List of members',
  name: 'Name',
  experienceShort: 'Experience',
  quotaPoints: 'Quota points',
  notInGroup: 'not in the group',
  none: 'No member matches.',
  nobody: 'Nobody is listed yet. Type a whole name above to look somebody up.',
})

export function MembersScreen() {
  const t = useTexts(texts)
  // the router leaves what the check leaves out
  const search = membersSearchOf(useSearch({ from: '/screens/members' }))
  const { name, medal, rank, experience: least } = search
  const navigate = useNavigate({ from: '/members' })
  const change = (changed: Partial<Record<keyof MembersSearch, unknown>>) =>
    void navigate({ search: membersSearchOf({ ...search, ...changed }), replace: true })
  const { data: ranks = [] } = useQuery(ranksQuery)
  const { data: medals = [] } = useQuery(medalsQuery)
  const list = useList({
    key: ['members', search],
    read: (cursor) => {
      const query = {
        ...(cursor === null ? { total: '1' as const } : { cursor }),
        ...(name !== undefined && { name }),
        ...(medal !== undefined && { medal }),
        ...(rank !== undefined && { rankUniqueId: Number(rank) }),
        ...(least !== undefined && ({ minExperience: least, sort: 'experience', order: 'desc' } as const)),
      }
      return answerOf(api.GET('/v2/members', { params: { query } }))
    },
  })
  // by the whole name also somebody whom the server has not read yet
  const open = useMutation({
    mutationFn: findMember,
    onSuccess: ({ userId }) => navigate({ to: '/members/$userId', params: { userId } }),
  })
  const [isSeveral, setSeveral] = useState(false)
  const isFiltered = Object.keys(search).length > 0
  const { total } = list
  const { data: ofAll = null } = useQuery({
    queryKey: ['members', 'all'],
    enabled: isFiltered,
    staleTime: 60_000,
    queryFn: async () =>
      (await answerOf(api.GET('/v2/members', { params: { query: { limit: '1', total: '1' } } }))).meta.total ?? null,
  })
  const all = isFiltered ? ofAll : total
  const inGroup = ranks.reduce(
    (sum, { managed, rankId, memberCount }) => sum + (managed && rankId > 0 ? (memberCount ?? 0) : 0),
    0,
  )
  const counts = [
    all === null ? '' : t(all.exact ? 'read' : 'readMore', { count: all.count }),
    inGroup === 0 ? '' : t('inGroup', { count: inGroup }),
    t('about'),
  ]
  // those that are shown were found, also where the count has not looked
  const count = Math.max(total?.count ?? 0, list.rows.length)
  const matching =
    total !== null && all !== null && (total.exact || count > 0)
      ? t(total.exact ? 'match' : 'matchMore', {
          count,
          all: all.exact ? numberText(all.count) : t('moreThan', { count: all.count }),
        })
      : ''
  // it may be less than what is shown: others were looked at
  const shown = isFiltered && total?.exact === false ? { ...list, total: null } : list
  return (
    <Page
      title={t('title')}
      about={counts.filter((text) => text !== '').join(' ')}
      acts={
        <Button variant="default" aria-expanded={isSeveral} onClick={() => setSeveral(!isSeveral)}>
          {t('several')}
        </Button>
      }
    >
      <Filters
        first={
          <SearchField
            label={t('find')}
            value={name ?? ''}
            onSearch={(text) => {
              open.reset()
              change({ name: text })
            }}
            onEnter={open.mutate}
          />
        }
        set={[rank, medal, least].filter((one) => one !== undefined).length}
        onClear={isFiltered ? () => void navigate({ search: {}, replace: true }) : null}
      >
        <Select
          label={t('rank')}
          placeholder={t('any')}
          clearable
          searchable
          data={ranks.map(({ uniqueId, name: label }) => ({ value: String(uniqueId), label }))}
          value={rank ?? null}
          onChange={(value) => change({ rank: value ?? '' })}
        />
        <Select
          label={t('medal')}
          placeholder={t('any')}
          clearable
          searchable
          data={medals.map((one) => one.name)}
          value={medal ?? null}
          onChange={(value) => change({ medal: value ?? '' })}
        />
        <NumberInput
          key={least}
          label={t('experience')}
          allowDecimal={false}
          max={Number.MAX_SAFE_INTEGER}
          hideControls
          defaultValue={least ?? ''}
          onBlur={({ currentTarget: { value } }) => change({ experience: value })}
          onKeyDown={({ key, currentTarget: { value } }) => {
            if (key === 'Enter') change({ experience: value })
          }}
        />
      </Filters>
      {isFiltered && (
        <Text size="sm" c="dimmed" role="status">
          {matching}
        </Text>
      )}
      {isSeveral && <Several />}
      <ErrorNote error={open.error} />
      <ListView
        of={shown}
        empty={
          <Stack gap="sm" align="center">
            <Text c="dimmed">{t(isFiltered ? 'none' : 'nobody')}</Text>
            {name !== undefined && (
              <>
                <Text size="sm">{t('lookUpAbout')}</Text>
                <Button variant="default" loading={open.isPending} onClick={() => open.mutate(name)}>
                  {t('lookUp', { name })}
                </Button>
              </>
            )}
          </Stack>
        }
      >
        <Paper p={0}>
          <Table.ScrollContainer minWidth={320} aria-label={t('list')} role="region" tabIndex={0}>
            <Table layout="fixed" style={{ overflowWrap: 'anywhere' }}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th w="25%" visibleFrom="sm">
                    {t('rank')}
                  </Table.Th>
                  <Table.Th ta="end" w="15%" visibleFrom="sm">
                    {t('quotaPoints')}
                  </Table.Th>
                  <Table.Th ta="end" w={150}>
                    {t('experienceShort')}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.rows.map((member) => (
                  <MemberRow key={member.userId} of={member} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      </ListView>
    </Page>
  )
}

function MemberRow({ of }: { readonly of: Partial<Schema<'Member'>> }) {
  const { userId = '', username, displayName, rank, experience = 0, quotaPoints = 0 } = of
  const t = useTexts(texts)
  const rankName = rank?.name ?? t('notInGroup')
  const colour = rank ? {} : { c: 'dimmed' }
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <MemberAvatar userId={userId} name={username ?? userId} />
          <div>
            <Anchor component={Link} to={`/members/${userId}` as string} size="sm" fw={600} dir="auto">
              {username ?? userId}
            </Anchor>
            {displayName != null && displayName !== username && (
              <Text size="xs" c="dimmed" dir="auto">
                {displayName}
              </Text>
            )}
            {/* a phone has no room for the column */}
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              {rankName}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" {...colour}>
          {rankName}
        </Text>
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {numberText(quotaPoints)}
      </Table.Td>
      <Table.Td ta="end">{numberText(experience)}</Table.Td>
    </Table.Tr>
  )
}

/** Finds many by a list of names. */
function Several() {
  const t = useTexts(texts)
  const [found, setFound] = useState<readonly FoundMember[]>([])
  return (
    <Paper>
      <Stack gap="sm">
        <MembersPicker label={t('several')} value={found} onChange={setFound} />
        <Text size="sm" c="dimmed">
          {t('severalAbout')}
        </Text>
        {found.length > 0 && (
          <Group component="ul" gap="md" p={0} m={0} aria-label={t('found')} style={{ listStyle: 'none' }}>
            {found.map((member) => (
              <li key={member.userId}>
                <Anchor component={Link} to={`/members/${member.userId}` as string} size="sm" fw={600}>
                  {nameOfMember(member)}
                </Anchor>
              </li>
            ))}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
