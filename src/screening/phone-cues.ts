// The words around a number that say whether it is somebody's telephone. Platform ids and scores are digits as well.

const phoneWords = [
  'phone|cell|mobile|tel|telephone|sms|whatsapp|signal|telegram|facetime|call|ring me|text|dial',
  'telefon\\p{L}*|handy\\p{L}*|ruf|anruf\\p{L}*|rufnummer|mobil\\p{L}*',
  'téléphone|tél|portable|appelle\\p{L}*|appelez',
  'teléfono|móvil|celular|cel|llám\\p{L}*|llama\\p{L}*|wasap',
  'telemóvel|fone|telefone|zap|zapzap|liga|ligue|ligar',
  'zadzwoń|komórk\\p{L}*|cep|ara|arayın',
  'телефон\\p{L}*|мобильн\\p{L}*|звони\\p{L}*|позвони\\p{L}*|ватсап|вотсап',
].join('|')
const phoneScripts = '電話|携帯|전화|휴대폰|핸드폰|연락처|电话|手机|هاتف|جوال|واتساب|اتصل'

const numberWords = 'number|nummer|nr|numéro|número|numer|numara\\p{L}*|номер\\p{L}*|contact'
const numberScripts = '番号|번호|号码|رقم'

const idWords = [
  'ids?|userid|uid|user\\p{L}*|group|role|rank|badge|asset|place|gamepass|case|ticket|order|service|score\\p{L}*|points?|xp',
  'robux|kills?|member\\p{L}*|serial|code|discord|roblox|steam|visits?|messages?|aura|sign|callsign|level|lvl|isbn|license',
  'nutzer\\p{L}*|gruppe\\p{L}*|rolle\\p{L}*|rang\\p{L}*|punkte?|personalnummer|identifiant|groupe|matricule|rôle',
  'usuario|grupo|placa|puntos|usuário|cargo|pontos|punkt\\p{L}*|odznak\\p{L}*|grup\\p{L}*|kimli\\p{L}*|puan|rütbe\\p{L}*',
  'айди|групп\\p{L}*|жетон\\p{L}*|рол[ьи]|очк\\p{L}*|ранг\\p{L}*|участник\\p{L}*',
].join('|')
const idScripts =
  'ユーザー|会員|社員|グループ|スコア|点|아이디|회원|그룹|점수|用户|群组|分数|编号|المستخدم|المجموعة|معرف|نقطة|الرتبة|العضوية'

function words(list: string, scripts: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})|${scripts}`, 'giu')
}

const phone = words(phoneWords, phoneScripts)
const someNumber = words(numberWords, numberScripts)
const id = words(idWords, idScripts)

const sentenceEnd = /[.!?]\s/g

const BEFORE = 48
const AFTER = 24

export type Cue = 'phone' | 'id' | 'none'

/** What the nearest telling word makes of the number between `start` and `end`. Reads a bounded piece of the text. */
export function cueAround(text: string, start: number, end: number): Cue {
  const before = text.slice(Math.max(0, start - BEFORE), start)
  const after = text.slice(end, end + AFTER)
  const phoneBefore = lastIndex(before, phone)
  const idBefore = lastIndex(before, id)
  if (phoneBefore > idBefore) return 'phone'
  // "here is my number." reaches into the next sentence, "my group." does not
  if (idBefore > lastIndex(before, sentenceEnd)) return 'id'
  const phoneAfter = after.search(phone)
  const idAfter = after.search(id)
  if (idAfter >= 0 && (phoneAfter < 0 || idAfter < phoneAfter)) return 'id'
  return phoneAfter >= 0 || lastIndex(before, someNumber) >= 0 ? 'phone' : 'none'
}

function lastIndex(text: string, pattern: RegExp): number {
  let last = -1
  for (const match of text.matchAll(pattern)) last = match.index
  return last
}
