// RFC 3339 times.
const format = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i

/**
 * Converts to UTC and truncates to microseconds. A leap second is the next second, as in PostgreSQL.
 * @returns null for other formats, absent times, and years outside 1 to 9999
 */
export function parseTime(text: string): string | null {
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] =
    format.exec(text) ?? []
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  // Date reads 31 February as 3 March
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) return null
  const offsetMinutes = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === '-' ? -1 : 1)
  const utc = new Date(local.getTime() - offsetMinutes * 60_000 + Number(second) * 1_000)
  if (second === '60' && !startsMonth(utc)) return null
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return null
  return `${utc.toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`
}

/** As in each answer: UTC, with six digits of a second. */
export const timeOf = (time: Date | number): string => `${new Date(time).toISOString().slice(0, -1)}000Z`

export const timeAfter = (now: Date, seconds: number): string => timeOf(now.getTime() + seconds * 1_000)

function startsMonth(time: Date): boolean {
  return time.getUTCDate() === 1 && time.getUTCHours() === 0 && time.getUTCMinutes() === 0
}
