// Times in the zone and the language of the person.
import { locales } from './texts'

type At = string | number

export const dateTimeText = (at: At): string =>
  new Date(at).toLocaleString(locales(), { dateStyle: 'medium', timeStyle: 'short' })
/** "Sunday, November 29, 2026". @param day yyyy-mm-dd */
export function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).toLocaleDateString(locales(), { dateStyle: 'full' })
}

export const dateText = (at: At): string => new Date(at).toLocaleDateString(locales(), { dateStyle: 'medium' })

/** The time of the day alone, for what is over soon. */
export const timeText = (at: At): string => new Date(at).toLocaleTimeString(locales(), { timeStyle: 'medium' })

/** @param isDay only the day is shown */
export const Time = ({ at, isDay = false }: { readonly at: At; readonly isDay?: boolean }) => (
  <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString(locales(), { timeZoneName: 'short' })}>
    {isDay ? dateText(at) : dateTimeText(at)}
  </time>
)

/** The end of the day that was chosen, where the person is: 2026-12-01 lasts until the midnight after it. @param day yyyy-mm-dd */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 23, 59, 59).toISOString()
}

/** The day of the time where the person is, as yyyy-mm-dd. */
export function dayOfTime(at: At): string {
  const time = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
