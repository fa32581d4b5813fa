import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isSignedOut } from './api'
import { makeRouter } from './router'
import './base.css'

const client = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => count < 2 && !isSignedOut(error), staleTime: 5_000 } },
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
