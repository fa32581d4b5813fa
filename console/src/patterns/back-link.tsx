// The way up from a record to its list.
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { directionOf } from './texts'

interface BackProps {
  readonly to: '/members' | '/audit' | '/settings/people' | '/settings/keys' | '/settings/forms'
  readonly children: string
}

export const BackLink = ({ to, children }: BackProps) => (
  <Anchor component={Link} to={to as string} size="sm">
    {directionOf() === 'rtl' ? '→' : '←'} {children}
  </Anchor>
)
