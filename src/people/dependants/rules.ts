// When a credential does not act any more. Pure.

interface Stopped {
  readonly enabled: boolean
  readonly paused_at: string | null
}

export const isStopped = ({ enabled, paused_at }: Stopped): boolean => !enabled || paused_at !== null
