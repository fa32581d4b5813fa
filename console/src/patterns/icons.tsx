// The signs of the navigation, drawn with lines of the colour of the text.
const shapes = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  review: 'M5 4h14v16H5z M9 12l2.2 2.2L15.5 10',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6 M16 4.6a3.5 3.5 0 0 1 0 6 M18 14.6c2.2.9 3.5 2.900 3.5 5.400',
  queue: 'M4 6h16 M4 12h16 M4 18h9',
  audit: 'M6 3h9l4 4v14H6z M9 12h7 M9 16h7 M9 8h3',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M12 3v3 M12 18v3 M3 12h3 M18 12h3 M5.600 5.600l2.100 2.100 M16.300 16.300l2.100 2.100 M5.600 18.400l2.100-2.100 M16.300 7.700l2.100-2.100',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16 16l5 5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4.500 21c0-4 3.400-6.500 7.500-6.500s7.500 2.500 7.500 6.500',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4z M10 20.500h4',
  empty: 'M4 13l3-8h10l3 8v6H4z M4 13h5l1 3h4l1-3h5',
  choose: 'M8 10l4-4 4 4 M8 14l4 4 4-4',
  leave: 'M10 4H5v16h5 M15 8l4 4-4 4 M9 12h10',
} as const

export type IconName = keyof typeof shapes

export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ flexShrink: 0 }}
    aria-hidden="true"
  >
    <path d={shapes[name]} />
  </svg>
)
