// The sections in the order of measurement and output.
import { measureCommunities } from './communities.mjs'
import { measureConnections } from './connections.mjs'
import { measureHot } from './hot.mjs'
import { measureLeak } from './leak.mjs'
import { measureScheduler } from './scheduler.mjs'
import { measureSchedules } from './schedules.mjs'
import { measureSizes } from './sizes.mjs'
import { measureStart } from './start.mjs'
import { renderHot } from './tables/hot.mjs'
import { renderScheduler } from './tables/scheduler.mjs'
import { renderSchedules } from './tables/schedules.mjs'
import { renderCommunities, renderConnections, renderLeak, renderSizes, renderStart } from './tables/series.mjs'

/** `render(result)` makes Markdown of `measure(options)`. */
export const sections = [
  { id: 'hot', what: 'reads and awards compared with the peers', measure: measureHot, render: renderHot },
  {
    id: 'sizes',
    what: '1,000, 100,000 and 1,000,000 members and responses',
    measure: measureSizes,
    render: renderSizes,
  },
  {
    id: 'connections',
    what: 'this server and Fastify at 1, 4, 16 and 64 connections',
    measure: measureConnections,
    render: renderConnections,
  },
  {
    id: 'communities',
    what: 'many communities, on one PostgreSQL or Citus',
    measure: measureCommunities,
    render: renderCommunities,
  },
  { id: 'leak', what: 'memory over many requests', measure: measureLeak, render: renderLeak },
  { id: 'start', what: 'from the command to the first answer', measure: measureStart, render: renderStart },
  { id: 'schedules', what: 'jobs of 10,000 connected communities', measure: measureSchedules, render: renderSchedules },
  {
    id: 'scheduler',
    what: 'acceptance and execution of rank changes',
    measure: measureScheduler,
    render: renderScheduler,
  },
]
