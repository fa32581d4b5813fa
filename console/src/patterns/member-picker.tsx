// Chooses members: by part of a name or an id, and many by pasting a list.
import { Group, MultiSelect, Select, Text, type ComboboxItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { sentenceOf } from './errors'
import { findMembers, lookUp, meantBy, nameOfMember, namesIn, type FoundMember } from './find-members'
import { MemberAvatar } from './member-avatar'
import { catalogue, useTexts } from './texts'

const texts = catalogue('member-picker', {
  label: 'Member',
  labelMany: 'Members',
  placeholder: 'Name or user id',
  placeholderMany: 'Name or user id, or paste a list',
  nothing: 'No member has this name or id',
  short: 'Type two letters or more',
  unknown: 'Not found: {names}',
})

const WAIT_MS = 250

const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['found-members', text.toLowerCase()],
    enabled: text.length >= 2,
    queryFn: () => findMembers(text),
    staleTime: 60_000,
  })

function useFound(search: string) {
  const [text] = useDebouncedValue(search.trim(), WAIT_MS)
  const found = useQuery(foundQuery(text))
  return { found: found.data ?? [], isReading: found.isFetching, error: found.error }
}

/** For Enter where no option is marked: takes whom the text means, without waiting for the list. */
function useEnter(search: string, onMeant: (member: FoundMember) => void, onUnknown?: () => void) {
  const client = useQueryClient()
  const find = async (text: string) => {
    // the field shows why nothing was found
    const found = await client.fetchQuery(foundQuery(text)).catch(() => [])
    const member = meantBy(text, found)
    if (member === null) onUnknown?.()
    else onMeant(member)
  }
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const text = search.trim()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === '') return
    if (event.currentTarget.getAttribute('aria-activedescendant')) return
    // it chooses, and sends no form
    event.preventDefault()
    void find(text)
  }
}

const itemOf = (member: FoundMember): ComboboxItem => ({
  value: member.userId,
  label: member.username === null ? member.userId : `${member.username} (${member.userId})`,
})

const drawItem = ({ option: { value, label } }: { readonly option: ComboboxItem }) => (
  <Group gap="xs" wrap="nowrap">
    <MemberAvatar userId={value} name={label} />
    <span dir="auto">{label}</span>
  </Group>
)

interface PickerProps {
  readonly label?: string
  readonly value: FoundMember | null
  readonly onChange: (member: FoundMember | null) => void
  /** What was typed and not chosen, when the field is left or Enter is pressed: the whole name of somebody who is not in the list. */
  readonly onTyped?: (text: string) => void
  readonly required?: boolean
  readonly error?: string | undefined
}

export function MemberPicker({ label, value, onChange, onTyped, required = false, error }: PickerProps) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const text = search.trim()
  const isChosen = value !== null && (text === itemOf(value).label || text === value.userId)
  const typed = () => {
    if (text !== '' && !isChosen) onTyped?.(text)
  }
  const choose = (member: FoundMember) => {
    onChange(member)
    setSearch(itemOf(member).label)
    setOpen(false)
  }
  const enter = useEnter(isChosen ? '' : search, choose, typed)
  const { found, isReading, error: failed } = useFound(search)
  const all = value === null || found.some(({ userId }) => userId === value.userId) ? found : [value, ...found]
  return (
    <Select
      label={label ?? t('label')}
      placeholder={t('placeholder')}
      searchable
      clearable
      required={required}
      data={all.map(itemOf)}
      renderOption={drawItem}
      // the server has searched; who is chosen is no answer to another text
      filter={({ options, search: text }) =>
        value === null || text === itemOf(value).label
          ? options
          : options.filter((one) => 'value' in one && found.some(({ userId }) => userId === one.value))
      }
      value={value?.userId ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(userId) => onChange(all.find((one) => one.userId === userId) ?? null)}
      nothingFoundMessage={isReading ? undefined : search.trim().length < 2 ? t('short') : t('nothing')}
      error={error ?? (failed === null ? undefined : sentenceOf(failed))}
      onBlur={typed}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={enter}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

interface ManyProps {
  readonly label?: string
  readonly value: readonly FoundMember[]
  readonly onChange: (members: readonly FoundMember[]) => void
  readonly error?: string | undefined
}

export function MembersPicker({ label, value, onChange, error }: ManyProps) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [pasteError, setPasteError] = useState<unknown>(null)
  const { found, error: failed } = useFound(search)
  const all = [...value, ...found.filter(({ userId }) => !value.some((one) => one.userId === userId))]
  const paste = async (names: readonly string[]) => {
    setPasteError(null)
    try {
      const pasted = await lookUp(names)
      setUnknown(pasted.unknown)
      add(pasted.found)
    } catch (problem) {
      setPasteError(problem)
    }
  }
  const add = (members: readonly FoundMember[]) =>
    onChange([...value, ...members.filter(({ userId }) => !value.some((one) => one.userId === userId))])
  const enter = useEnter(search, (member) => {
    add([member])
    setSearch('')
  })
  const problem = pasteError ?? failed
  return (
    <>
      <MultiSelect
        label={label ?? t('labelMany')}
        placeholder={t('placeholderMany')}
        searchable
        data={all.map(itemOf)}
        renderOption={drawItem}
        filter={({ options }) => options}
        hidePickedOptions
        value={value.map(({ userId }) => userId)}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(ids) => onChange(ids.flatMap((id) => all.find(({ userId }) => userId === id) ?? []))}
        onKeyDown={enter}
        onPaste={(event) => {
          const names = namesIn(event.clipboardData.getData('text'))
          if (names.length < 2) return
          event.preventDefault()
          void paste(names)
        }}
        error={error ?? (problem === null ? undefined : sentenceOf(problem))}
      />
      {unknown.length > 0 && (
        <Text size="sm" c="red" role="status">
          {t('unknown', { names: unknown.join(', ') })}
        </Text>
      )}
    </>
  )
}

export { nameOfMember }
