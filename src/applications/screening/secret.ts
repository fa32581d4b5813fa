// Tokens, keys, passwords and the platform's cookie, by linear patterns. Maintained pattern sets need Node 22.
import { anyValue } from './any-value'

/** By the warning of the cookie: people write its name alone to warn others. */
const cookieForms: readonly RegExp[] = [
  /_ ?\| ?WARNING: ?- ?DO ?- ?NOT ?- ?SHARE ?- ?THIS/i,
  /\.?ROBLOSECURITY["']?\s{0,3}[=: ]\s{0,3}["']?[\w|.:-]{20,}/i,
  // older cookies: hexadecimal only
  /(?<![0-9A-F])(?=\d{0,200}[A-F])[0-9A-F]{200,}/,
]

const tokenForms: readonly RegExp[] = [
  /(?<![\w-])gh[pousr]_[A-Za-z0-9]{36,255}/,
  /(?<![\w-])github_pat_\w{60,255}/,
  /(?<![\w-])gl(?:pat|ptt|dt|rt)-[\w-]{20,}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])/,
  /(?<![\w-])AIza[\w-]{35}/,
  /(?<![\w-])[srp]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /(?<![\w-])whsec_[A-Za-z0-9+/=]{24,}/,
  /(?<![\w-])xox[abeoprs]-[\w-]{20,}/,
  /(?<![\w-])xapp-\d-[\w-]{20,}/,
  // a chat bot token: begins with the bot's id
  /(?<![\w-])[A-Za-z0-9][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/,
  /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{16,20}\/[\w-]{50,}/i,
  /hooks\.slack\.com\/services\/\w{6,}\/\w{6,}\/\w{16,}/i,
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
  /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY/,
  /(?<![\w-])cmk_[0-9A-Za-z]{12}_[0-9A-Za-z]{43,}/,
  /(?<![\w-])npm_[A-Za-z0-9]{36}/,
  /(?<![\w-])pypi-[\w-]{50,}/,
  /(?<![\w-])sk-(?:[a-z]{2,8}-)?[\w-]{32,}/,
  /(?<![\w-])hf_[A-Za-z0-9]{30,}/,
  /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}/,
  /(?<!\d)\d{8,10}:AA[\w-]{33}/,
  // an Open Cloud key: a JWT inside Base64
  /(?<![\w+/])[\w+/]{20,}ZXlKaGJHY2lPaU/,
  /(?<![a-z])[a-z]{2,10}:\/\/[^\s/?#@:]{1,64}:[^\s/?#@]{1,128}@[\w.-]{3,}/i,
]

export function hasPlatformCookie(text: string): boolean {
  return cookieForms.some((form) => form.test(text))
}

export function hasSecret(text: string): boolean {
  return tokenForms.some((form) => form.test(text)) || hasPassword(text) || hasNamedToken(text) || hasRandomText(text)
}

const passwordNames =
  'password|passwort|kennwort|passwd|pass|pwd|pw|mot de passe|mdp|contraseña|clave|senha|hasło|şifre[mn]?|parola[mn]?|пароль|パスワード|비밀번호|비번|密码|كلمة المرور|كلمة السر'
const assigned = '\\s{0,3}(?:is|ist|lautet|est|es|é|to|は|는|은|是|هي|[:=])\\s{0,3}'
const passwords = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${passwordNames})(?: \\p{L}{1,12}){0,3}${assigned}["'\`]?([\\x21-\\x7e]{6,64})`,
  'giu',
)

const hasPassword = (text: string): boolean => anyValue(text, passwords, looksLikePassword)

function looksLikePassword(quoted: string): boolean {
  const value = quoted.replace(/^[*_~]+|[.,;:!?"'`)*_~]+$/g, '')
  if (value.length < 6 || /^\d{1,3}[-+]/.test(value)) return false
  return /^\d+$/.test(value) || (/[a-z]/i.test(value) && /[\d@#$%^&*_!+=]/.test(value))
}

const tokens =
  /(?<![\p{L}\p{N}])(?:api[ _-]?key|(?:access|session|auth|bot|secret|refresh|bearer)[ _-]?(?:token|key)|token|secret|authorization: ?bearer)(?: is |\s{0,3}[:=]\s{0,3}| )["'`]?([\w+/.=-]{16,512})/giu

const hasNamedToken = (text: string): boolean =>
  anyValue(text, tokens, (value) => /[a-z]/i.test(value) && (value.match(/\d/g)?.length ?? 0) > 1)

/** Excluded: links look like random text. */
const webLinks = /\bhttps?:\/\/\S+/gi
const longWords = /[A-Za-z0-9+/=_-]{40,}/g
/** Bits per character: random Base64 has 4.8, words with digits 4. */
const RANDOM_ENTROPY = 4.5

function hasRandomText(text: string): boolean {
  const words = text.replace(webLinks, ' ').match(longWords) ?? []
  return words.some(
    (word) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word) && entropy(word) >= RANDOM_ENTROPY,
  )
}

function entropy(word: string): number {
  const counts = new Map<string, number>()
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / word.length) * Math.log2(count / word.length)
  return bits
}
