// Reads the roles of the group from the platform now: new ranks appear, and it shows whether the connection works.
import { Button } from '@mantine/core'
import { catalogue, useTexts } from '../patterns/texts'
import { ErrorNote } from '../patterns/error-note'
import { useAct } from '../patterns/use-act'
import { connectionQuery } from '../connection'
import { ranksQuery } from '../ranks-query'

const texts = catalogue('sync-ranks', {
  sync: 'Sync now',
  test: 'Test the connection',
  title: 'Read the ranks of the group',
  same: 'The platform answered: the ranks are as they were.',
  changed: 'The platform answered. New: {added}, changed: {changed}, gone: {removed}.',
})

/** @property isTest the button says so */
export function SyncRanks({ isTest = false }: { readonly isTest?: boolean }) {
  const t = useTexts(texts)
  const act = useAct({
    name: 'syncRanks',
    on: 'group',
    title: () => t('title'),
    request: () => ({}),
    said: ({ meta: { added, changed, removed } }) =>
      added + changed + removed === 0 ? t('same') : t('changed', { added, changed, removed }),
    reads: [ranksQuery.queryKey, connectionQuery.queryKey],
  })
  return (
    <>
      <Button variant="default" loading={act.state === 'busy'} onClick={() => void act.run()}>
        {t(isTest ? 'test' : 'sync')}
      </Button>
      {act.error !== null && (
        <div style={{ flexBasis: '100%' }}>
          <ErrorNote error={act.error} onAgain={() => void (act.lost === null ? act.run() : act.again())} />
        </div>
      )}
    </>
  )
}
