// The application forms of the community, and their templates.
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, api, type Schema } from '../api'
import { ActDialog } from '../patterns/act-dialog'
import { ConfirmButton } from '../patterns/confirm-button'
import { Page } from '../patterns/page'
import { Row, Rows } from '../patterns/rows'
import { SearchField } from '../patterns/search-field'
import { useTexts } from '../patterns/texts'
import { Time } from '../patterns/time'
import { useAct } from '../patterns/use-act'
import { ListView } from '../patterns/use-list'
import { contains, filtered, useWholeList } from '../patterns/use-whole-list'
import { useMay } from '../session'
import {
  FormBadges,
  formReads,
  formTexts as texts,
  inputOf,
  NameField,
  nameIn,
  templateReads,
  type Form,
} from './form-parts'
import { useForms } from './use-forms'

export function FormsScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const { find = '' } = useSearch({ from: '/screens/settings/forms' })
  const navigate = useNavigate({ from: '/settings/forms' })
  const forms = useForms()
  const shown = filtered(forms, ({ name }) => contains(name, find))
  return (
    <Page title={t('title')} about={t('about')}>
      <Group>
        <SearchField
          label={t('find')}
          value={find}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { find: text }, replace: true })}
        />
      </Group>
      <Paper>
        <ListView of={shown} empty={<Text c="dimmed">{t(find === '' ? 'none' : 'noMatch')}</Text>}>
          <Rows label={t('list')}>
            {shown.rows.map((form) => (
              <FormRow key={form.applicationId} of={form} />
            ))}
          </Rows>
        </ListView>
      </Paper>
      {may('applications.write') && <Templates />}
    </Page>
  )
}
function FormRow({ of: form }: { readonly of: Form }) {
  const t = useTexts(texts)
  return (
    <Row
      name={
        <Anchor component={Link} to={`/settings/forms/${form.applicationId}` as string} inherit>
          {form.name}
        </Anchor>
      }
      badges={<FormBadges of={form} />}
      facts={[
        t('questions', { count: form.questionCount }),
        t('version', { version: form.version }),
        <span key="changed">
          {t('changedAt')} <Time at={form.updatedAt} isDay />
        </span>,
      ]}
    />
  )
}
type Template = Schema<'Template'>

function Templates() {
  const t = useTexts(texts)
  const templates = useWholeList<Template>({
    key: ['templates'],
    read: async (cursor) => {
      const query = cursor === null ? {} : { cursor }
      const { items, nextCursor } = (await answerOf(api.GET('/v2/applications/templates', { params: { query } }))).data
      return { data: items, meta: { nextCursor } }
    },
  })
  return (
    <Paper>
      <Stack gap="xs">
        <div>
          <Title order={2}>{t('templates')}</Title>
          <Text size="sm" c="dimmed">
            {t('templatesAbout')}
          </Text>
        </div>
        <ListView of={templates} empty={t('noTemplates')} isPart skeletonRows={2}>
          <Rows label={t('templatesList')}>
            {templates.rows.map((template) => (
              <Row
                key={template.templateId}
                name={template.name}
                facts={[
                  t('questions', { count: template.definition.questions.length }),
                  <span key="saved">
                    {t('saved')} <Time at={template.createdAt} isDay />
                  </span>,
                ]}
                acts={
                  <>
                    <UseTemplate of={template} />
                    <DeleteTemplate of={template} />
                  </>
                }
              />
            ))}
          </Rows>
        </ListView>
      </Stack>
    </Paper>
  )
}

function UseTemplate({ of: { templateId, name, definition } }: { readonly of: Template }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const [to, setTo] = useState(name)
  const act = useAct({
    name: 'createApplication',
    on: templateId,
    title: (form: string) => t('useAct', { name, to: form }),
    request: (form) => ({ body: { definition: { ...inputOf(definition), name: form } } }),
    said: ({ data }) => t('copied', { name: data.name }),
    reads: formReads,
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('useOf', { name })}
        onClick={() => {
          setTo(name)
          setOpen(true)
        }}
      >
        {t('use')}
      </Button>
      <ActDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        act={act}
        title={t('use')}
        subject={name}
        values={() => nameIn(to)}
      >
        <NameField value={to} onChange={setTo} />
        <Text size="sm" c="dimmed">
          {t('useAbout')}
        </Text>
      </ActDialog>
    </>
  )
}

function DeleteTemplate({ of: { templateId, name } }: { readonly of: Template }) {
  const t = useTexts(texts)
  const act = useAct({
    name: 'deleteTemplate',
    on: templateId,
    title: () => t('deleteTemplateAct', { name }),
    request: () => ({ path: { templateId } }),
    said: () => t('deletedTemplate', { name }),
    reads: templateReads,
  })
  return (
    <ConfirmButton
      button={{ size: 'xs', variant: 'light', color: 'red', 'aria-label': t('deleteOf', { name }) }}
      act={act}
      title={t('delete')}
      subject={name}
      values={undefined}
      effects={[t('deleteTemplateEffect')]}
    />
  )
}
