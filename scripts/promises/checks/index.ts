// All checks, in order.
import type { Check } from '../check'
import { abuse } from './abuse'
import { databaseRestarts } from './database-restart'
import { platformHung } from './platform-hung'

export const checks: readonly Check[] = [platformHung, abuse, databaseRestarts]
