// What must not compile. The build fails when one of these does.
import type { AuditAction } from '../../../generated/audit-actions'
import { begun } from './acts'
import { catalogue, textsOf, type Catalogue, type TranslationOf } from './texts'

const sample = catalogue('sample', {
  title: 'Title',
  hello: 'Hello {name}',
  row_one: '{count} row',
  row_other: '{count} rows',
})
const t = textsOf(sample)

t('title')
t('hello', { name: 'Ana' })
t('row', { count: 2 })
// @ts-expect-error the catalogue has no such text
t('missing')
// @ts-expect-error the text has a value
t('hello')
// @ts-expect-error the text has another value
t('hello', { nam: 'Ana' })
// @ts-expect-error the plural needs its number
t('row')

export const whole: TranslationOf<typeof sample.english> = {
  title: 'Titel',
  hello: 'Hallo {name}',
  row_one: '{count} Zeile',
  row_other: '{count} Zeilen',
}
// @ts-expect-error a text is not translated
export const partial: TranslationOf<typeof sample.english> = { title: 'Titel', row_other: '{count} Zeilen' }

// @ts-expect-error the write is not declared in acts.ts
void begun('changeExperience', { path: { userId: '1' }, body: { op: 'increment', amount: 1 } })
// @ts-expect-error the request of the act has another body
void begun('createWarning', { body: { userId: 1 } })

// @ts-expect-error an action of the audit log has no sentence
export const sentences: Catalogue<Readonly<Record<AuditAction, string>>> = catalogue('few', {
  'warning.create': '{actor} warned {member}.',
})
