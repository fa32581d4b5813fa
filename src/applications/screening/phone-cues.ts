// Words near a number that indicate a telephone number or an id.
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

/** Characters between the word and the number. */
const BEFORE = 48
const AFTER = 24

export type Cue = 'phone' | 'id' | 'none'

export class Cues {
  private found: Readonly<Record<'phone' | 'id' | 'number' | 'sentenceEnd', Places>> | null = null

  constructor(private readonly text: string) {}

  /** The nearest word decides. */
  around(start: number, end: number): Cue {
    const { phone: phones, id: ids, number, sentenceEnd } = (this.found ??= this.find())
    const phoneBefore = phones.lastBefore(start)
    const idBefore = ids.lastBefore(start)
    if (phoneBefore > idBefore) return 'phone'
    // phone words count across sentences ("here is my number."), id words do not ("my group.")
    if (idBefore > sentenceEnd.lastBefore(start)) return 'id'
    const phoneAfter = phones.firstAfter(end)
    const idAfter = ids.firstAfter(end)
    if (idAfter < phoneAfter) return 'id'
    return phoneAfter < Infinity || number.lastBefore(start) >= 0 ? 'phone' : 'none'
  }

  hasPhoneCue(): boolean {
    const { phone: phones, number } = (this.found ??= this.find())
    return phones.count() + number.count() > 0
  }

  private find() {
    const { text } = this
    return {
      phone: new Places(text, phone, false),
      id: new Places(text, id, true),
      number: new Places(text, someNumber, false),
      sentenceEnd: new Places(text, sentenceEnd, true),
    }
  }
}

class Places {
  private readonly starts: number[] = []
  private readonly ends: number[] = []

  /** @param isWhole the whole match must be within the distance, else its nearer end */
  constructor(
    text: string,
    pattern: RegExp,
    private readonly isWhole: boolean,
  ) {
    for (const match of text.matchAll(pattern)) {
      this.starts.push(match.index)
      this.ends.push(match.index + match[0].length)
    }
  }

  count(): number {
    return this.starts.length
  }

  /** @returns the start of the last match within BEFORE; -1: none */
  lastBefore(place: number): number {
    if (this.starts.length === 0) return -1
    const index = countUpTo(this.ends, place) - 1
    const nearest = this.isWhole ? this.starts[index] : this.ends[index]
    return nearest !== undefined && nearest >= place - BEFORE ? (this.starts[index] ?? -1) : -1
  }

  /** @returns the start of the first match within AFTER; Infinity: none */
  firstAfter(place: number): number {
    if (this.starts.length === 0) return Infinity
    const index = countUpTo(this.starts, place - 1)
    const farthest = (this.isWhole ? this.ends[index] : this.starts[index]) ?? Infinity
    return farthest <= place + AFTER ? (this.starts[index] ?? Infinity) : Infinity
  }
}

/** `values` are sorted. */
function countUpTo(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
