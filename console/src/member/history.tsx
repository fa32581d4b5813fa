// What was done to a member, newest first, as sentences.
import { answerOf, api } from '../api'
import { Sentence } from '../patterns/sentence'
import { catalogue, useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { ListView, useList } from '../patterns/use-list'
import { keyOfMember, type Member } from './member-act'
import { Section } from './section'
import styles from './member.module.css'

const texts = catalogue('member-history', { title: 'History', none: 'Nothing has changed yet.' })

export function History({ member: { userId } }: { readonly member: Member }) {
  const t = useTexts(texts)
  const list = useList({
    key: [...keyOfMember(userId), 'history'],
    everyMs: 15_000,
    read: (cursor) => {
      const query = { order: 'newest', userId, names: '1', limit: 25, ...(cursor !== null && { cursor }) } as const
      return answerOf(api.GET('/v2/audit-entries', { params: { query } }))
    },
  })
  return (
    <Section title={t('title')}>
      <ListView of={list} empty={t('none')} isPart skeletonRows={5}>
        <ol className={styles.history} aria-label={t('title')}>
          {list.rows.map((entry) => (
            <li key={entry.auditId}>
              <Time at={entry.at} />
              <Sentence of={entry} names={list.names} />
            </li>
          ))}
        </ol>
      </ListView>
    </Section>
  )
}
