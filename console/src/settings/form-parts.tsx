// What the list of the forms and the page of a form share.
import { Badge, TextInput } from '@mantine/core'
import { duplicateApplication as limits } from '../../../generated/field-limits'
import type { Schema } from '../api'
import { isTooLong } from '../patterns/draft-field'
import { catalogue, useTexts } from '../patterns/texts'

export type Form = Schema<'Application'>
export type Definition = Schema<'Definition'>

export const formTexts = catalogue('forms', {
  title: 'Forms',
  about: 'Players apply with them, and staff decide in Review.',
  find: 'Name',
  list: 'List of forms',
  none: 'No form yet. Make one from a template, or through the API.',
  noMatch: 'No form has this name.',
  open: 'open',
  closed: 'closed',
  required: 'required to join',
  password: 'with a password',
  graded: 'graded automatically',
  questions_one: '{count} question',
  questions_other: '{count} questions',
  version: 'version {version}',
  changedAt: 'changed',
  gone: 'There is no such form any more.',
  form: 'Form',
  questionsLabel: 'Questions',
  grading: 'Grading',
  notGraded: 'by staff',
  versionLabel: 'Version',
  changedLabel: 'Changed',
  byApi: 'Its questions, its password and who may apply are changed through the API for now.',
  result: 'Result',
  goneRank: 'a rank that the group no longer has',
  joining: 'Joining',
  more: 'Copies, and the end',

  openForm: 'Open the form',
  openAct: 'Open the form {name}',
  openEffect: 'Players can apply with it. Who has applied with this version already, cannot again.',
  opened: '{name} is open.',
  closeForm: 'Close the form',
  closeAct: 'Close the form {name}',
  closeEffect: 'Nobody can apply with it. Responses that wait can still be decided.',
  closedDone: '{name} is closed.',
  closeRequired: 'Required to join: take that away first, then it can be closed or deleted.',

  change: 'What a pass gives',
  changeAct: 'Change what a pass of {name} gives',
  changed: 'The form {name} was changed.',
  newVersion: 'This makes a new version of the form, so who has applied already can apply again.',
  joinRequests: 'The request to join',
  ignore: 'nothing: it is decided apart',
  accept: 'a pass accepts it',
  decide: 'a pass accepts it, a fail declines it',
  gives: 'A pass gives, once:',
  rank: 'Rank',
  noRank: 'none',
  medals: 'Medals',
  qualifications: 'Qualifications',
  roles: 'Roles of the group',
  archived: '{name} (archived: take it away)',
  beyond: '{name}: beyond your own bounds',
  lacks: 'Grey: you may not give it yourself, so a form of yours cannot either.',
  most: 'At most ten of each.',

  copy: 'Duplicate',
  copyAct: 'Duplicate the form {name} as {to}',
  copied: '{name} was made. It is closed.',
  copyAbout: 'The copy is closed, and has no password, no responses and is not required.',
  copyName: '{name} (copy)',
  name: 'Name',
  tooLong: 'Too long.',
  saveAs: 'Save as a template',
  saveAct: 'Save {name} as a template',
  saveDone: 'The template {name} was saved.',
  delete: 'Delete',
  deleteOf: 'Delete: {name}',
  deleteAct: 'Delete the form {name}',
  deleteEffect: 'Nobody can apply with it, and it is no longer in this list. Its responses stay readable.',
  deleteBack: 'For 32 days it can be brought back from the audit log.',
  deleted: '{name} was deleted.',
  require: 'Require to join',
  requireAct: 'Require the form {name} to join',
  requireEffect:
    'Whoever wants to join the community must pass it. It stays open then: it cannot be closed or deleted.',
  requireDone: '{name} is required to join.',
  requireClosed: 'Only an open form can be required.',
  free: 'Do not require',
  freeAct: 'Do not require the form {name} to join',
  freeEffect: 'Joining needs no pass of it any more.',
  freeDone: '{name} is not required any more.',

  templates: 'Templates',
  templatesAbout: 'Definitions of forms that are kept for new ones.',
  templatesList: 'List of templates',
  noTemplates: 'None yet. Save a form as a template.',
  saved: 'saved',
  use: 'Make a form of it',
  useOf: 'Make a form of it: {name}',
  useAct: 'Make the form {to} of the template {name}',
  useAbout: 'It is closed at first. Open it when it is right.',
  deleteTemplateAct: 'Delete the template {name}',
  deleteTemplateEffect: 'Forms that were made of it stay.',
  deletedTemplate: 'The template {name} was deleted.',
})

export interface FormProps {
  readonly of: Form
}

export const formReads = [['forms'], ['applications']] as const
export const templateReads = [['templates']] as const

export function FormBadges({ of: { state, required, passwordRequired } }: FormProps) {
  const t = useTexts(formTexts)
  return (
    <>
      <Badge color={state === 'open' ? 'teal' : 'gray'}>{t(state)}</Badge>
      {required && <Badge color="blue">{t('required')}</Badge>}
      {passwordRequired && <Badge color="gray">{t('password')}</Badge>}
    </>
  )
}

/** The definition as an update takes it, with the groups as numbers. */
export function inputOf({ eligibility, ...others }: Definition): Schema<'DefinitionInput'> {
  if (eligibility === undefined) return others
  const { groups, ...rest } = eligibility
  const numbered = groups?.map((group) => ({ ...group, groupId: Number(group.groupId) }))
  return { ...others, eligibility: { ...rest, ...(numbered && { groups: numbered }) } }
}

interface NameProps {
  readonly value: string
  readonly onChange: (name: string) => void
}
export function NameField({ value, onChange }: NameProps) {
  const t = useTexts(formTexts)
  return (
    <TextInput
      label={t('name')}
      required
      data-autofocus
      value={value}
      error={isTooLong(value, limits.name) ? t('tooLong') : undefined}
      onChange={({ currentTarget: { value: name } }) => onChange(name)}
    />
  )
}
export const nameIn = (name: string): string | null =>
  name.trim() === '' || isTooLong(name, limits.name) ? null : name
