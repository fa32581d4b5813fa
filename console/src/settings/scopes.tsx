// What roles and keys may do, in words and groups, and the choice of it. Nobody hands on what they do not have.
import { Button, Checkbox, Fieldset, Group, List, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { scopes as contractScopes } from '../../../generated/operations'
import { catalogue, useTexts } from '../patterns/texts'
import { sessionQuery } from '../session'

export type Scope = keyof typeof contractScopes

const words = {
  'members.read': 'See members',
  'members.experience.write': 'Change experience',
  'members.quota.write': 'Change quota points',
  'members.ranks.write': 'Change ranks of members',
  'members.roles.write': 'Give and take roles of the group',
  'members.medals.write': 'Award and remove medals',
  'members.qualifications.write': 'Award and remove qualifications',
  'joins.read': 'See requests to join',
  'joins.write': 'Accept and decline requests to join',
  'members.identities.read': 'See ids of players in games and apps',
  'members.identities.write': 'Report ids of players in games and apps',
  'verifications.read': 'See linked chat accounts',
  'verifications.write': 'Link and unlink chat accounts',
  'applications.read': 'See forms',
  'applications.write': 'Make, change and delete forms, and see their answer keys',
  'applications.submit': 'Open and submit forms for players',
  'applications.responses.read': 'Read responses and notes about them',
  'applications.responses.review': 'Pass and fail responses',
  'ranks.read': 'See ranks',
  'ranks.write': 'Sync ranks and set AutoRank',
  'medals.read': 'See medals',
  'medals.write': 'Make, change and archive medals',
  'qualifications.read': 'See qualifications',
  'qualifications.write': 'Make, change and archive qualifications',
  'warnings.read': 'See warnings',
  'warnings.write': 'Warn members and revoke warnings',
  'suspensions.read': 'See suspensions',
  'suspensions.write': 'Suspend members and lift suspensions',
  'blacklists.read': 'See the blacklist',
  'blacklists.write': 'Add to the blacklist and lift entries',
  'events.read': 'See events',
  'events.write': 'Make, run and finish events',
  'audit.read': 'Read the audit log',
  'reversals.read': 'See what was taken back',
  'reversals.write': 'Take changes back',
  'webhooks.read': 'See webhooks',
  'webhooks.write': 'Change webhooks',
  'keys.read': 'See keys',
  'keys.write': 'Make, change and revoke keys',
  'people.read': 'See people of the staff',
  'people.write': 'Invite, change and delete people of the staff',
  'settings.read': 'See settings',
  'settings.write': 'Change settings, and pause the writes to the group',
  'plans.read': 'See plans',
} as const satisfies Readonly<Record<Scope, string>>

export const scopeTexts = catalogue('scopes', words)

const texts = catalogue('scope-groups', {
  members: 'Members',
  joins: 'Joining and accounts',
  forms: 'Forms and responses',
  awards: 'Ranks, medals and qualifications',
  moderation: 'Moderation',
  events: 'Events',
  records: 'Audit',
  administration: 'Administration',
  chosen_one: '{count} right chosen',
  chosen_other: '{count} rights chosen',
  all: 'All',
  none: 'None',
  allOf: 'All: {group}',
  noneOf: 'None: {group}',
  lacks: 'You cannot hand on what you do not have: those are grey.',
  rights: 'Rights',
  everything: 'Everything',
})

type GroupName = 'members' | 'joins' | 'forms' | 'awards' | 'moderation' | 'events' | 'records' | 'administration'

/** The first that fits. */
const groups: readonly (readonly [GroupName, RegExp])[] = [
  ['joins', /^(joins|verifications|members\.identities)\./],
  ['members', /^members\./],
  ['forms', /^applications\./],
  ['awards', /^(ranks|medals|qualifications)\./],
  ['moderation', /^(warnings|suspensions|blacklists)\./],
  ['events', /^events\./],
  ['records', /^(audit|reversals)\./],
  ['administration', /^/],
]
const allScopes = Object.keys(words) as Scope[]
const groupOf = (scope: string): GroupName => groups.find(([, pattern]) => pattern.test(scope))?.[0] ?? 'administration'
const grouped = [...new Set(allScopes.map(groupOf))].map(
  (group) => [group, allScopes.filter((scope) => groupOf(scope) === group)] as const,
)

/** The right in words; a newer server may have more. */
export function useScopeText(): (scope: string) => string {
  const t = useTexts(scopeTexts)
  return (scope) => (scope in words ? t(scope as Scope) : scope)
}

/** Whether the person here has all of these, and can so hand them on. */
export function useHas(): (scopes: readonly string[]) => boolean {
  const { data } = useQuery(sessionQuery)
  const own = new Set<string>(data?.scopes)
  return (scopes) => scopes.every((scope) => own.has(scope))
}

/** Those that the person here does not have. */
export function useLacking(): (scopes: readonly string[]) => string[] {
  const has = useHas()
  return (scopes) => scopes.filter((scope) => !has([scope]))
}

export function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  const t = useTexts(texts)
  const textOf = useScopeText()
  if (allScopes.every((scope) => scopes.includes(scope))) return <Text size="sm">{t('everything')}</Text>
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {grouped
        .filter(([, some]) => some.some((scope) => scopes.includes(scope)))
        .map(([group, some]) => (
          <div key={group}>
            <Text size="sm" fw={600}>
              {t(group)}
            </Text>
            <List size="sm" c="dimmed" withPadding={false}>
              {some
                .filter((scope) => scopes.includes(scope))
                .map((scope) => (
                  <List.Item key={scope}>{textOf(scope)}</List.Item>
                ))}
            </List>
          </div>
        ))}
    </SimpleGrid>
  )
}

interface PickerProps {
  readonly value: readonly string[]
  readonly onChange: (scopes: readonly string[]) => void
  readonly error?: string | undefined
}

export function ScopePicker({ value, onChange, error }: PickerProps) {
  const t = useTexts(texts)
  const textOf = useScopeText()
  const has = useHas()
  const set = (changed: readonly string[], isOn: boolean) =>
    onChange([...value.filter((scope) => !changed.includes(scope)), ...(isOn ? changed : [])])
  const isLacking = !has(allScopes)
  return (
    <Stack gap="xs" role="group" aria-label={t('rights')}>
      <Text size="sm" c={error === undefined ? 'dimmed' : 'red'} aria-live="polite">
        {error ?? t('chosen', { count: value.length })}
      </Text>
      {isLacking && (
        <Text size="sm" c="dimmed">
          {t('lacks')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
        {grouped.map(([group, some]) => {
          const offered = some.filter((scope) => has([scope]))
          const isFull = offered.length > 0 && offered.every((scope) => value.includes(scope))
          return (
            <Fieldset key={group} legend={t(group)} p="xs">
              <Group justify="space-between" align="start" wrap="nowrap" gap="xs">
                <Stack gap={6}>
                  {some.map((scope) => (
                    <Checkbox
                      key={scope}
                      size="sm"
                      label={textOf(scope)}
                      checked={value.includes(scope)}
                      disabled={!has([scope])}
                      onChange={({ currentTarget: { checked } }) => set([scope], checked)}
                    />
                  ))}
                </Stack>
                {offered.length > 1 && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    style={{ flexShrink: 0 }}
                    aria-label={t(isFull ? 'noneOf' : 'allOf', { group: t(group) })}
                    onClick={() => set(offered, !isFull)}
                  >
                    {t(isFull ? 'none' : 'all')}
                  </Button>
                )}
              </Group>
            </Fieldset>
          )
        })}
      </SimpleGrid>
    </Stack>
  )
}
