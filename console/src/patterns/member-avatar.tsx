// The picture of an account, beside its name: read by the server from the platform, and initials where there is none.
import { Avatar, type MantineSize } from '@mantine/core'

const areOn = document.querySelector<HTMLMetaElement>('meta[name=avatars]')?.content === 'on'

/** Dark enough on their light backgrounds, in both looks (theme.tsx). */
const colours = ['indigo', 'blue', 'teal', 'green', 'orange', 'red', 'gray']

interface AvatarProps {
  readonly userId: string
  readonly name: string
  readonly size?: MantineSize | number
}

export function MemberAvatar({ userId, name, size = 'sm' }: AvatarProps) {
  const letters = [...name].slice(0, 2).join('').toUpperCase()
  return (
    <Avatar
      // another account's picture is not known to be missing
      key={userId}
      src={areOn ? `/console/avatars/${userId}` : null}
      // the name stands beside it
      alt=""
      aria-hidden
      imageProps={{ loading: 'lazy', decoding: 'async' }}
      name={name}
      color="initials"
      allowedInitialsColors={colours}
      size={size}
      radius="xl"
    >
      {letters}
    </Avatar>
  )
}
