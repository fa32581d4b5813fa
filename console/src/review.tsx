// The queue of responses over all forms, oldest first. A response is opened by the person, because that is recorded.
import { Badge, Button, Group, Kbd, NavLink, Paper, Select, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { answerOf, api, type Schema } from './api'
import { useHeldActs, type HeldAct } from './patterns/held-acts'
import { useKeptActs } from './patterns/kept-acts'
import { nameOf } from './patterns/names'
import { Page } from './patterns/page'
import { catalogue, useTexts } from './patterns/texts'
import { Time } from './patterns/time'
import { ListView, useList } from './patterns/use-list'
import { ReviewResponse } from './review-response'
import { reviewSearchOf, type ReviewSearch } from './review-search'
import styles from './review.module.css'

const texts = catalogue('review', {
  title: 'Review',
  about_one: '{count} response waits for a decision.',
  about_other: '{count} responses wait for a decision.',
  aboutMore: 'More than {count} responses wait for a decision.',
  form: 'Form',
  all: 'All forms',
  ofForm: '{name} ({count})',
  ofFormMore: '{name} (more than {count})',
  waiting: 'Waiting responses',
  none: 'No response waits for a decision.',
  appear: 'New ones appear here by themselves.',
  score: 'score {score}',
  held: 'being decided',
  lost: 'no answer yet',
  choose: 'Choose a response. Opening one is recorded in the audit log.',
  oldest: 'Open the oldest',
  unknown: 'This response is not among those that are listed. Open it from the queue.',
  keys: 'in an open response: pass, fail, next',
})

const REFRESH_MS = 15_000

type Waiting = Schema<'ResponseItem'>

export function ReviewScreen() {
  const t = useTexts(texts)
  const search = reviewSearchOf(useSearch({ strict: false }))
  const { responseId } = useParams({ strict: false })
  const navigate = useNavigate()
  const held = useHeldActs()
  const [forms, setForms] = useState<readonly Schema<'FormTotal'>[]>([])
  const list = useList({
    key: ['responses', search.form ?? ''],
    everyMs: REFRESH_MS,
    read: async (cursor) => {
      const query = {
        order: 'oldest' as const,
        total: '1' as const,
        names: '1' as const,
        ...(cursor !== null && { cursor }),
        ...(search.form !== undefined && { applicationId: search.form }),
      }
      const page = await answerOf(api.GET('/v2/responses', { params: { query } }))
      if (page.meta.forms) setForms(page.meta.forms)
      return page
    },
  })
  const formName = (applicationId: string) =>
    forms.find((one) => one.applicationId === applicationId)?.name ?? list.names.form(applicationId)
  const heldOn = (id: string) => held.find(({ on }) => on === id)
  const open = (item: Waiting) =>
    void navigate({
      to: '/review/$responseId',
      params: { responseId: item.responseId },
      search: { ...search, of: item.applicationId },
    })
  const close = () => void navigate({ to: '/review', search: filterOf(search) })
  /** After the open one, then from the beginning: those that were passed over. */
  const nextOf = (id: string): Waiting | null => {
    const at = list.rows.findIndex((one) => one.responseId === id)
    const others = [...list.rows.slice(at + 1), ...list.rows.slice(0, Math.max(at, 0))]
    return others.find((one) => one.responseId !== id && heldOn(one.responseId) === undefined) ?? null
  }
  const row = list.rows.find((one) => one.responseId === responseId)
  const applicationId = row?.applicationId ?? search.of
  // a response that was decided leaves the list; what was known of it stays while it is open
  const lastRow = useRef<Waiting | undefined>(undefined)
  if (row !== undefined) lastRow.current = row
  const known = lastRow.current?.responseId === responseId ? lastRow.current : undefined
  const first = list.rows.find((one) => heldOn(one.responseId) === undefined)
  const total = list.total
  const isIdle = list.state === 'empty' && responseId === undefined
  return (
    <Page
      title={t('title')}
      about={
        total === null || isIdle
          ? ' '
          : total.exact
            ? t('about', { count: total.count })
            : t('aboutMore', { count: total.count })
      }
    >
      <div className={styles.columns} data-open={responseId !== undefined || undefined}>
        <Stack gap="sm" component="nav" aria-label={t('waiting')} className={styles.queue}>
          <Select
            label={t('form')}
            placeholder={t('all')}
            clearable
            searchable
            data={forms.map(({ applicationId: value, name, total: { count, exact } }) => ({
              value,
              label: t(exact ? 'ofForm' : 'ofFormMore', { name, count }),
            }))}
            value={search.form ?? null}
            onChange={(value) => void navigate({ to: '/review', search: value === null ? {} : { form: value } })}
          />
          <ListView of={list} empty={null} isPart>
            <Paper component="ol" p={4} className={styles.list}>
              {list.rows.map((item) => (
                <li key={item.responseId}>
                  <Row
                    item={item}
                    form={formName(item.applicationId)}
                    held={heldOn(item.responseId)}
                    isOpen={item.responseId === responseId}
                    search={search}
                  />
                </li>
              ))}
            </Paper>
          </ListView>
        </Stack>
        <div className={styles.response}>
          {isIdle ? (
            <Paper p="xl">
              <Stack align="center" gap="xs">
                <Text fw={600} ta="center">
                  {t('none')}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('appear')}
                </Text>
              </Stack>
            </Paper>
          ) : responseId === undefined ? (
            first && (
              <Paper withBorder p="xl">
                <Stack align="center" gap="md">
                  <Text ta="center">{t('choose')}</Text>
                  <Button onClick={() => open(first)}>{t('oldest')}</Button>
                  <Text size="xs" c="dimmed" visibleFrom="sm">
                    <Kbd>P</Kbd> <Kbd>F</Kbd> <Kbd>N</Kbd> {t('keys')}
                  </Text>
                </Stack>
              </Paper>
            )
          ) : applicationId === undefined ? (
            list.state !== 'loading' && <Text c="dimmed">{t('unknown')}</Text>
          ) : (
            <ReviewResponse
              key={responseId}
              path={{ applicationId, responseId }}
              form={formName(applicationId)}
              isGone={known !== undefined && row === undefined && heldOn(responseId) === undefined}
              onClose={close}
              onNext={() => {
                const next = nextOf(responseId)
                if (next === null) close()
                else open(next)
              }}
            />
          )}
        </div>
      </div>
    </Page>
  )
}

const filterOf = ({ form }: ReviewSearch): ReviewSearch => (form === undefined ? {} : { form })

interface RowProps {
  readonly item: Waiting
  readonly form: string
  readonly held: HeldAct | undefined
  readonly isOpen: boolean
  readonly search: ReviewSearch
}

function Row({ item, form, held, isOpen, search }: RowProps) {
  const t = useTexts(texts)
  const { responseId, applicationId, score, submittedAt } = item
  const isLost = useKeptActs().some(
    ({ name, key, isLost: is }) => name === 'reviewResponse' && is && key.endsWith(responseId),
  )
  return (
    <NavLink
      className={styles.row}
      active={isOpen}
      aria-current={isOpen ? 'true' : undefined}
      component={Link}
      to={`/review/${responseId}` as string}
      search={{ ...filterOf(search), of: applicationId } as never}
      label={
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} dir="auto" truncate>
            {nameOf(item)}
          </Text>
          {(held !== undefined || isLost) && (
            <Badge size="sm" variant="light" color={isLost ? 'yellow' : 'blue'} className={styles.state}>
              {t(isLost ? 'lost' : 'held')}
            </Badge>
          )}
        </Group>
      }
      description={
        <Text inherit truncate title={form}>
          <Time at={submittedAt} isDay />
          {score !== null && ` · ${t('score', { score })}`} · <bdi>{form}</bdi>
        </Text>
      }
    />
  )
}
