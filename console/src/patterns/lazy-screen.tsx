// A screen in a file of its own, loaded when it is opened. One that cannot be loaded says so, and recovers.
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { loadFile, NewerConsole, whyNotLoaded } from './load-file'
import { catalogue, useTexts } from './texts'

/** For those who show them in other languages. */
export const lazyScreenTexts = catalogue('lazy-screen', {
  loading: 'Loading',
  again: 'Try again',
  newest: 'Load again',
})

/** @param load is not typed more closely: a screen has the types of the router, which has the screen. @param name of the component */
export function lazyScreen(load: () => Promise<object>, name: string): FunctionComponent {
  return function LazyScreen() {
    const t = useTexts(lazyScreenTexts)
    const { data, error, isError, refetch, failureCount } = useQuery({
      queryKey: ['screen', name],
      queryFn: async () => ({
        Screen: ((await loadFile(load)) as Record<string, FunctionComponent>)[name] as FunctionComponent,
      }),
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
      refetchOnReconnect: 'always',
      // a component is no data that could be compared
      structuralSharing: false,
    })
    if (data !== undefined) {
      const { Screen } = data
      return <Screen />
    }
    if (!isError && failureCount === 0) {
      return (
        <Stack gap="sm" role="status" aria-label={t('loading')}>
          <Skeleton height={32} width="40%" />
          <Skeleton height={160} />
        </Stack>
      )
    }
    const isNewer = error instanceof NewerConsole
    const again = async () => {
      if (isNewer) return window.location.reload()
      const { isError: isStillWrong } = await refetch()
      // some browsers keep that a file could not be loaded
      if (isStillWrong && (await isAnswered())) window.location.reload()
    }
    return (
      <Alert color="red" role="alert">
        <Group justify="space-between">
          <Text size="sm">{whyNotLoaded(error)}</Text>
          <Button size="xs" variant="default" onClick={() => void again()}>
            {t(isNewer ? 'newest' : 'again')}
          </Button>
        </Group>
      </Alert>
    )
  }
}

const isAnswered = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
