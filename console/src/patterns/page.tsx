// A page: its title in the tab, its heading, and the focus after a navigation.
import { Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { catalogue, textsOf } from './texts'

const texts = catalogue('page', { site: 'Console' })

interface PageProps {
  readonly title: string
  /** Beside the heading: what the whole page is acted on with. */
  readonly acts?: ReactNode
  /** Below the heading. */
  readonly about?: ReactNode
  /** Above the heading: where one comes from. */
  readonly from?: ReactNode
  /** What the tab is named after, if it is not the console. */
  readonly site?: string
  readonly children: ReactNode
}

/** The page on which the focus was set; on the first page it stays where the browser has it. */
let last: string | null = null

/** After an act: what had the focus may be gone from the page, and the keyboard would begin at its top. */
export function keepFocus(): void {
  // after the screen has drawn what was read
  setTimeout(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  })
}

/** @param site what the tab is named after, if it is not the console */
export function nameTab(title: string, site = textsOf(texts)('site')): void {
  document.title = `${title} · ${site}`
}

export function Page({ title, acts, about, from, site, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = window.location.pathname
  useEffect(() => nameTab(title, site), [title, site])
  useEffect(() => {
    if (last !== null && last !== path) heading.current?.focus({ preventScroll: true })
    last = path
  }, [path])
  return (
    <Stack gap="md">
      {from}
      <div>
        <Group justify="space-between" gap="sm">
          <Title order={1} ref={heading} tabIndex={-1} dir="auto" flex="1 1 8rem" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {acts !== undefined && <Group gap="xs">{acts}</Group>}
        </Group>
        {about !== undefined && (
          <Text c="dimmed" size="sm" mt={4} maw="60rem">
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
