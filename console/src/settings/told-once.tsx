// The secret of a new key and the link of an invitation, once, and what to do where the answer with it was lost.
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { SecretDialog } from '../patterns/secret-dialog'
import { catalogue, useTexts } from '../patterns/texts'
import { saved, useToldOnce } from '../patterns/told-once'

const texts = catalogue('told-once', {
  key: 'Key {name}',
  keyAbout: 'This is the key {name}. Copy it now to where it is used: it is not shown again.',
  keySecret: 'Secret of the key',
  keyLost:
    'The key {name} exists, but the answer with its secret was lost, and the secret cannot be shown again. Rotate the key for another secret, or revoke it.',
  toKey: 'Rotate or revoke {name}',
  link: 'Link for {name}',
  linkAbout: 'Send this link to {name}. It works once, within 72 hours, and is not shown again.',
  linkSecret: 'Link of the invitation',
  linkLost:
    '{name} is in the list, but the answer with the link was lost, and no link can be shown again. Invite {name} again for another link: the lost one then ends.',
  toPerson: 'Go to {name}',
})

export function ToldOnce() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const told = useToldOnce()
  if (told === null) return null
  const { name } = told.of
  const close = () => saved(told)
  if (told.is === 'invitation') {
    const { personId, invitation } = told.of
    return (
      <SecretDialog
        key={personId}
        title={t('link', { name })}
        about={t('linkAbout', { name })}
        label={t('linkSecret')}
        secret={invitation}
        lost={t('linkLost', { name })}
        lostActs={
          <Button component={Link} to={`/settings/people/${personId}` as string} onClick={close}>
            {t('toPerson', { name })}
          </Button>
        }
        onClose={close}
      />
    )
  }
  const { keyId, key: secret } = told.of
  const address = `/settings/keys/${keyId}` as string
  return (
    <SecretDialog
      key={keyId}
      title={t('key', { name })}
      about={t('keyAbout', { name })}
      label={t('keySecret')}
      secret={secret}
      lost={t('keyLost', { name })}
      lostActs={
        <Button component={Link} to={address} onClick={close}>
          {t('toKey', { name })}
        </Button>
      }
      onClose={() => {
        close()
        if (told.isOpened) void navigate({ to: address })
      }}
    />
  )
}
