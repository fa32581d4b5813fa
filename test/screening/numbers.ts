// Sentences with ids, dates and scores, which are not sensitive.

let state = 7

function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * limit)
}

function digits(length: number): string {
  return Array.from({ length }, (_, index) => (index === 0 ? 1 + below(9) : below(10))).join('')
}

function two(from: number, count: number): string {
  return String(from + below(count)).padStart(2, '0')
}

const day = () => two(1, 28)
const month = () => two(1, 12)
const year = () => 2006 + below(20)
const time = () => `${two(0, 24)}:${two(0, 60)}`
const userId = () => digits(8 + below(3))
const groupId = () => digits(6 + below(4))
const assetId = () => digits(9 + below(7))
const snowflake = () => String(below(2) === 0 ? digits(17 + below(2)) : `1${digits(18)}`)

/** Each call has other numbers. */
const sentences: readonly (() => string)[] = [
  () => `My user id is ${userId()} and I joined on ${day()}/${month()}/${year()}.`,
  () => `${userId()}`,
  () => `${userId()}, ${userId()}, ${userId()}`,
  () => `Group ${groupId()}, role ${digits(8)}, rank ${below(256)}`,
  () => `https://www.roblox.com/users/${userId()}/profile`,
  () => `https://www.roblox.com/games/${assetId()}/Base`,
  () => `rbxassetid://${assetId()}`,
  () => `The place id is ${assetId()}.`,
  () => `Discord: ${snowflake()}`,
  () => `<@${snowflake()}> invited me on ${year()}-${month()}-${day()}`,
  () => `I was promoted ${day()}.${month()}.${year()} ${time()}`,
  () => `${year()}/${month()}/${day()} ${time()}-${time()}`,
  () => `From ${day()}-${month()}-${year()} to ${day()}-${month()}-${year()}`,
  () => `${year()}-${month()}-${day()}T${time()}:${two(0, 60)}Z`,
  () => `I have ${digits(8)} points and ${digits(9)} XP`,
  () => `Score ${below(1000)}-${below(1000)}, ${below(30)}:${below(30)}, K/D ${below(9)}.${digits(2)}`,
  () => `${1 + below(999)} ${digits(3)} ${digits(3)} points`,
  () => `${1 + below(999)},${digits(3)},${digits(3)} Robux`,
  () => `Ich habe ${digits(8)} Punkte, meine ID: ${userId()}`,
  () => `Mi id es ${userId()}, ${digits(7)} puntos`,
  () => `Мой айди ${userId()}, ${digits(8)} очков, ${day()}.${month()}.${year()}`,
  () => `IDは${userId()}、${year()}年${month()}月${day()}日、${digits(8)}点`,
  () => `我的用户ID是${userId()}，分数${digits(8)}`,
  () => `아이디 ${userId()}, ${year()}.${month()}.${day()}`,
  () => `رقم المستخدم ${userId()} بتاريخ ${day()}/${month()}/${year()}`,
]

/** The same sentences in every run. */
export function numberSentences(count: number): string[] {
  return Array.from({ length: count }, (_, index) => sentences[index % sentences.length]?.() ?? '')
}
