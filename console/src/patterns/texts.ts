// The catalogue of texts. A screen declares its English texts beside it; a key or a value that is missing does not compile.
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'

export type Texts = Readonly<Record<string, string>>
type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type KeyOf<T> = keyof T extends infer Key ? (Key extends `${infer Base}_${Plural}` ? Base : Key) : never
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type TextOf<T, Key extends string> = T[keyof T & (Key | `${Key}_other`)]
type Values<T, Key extends string> = [NamesIn<TextOf<T, Key>>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<TextOf<T, Key>>, string | number>>]

export interface Catalogue<T> {
  readonly name: string
  readonly english: T
}
/** `t('key', { name })`; with `count` the text of the plural form. */
export type Translate<T> = <Key extends KeyOf<T> & string>(key: Key, ...values: Values<T, Key>) => string

/** All texts of another language: a text that is missing does not compile. Plural forms may differ. */
export type TranslationOf<T> = { readonly [Key in Exclude<keyof T, `${string}_${Plural}`>]: string } & {
  readonly [Key in KeyOf<T> & string as `${Key}_other` extends keyof T ? `${Key}_other` : never]: string
} & Readonly<Record<`${string}_${Plural}`, string>>

/** Languages of the screens for staff. The pseudo-languages are for tests: texts 40 % longer, and from right to left. */
export const languages = { en: 'English' } as const
const pseudo = { long: 'en-XA', rightToLeft: 'ar-XB' } as const

/** Whether the texts are in a pseudo-language. */
export const isPseudo = (): boolean => Object.values<string>(pseudo).includes(i18n.language)

const KEPT = 'console.language'

function keptLanguage(): string {
  try {
    return window.localStorage.getItem(KEPT) ?? 'en'
  } catch {
    return 'en'
  }
}

/** Writes the numbers of texts. */
const formatter = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown): string => (typeof value === 'number' ? numberText(value) : isolated(String(value))),
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name of the other direction does not reorder the sentence around it: it is between FIRST STRONG ISOLATE and POP
 * DIRECTIONAL ISOLATE (Unicode UAX #9).
 */
function isolated(value: string): string {
  return directionOf() === 'rtl' || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}

const i18n = i18next.createInstance().use(formatter)
void i18n.init({
  lng: keptLanguage(),
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: {
    escapeValue: false,
    prefix: '{',
    suffix: '}',
    alwaysFormat: true,
  },
})

/** Of numbers and times: with English texts that of the browser, for its variant; a browser may have a language that is none. */
export function locales(): string[] {
  if (i18n.language !== 'en') return [i18n.language]
  return navigator.languages.filter((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length > 0
    } catch {
      return false
    }
  })
}

/** As numbers in texts are written: 10,000. */
export const numberText = (value: number): string => new Intl.NumberFormat(locales()).format(value)

/** 40 % longer, with letters that show where a text does not come from the catalogue. Values in braces stay. */
function longer(text: string): string {
  const words = text.replaceAll(
    /\{\w+\}|[aeiou]/g,
    (part) => ({ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' })[part] ?? part,
  )
  // words of eight letters, which can be wrapped
  const more = '~'.repeat(Math.ceil(text.length * 0.4)).replaceAll('~~~~~~~~', '~~~~~~~ ')
  return `[${words}${more}]`
}

const pluralForms = ['zero', 'two', 'few', 'many', 'other'] satisfies Plural[]

/** One of the pseudo-languages has more plural forms than English. */
const keysOf = (key: string): string[] =>
  key.endsWith('_other') ? pluralForms.map((form) => key.replace(/other$/, form)) : [key]

/** Declares the English texts of a screen. @param name of the screen */
export function catalogue<const T extends Texts>(name: string, english: T): Catalogue<T> {
  const long = Object.fromEntries(
    Object.entries(english).flatMap(([key, text]) => keysOf(key).map((one) => [one, longer(text)])),
  )
  i18n.addResourceBundle('en', name, english)
  if (isPseudo()) i18n.addResourceBundle(i18n.language, name, long)
  return { name, english }
}

/** Adds a translation that was loaded. */
export function addTranslation<T extends Texts>(
  { name }: Catalogue<T>,
  language: string,
  texts: TranslationOf<T>,
): void {
  i18n.addResourceBundle(language, name, texts)
}

/** For texts outside of a component; in components {@link useTexts}. */
export function textsOf<T extends Texts>({ name }: Catalogue<T>): Translate<T> {
  return (key, ...[values]) => String(i18n.t(key as never, { ns: name, ...values } as never))
}

/** The texts of a screen in the language of the person. */
export function useTexts<T extends Texts>(of: Catalogue<T>): Translate<T> {
  useSyncExternalStore(subscribe, currentLanguage)
  return textsOf(of)
}

function subscribe(listen: () => void): () => void {
  i18n.on('languageChanged', listen)
  return () => i18n.off('languageChanged', listen)
}

export const currentLanguage = (): string => i18n.language

export const directionOf = (language = i18n.language): 'ltr' | 'rtl' => i18n.dir(language)

export const useLanguage = (): string => useSyncExternalStore(subscribe, currentLanguage)

/** Shows the texts in the language, without keeping a choice. */
export const speak = (language: string): void => void i18n.changeLanguage(language)

/** Keeps the choice in this browser. */
export function chooseLanguage(language: string): void {
  try {
    window.localStorage.setItem(KEPT, language)
  } catch {
    // a private window may have no storage: the choice then lasts until the page is left
  }
  speak(language)
}
