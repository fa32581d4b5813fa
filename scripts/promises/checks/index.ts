// All checks in order: the last inspects the data of the others.
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
