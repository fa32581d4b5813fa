import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RequestError } from './api'
import { Theme } from './patterns/theme'
import { makeRouter } from './router'
import './base.css'

// without a network a request fails, so the screen says so, instead of waiting for one
const networkMode = 'always'

/** What may pass soon; who named a time is not asked before it. */
const isPassing = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status >= 500) && error.retryAt === null

const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      retry: (count, error) => count < 1 && isPassing(error),
      staleTime: 5_000,
      refetchOnReconnect: true,
    },
    mutations: { networkMode },
  },
})
const router = makeRouter(client)
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Theme>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Theme>
  </StrictMode>,
)
