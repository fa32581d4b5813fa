import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isSignedOut } from './api'
import { makeRouter } from './router'
import './base.css'

// without a network a request fails, so the screen says so, instead of waiting for one
const networkMode = 'always'
const client = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: (count, error) => count < 2 && !isSignedOut(error), staleTime: 5_000 },
    mutations: { networkMode },
  },
})
const router = makeRouter(client)
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
