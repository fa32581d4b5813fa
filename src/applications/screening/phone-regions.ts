// libphonenumber takes 50 µs per check, so its patterns prefilter the regions.
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'

/** National formats of these are found; other numbers need a country code. */
const regions = 'US GB DE FR ES BR PT PL TR RU JP KR CN SA EG AE NL IT AU IN MX AR PH ID VN UA SE AT CH BE'
  .split(' ')
  .filter((region): region is CountryCode => isSupportedCountry(region))

/** libphonenumber's metadata, as far as it is read. */
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

let candidates: readonly { readonly region: CountryCode; readonly shape: RegExp }[] | undefined

/** No false negatives, few false positives. */
export function regionsOf(digits: string): readonly CountryCode[] {
  candidates ??= regions.map((region) => ({ region, shape: shapeOf(region) }))
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
      // exit code, then any country
      `^(?:${exitCode})`,
      `^${code}(?:${dialled})?(?:${sharing.map(patternsOf).join('|')})$`,
      // digits that the library removes, such as Argentina's 15 and Brazil's carrier codes; $1 is the number as it is
      ...((transform || '$1') === '$1' ? [] : [`^${code}${dialled.replace(/\?$/, '')}`]),
    ].join('|'),
  )
}

/** The patterns of the types are narrower than the general one. */
function patternsOf([, , pattern, , , , , , , , , types]: Country): string {
  const patterns = (types || []).flatMap((type) => (type && type[0] ? [type[0]] : []))
  return (patterns.length > 0 ? patterns : [pattern]).join('|')
}
