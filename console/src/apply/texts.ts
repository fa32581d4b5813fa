// The texts of the pages that a player sees, and the languages that they are in. Terms as in clients/luau/Messages.luau.
import { errorNoteTexts } from '../patterns/error-note'
import { lazyScreenTexts } from '../patterns/lazy-screen'
import { loadFileTexts } from '../patterns/load-file'
import { addTranslation, catalogue, currentLanguage, isPseudo, speak, type TranslationOf } from '../patterns/texts'
import { toastTexts } from '../patterns/toast'

export const texts = catalogue('apply', {
  title: 'Apply',
  forms: 'Applications',
  site: 'Applications to {community}',
  language: 'Language',
  loading: 'Loading',
  noCommunity: 'This address names no community. Use the address that the game or the chat bot showed.',
  enter: 'Enter the code that the game or the chat bot showed you. It is valid once, for ten minutes.',
  code: 'Code',
  continue: 'Continue',
  orChat: 'Or use the chat account that is linked to your account.',
  signInWith: 'Sign in with {issuer}',
  you: 'You are {name}',
  account: 'account {id}',
  notYou: 'Not you? Sign out',
  stillIn: 'You may still be signed in. {why}',
  all: 'All forms',
  none: 'No form is open now.',
  open_one: 'Open, {count} question.',
  open_other: 'Open, {count} questions.',
  locked_one: 'Open with a password, {count} question.',
  locked_other: 'Open with a password, {count} questions.',
  closed: 'Closed. You applied.',
  appliedOn: 'You applied on {day}.',
  mayAgain: 'You may apply again.',
  password: 'Password of the form',
  openForm: 'Open',
  notRequired: '{title} (not required)',
  consent: 'When you submit, the staff of {community} reads your answers.',
  submit: 'Submit',
  submitted: 'Your application was submitted.',
  submittedOn: 'Submitted {time}',
  enterPassword: 'Enter the password',
  readAgain: 'Read the form again',
  newCode: 'Enter a new code',
  lookAgain: 'Look again',
  Pending: 'Your application waits for a decision.',
  Passed: 'You passed. Congratulations!',
  Failed: 'You did not pass.',
  feedback: 'Message from the staff:',
  notApplied: 'You have not applied with this form.',
  required: 'This question needs an answer.',
  tooLong: 'This answer is too long: at most {limit} characters.',
  count: '{count} of {limit}',
  notAccepted: 'This answer is not accepted. Change it.',
  someWrong: 'Some answers cannot be sent. See what is said at each question.',
  sensitive: 'Remove the {what} from the answer to “{question}”.',
  email: 'mail address',
  phone: 'telephone number',
  payment_card: 'card number',
  secret: 'secret',
  platform_cookie: 'sign-in cookie',
  ip_address: 'IP address',
  personal: 'personal data',
  noAnswer: 'The server does not answer. Check the connection, then try again.',
  busy: 'The server is busy. Try again in a moment.',
  other: 'This did not work. Try again.',
  signIn: 'Sign in',
  signingIn: 'Signing in',
  chooseAccount: 'Choose an account',
  beginAgain: 'Begin again',
  notConfirmed: 'You are not signed in: it was not confirmed where you sign in.',
  refused: 'This sign-in was not accepted. Begin again, or get a new code in the game or from the chat bot.',
  noIssuer: 'The sign-in with the chat account does not work now. Try again later, or use a code.',
  otherAccount: 'Another account is signed in in this browser now. Load the page again.',
  codeWrong: 'The code is wrong, was used or has expired. Check it, or ask for a new one.',
  unverified:
    'Your account is not linked to a chat account of the community, so you cannot apply yet. Link it in the game or with the chat bot, then try again.',
  restricted: 'Your account may not apply in any community of this server.',
  blacklisted: 'The community does not accept an application of your account.',
  ineligible: 'You do not meet the requirements of this form.',
  held: 'A request about the data of your account is being handled, so you cannot apply now.',
  gone: 'The form does not exist any more.',
  formClosed: 'The form is closed and takes no more answers.',
  changed:
    'The form was changed while you answered. Read it again: what you wrote stays where the form still asks for it.',
  duplicate: 'You have already applied.',
  signedOut: 'Your sign-in has ended. Ask for a new code: what you wrote stays.',
  tooMany: 'There were too many attempts. Wait a minute, then try again.',
  closedHere: 'The community takes no applications here now.',
  passwordWrong: 'The password is wrong.',
  passwordsWrong: 'Too many wrong passwords. Wait a while.',
})

export const languages = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  de: 'Deutsch',
  pl: 'Polski',
  tr: 'Türkçe',
  ko: '한국어',
} as const

export type Language = keyof typeof languages

export interface Translation {
  readonly apply: TranslationOf<typeof texts.english>
  readonly errorNote: TranslationOf<typeof errorNoteTexts.english>
  readonly lazyScreen: TranslationOf<typeof lazyScreenTexts.english>
  readonly loadFile: TranslationOf<typeof loadFileTexts.english>
  readonly toast: TranslationOf<typeof toastTexts.english>
}

const files: { readonly [L in Exclude<Language, 'en'>]: () => Promise<{ readonly default: Translation }> } = {
  es: () => import('./languages/es'),
  pt: () => import('./languages/pt'),
  fr: () => import('./languages/fr'),
  de: () => import('./languages/de'),
  pl: () => import('./languages/pl'),
  tr: () => import('./languages/tr'),
  ko: () => import('./languages/ko'),
}

const KEPT = 'apply.language'
const isLanguage = (tag: string | null | undefined): tag is Language => tag != null && Object.hasOwn(languages, tag)

/** The choice of the player, or the first of the browser's that there is. */
function wanted(): Language {
  try {
    const kept = window.localStorage.getItem(KEPT)
    if (isLanguage(kept)) return kept
  } catch {
    // no storage: the browser's
  }
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

async function show(language: Language): Promise<void> {
  if (language !== 'en') {
    const { apply, errorNote, lazyScreen, loadFile, toast } = (await files[language]()).default
    addTranslation(texts, language, apply)
    addTranslation(errorNoteTexts, language, errorNote)
    addTranslation(lazyScreenTexts, language, lazyScreen)
    addTranslation(loadFileTexts, language, loadFile)
    addTranslation(toastTexts, language, toast)
  }
  speak(language)
}

/** Before the page is shown; what cannot be loaded is English. */
export const showWanted = (): Promise<void> => (isPseudo() ? Promise.resolve() : show(wanted()).catch(() => undefined))

/** @throws if the texts cannot be loaded */
export async function chooseApplyLanguage(language: string): Promise<void> {
  if (!isLanguage(language) || language === currentLanguage()) return
  await show(language)
  try {
    window.localStorage.setItem(KEPT, language)
  } catch {
    // the choice lasts until the page is left
  }
}
