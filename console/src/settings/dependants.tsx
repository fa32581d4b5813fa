// What a key or a person made, which may end with it.
import { Checkbox } from '@mantine/core'
import type { Schema } from '../api'
import { catalogue, useTexts } from '../patterns/texts'

const texts = catalogue('dependants', {
  end: 'End the keys and people that it made, too',
  endAbout: 'Otherwise they stay, and the next notice names them.',
  stays: 'What it made stays: {names}.',
  ended: 'It ended too: {names}.',
  key: 'the key {name}',
  person: '{name}',
  unnamed: 'a person',
})

export function DependantsField({
  checked,
  onChange,
}: {
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const t = useTexts(texts)
  return (
    <Checkbox
      label={t('end')}
      description={t('endAbout')}
      checked={checked}
      onChange={({ currentTarget: { checked: isOn } }) => onChange(isOn)}
    />
  )
}

/** A sentence after that of the act; empty where it made nothing. */
export function useDependantsText(): (dependants: readonly Schema<'Dependant'>[]) => string {
  const t = useTexts(texts)
  return (dependants) => {
    const namesOf = (isEnded: boolean) =>
      dependants
        .filter(({ ended }) => ended === isEnded)
        .map(({ kind, name, id }) =>
          kind === 'key' ? t('key', { name: name ?? id }) : name === null ? t('unnamed') : t('person', { name }),
        )
        .join(', ')
    const [stays, ended] = [namesOf(false), namesOf(true)]
    return [ended && t('ended', { names: ended }), stays && t('stays', { names: stays })]
      .filter(Boolean)
      .map((text) => ` ${text}`)
      .join('')
  }
}
