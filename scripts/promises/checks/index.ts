// All checks, in the order in which they run: the last looks at what the others have left.
import type { Check } from '../check'
import { abuse } from './abuse'
import { concurrencyChecks } from './concurrency'
import { oddRequests } from './odd-requests'
import { platformChecks } from './platform'
import { quietChecks } from './quiet'
import { stopChecks } from './stops'

export const checks: readonly Check[] = [
  ...concurrencyChecks,
  ...platformChecks,
  oddRequests,
  abuse,
  ...stopChecks,
  ...quietChecks,
]
