// What a list is narrowed by: on a phone the first field, and the others behind a button that says how many are set.
import { Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './filters.module.css'
import { catalogue, useTexts } from './texts'

const texts = catalogue('filters', { more: 'Filters', moreSet: 'Filters: {count}', clear: 'Clear the filters' })

interface FiltersProps {
  readonly label?: string
  readonly first: ReactNode
  /** How many of the others are set. */
  readonly set: number
  /** null: nothing to clear. */
  readonly onClear: (() => void) | null
  readonly children: ReactNode
}

export function Filters({ label, first, set, onClear, children }: FiltersProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <Group align="end" gap="sm" role="search" aria-label={label} className={styles.filters} data-open={isOpen}>
      <div className={styles.first}>{first}</div>
      <Button variant="default" hiddenFrom="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {set === 0 ? t('more') : t('moreSet', { count: set })}
      </Button>
      {children}
      {onClear !== null && (
        <Button variant="subtle" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </Group>
  )
}
