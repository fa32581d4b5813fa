// Which regions could take a digit string for one of their numbers. The patterns are the library's own, so that the library,
// which needs 50 µs for an answer, is asked about numbers it will most likely confirm.
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'

/** Where the applicants of such communities live; numbers of other countries are found with their country code. */
const regions = 'US GB DE FR ES BR PT PL TR RU JP KR CN SA EG AE NL IT AU IN MX AR PH ID VN UA SE AT CH BE'
  .split(' ')
  .filter((region): region is CountryCode => isSupportedCountry(region))

/** The library's metadata of a country, as far as it is read here. */
type Country = readonly [
  callingCode: string,
  exitCode: string,
  pattern: string,
  lengths: unknown,
  formats: unknown,
  prefix: string | 0 | undefined,
  formattedPrefix: unknown,
  parsedPrefix: string | 0 | undefined,
  transform: string | 0 | undefined,
  isPrefixOptional: unknown,
  leadingDigits: unknown,
  types: readonly (readonly [pattern?: string] | 0)[] | 0 | undefined,
]
const countries = metadata.countries as unknown as Readonly<Record<string, Country>>
const shared = metadata.country_calling_codes as unknown as Readonly<Record<string, readonly string[]>>

const candidates = regions.map((region) => ({ region, shape: shapeOf(region) }))

/** The regions in which the digits, as dialled there, may be a valid number: all that are, and few that are not. */
export function regionsOf(digits: string): readonly CountryCode[] {
  return candidates.filter(({ shape }) => shape.test(digits)).map(({ region }) => region)
}

function shapeOf(region: CountryCode): RegExp {
  const country = countries[region]
  if (!country) throw new Error(`no metadata of ${region}`)
  const [callingCode, exitCode, , , , prefix, , parsedPrefix, transform] = country
  const dialled = parsedPrefix || prefix || ''
  const sharing = (shared[callingCode] ?? []).map((name) => countries[name] ?? country)
  const code = `(?:${callingCode})?`
  return new RegExp(
    [
      // the number of any country may follow
      `^(?:${exitCode})`,
      `^${code}(?:${dialled})?(?:${sharing.map(patternsOf).join('|')})$`,
      // digits that the library writes differently: Argentina's 15 of a mobile number
      ...(/^\$\d$/.test(transform || '$1') ? [] : [`^${code}${dialled.replace(/\?$/, '')}`]),
    ].join('|'),
  )
}

/** The patterns of its kinds of numbers, which are narrower than the pattern of all. */
function patternsOf([, , pattern, , , , , , , , , types]: Country): string {
  const patterns = (types || []).flatMap((type) => (type && type[0] ? [type[0]] : []))
  return (patterns.length > 0 ? patterns : [pattern]).join('|')
}
