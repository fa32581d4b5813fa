// All checks, in order.
import type { Check } from '../check'
import { abuse } from './abuse'
import { databaseRestarts } from './database-restart'
import { mixedLoad } from './mixed-load'
import { platformChecks } from './platform'

export const checks: readonly Check[] = [mixedLoad, ...platformChecks, abuse, databaseRestarts]
