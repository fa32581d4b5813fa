// The look of the console, and what surrounds all of its pages: Mantine under the policy of the server.
import {
  Alert,
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  DirectionProvider,
  MantineProvider,
  Modal,
  NavLink,
  Paper,
  Select,
  Table,
  Tooltip,
  type CSSVariablesResolver,
} from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useMemo, type ReactNode } from 'react'
import { catalogue, directionOf, textsOf, useLanguage } from './texts'

const texts = catalogue('theme', { close: 'Close', clear: 'Clear' })

/** What the design system names by itself is named in the language of the person. */
const themeIn = (t: ReturnType<typeof textsOf<typeof texts.english>>) =>
  createTheme({
    primaryColor: 'indigo',
    // as dark as white text on them needs
    primaryShade: { light: 7, dark: 7 },
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // calm until it is asked about: as other buttons, with a red text
    variantColorResolver: (input) =>
      input.variant === 'danger'
        ? { ...defaultVariantColorsResolver({ ...input, variant: 'default' }), color: 'var(--mantine-color-error)' }
        : defaultVariantColorsResolver(input),
    headings: {
      fontWeight: '650',
      sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.1rem' }, h3: { fontSize: '1rem' } },
    },
    components: {
      Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
      Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } }),
      Button: Button.extend({
        defaultProps: { size: 'sm', fw: 500 },
        // a long text is wrapped, not wider than the window
        styles: {
          root: { maxWidth: '100%', height: 'auto' },
          inner: { height: 'auto', minHeight: 'calc(var(--button-height) - 2px)' },
          label: { height: 'auto', whiteSpace: 'normal', lineHeight: 1.2 },
        },
      }),
      Modal: Modal.extend({
        defaultProps: {
          centered: true,
          padding: 'lg',
          closeButtonProps: { 'aria-label': t('close') },
          // its <header> is none of the page
          attributes: { header: { role: 'none' } },
        },
        // a long name leaves room for the button that closes
        styles: { title: { fontWeight: 650, fontSize: '1.1rem', overflowWrap: 'anywhere' } },
      }),
      NavLink: NavLink.extend({ defaultProps: { py: 6 } }),
      Paper: Paper.extend({ defaultProps: { withBorder: true, p: 'md', radius: 'md' } }),
      Select: Select.extend({ defaultProps: { clearButtonProps: { 'aria-label': t('clear') } } }),
      Table: Table.extend({ defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md', highlightOnHover: true } }),
      Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } }),
    },
  })

const dangerous = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#a61e1e' }

/** Texts as dark or light as WCAG 2.2 AA asks for: 4.5 to 1. */
const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...dangerous,
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-dimmed': '#5a626b',
    '--mantine-color-error': '#c42b2b',
    '--mantine-color-placeholder': '#6b737c',
    '--mantine-color-red-light-color': '#b02020',
    '--mantine-color-green-light-color': '#1f6b32',
    '--mantine-color-teal-light-color': '#066b4c',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-orange-light-color': '#9a3c08',
    '--mantine-color-blue-light-color': '#1458a8',
    '--mantine-color-indigo-light-color': '#3648b5',
    '--mantine-color-gray-light-color': '#444c55',
    '--console-side': '#f3f5f8',
    '--console-page': '#fbfcfd',
  },
  dark: {
    ...dangerous,
    '--mantine-color-body': '#212428',
    '--mantine-color-text': '#d9dce0',
    '--mantine-color-default': '#2a2e33',
    '--mantine-color-default-hover': '#32363c',
    '--mantine-color-default-border': '#41464d',
    '--mantine-color-dimmed': '#a9b0b8',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-placeholder': '#9aa1a9',
    '--mantine-color-red-light-color': '#ffb0b0',
    '--mantine-color-indigo-light-color': '#b9c6ff',
    '--mantine-color-anchor': '#a5b8ff',
    '--console-side': '#141619',
    '--console-page': '#191b1e',
  },
})

/** Each answer of the server with the page has another nonce, which styles need. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
// for the package that keeps a page behind a dialog from scrolling
;(window as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce

export function Theme({ children }: { readonly children: ReactNode }) {
  const language = useLanguage()
  const direction = directionOf(language)
  const theme = useMemo(() => themeIn(textsOf(texts)), [language])
  document.documentElement.lang = language
  document.documentElement.dir = direction
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        cssVariablesResolver={variables}
        getStyleNonce={() => nonce}
      >
        {/* above dialogs; as high as three, the others by scrolling */}
        <Notifications
          position="bottom-right"
          zIndex={500}
          limit={Infinity}
          styles={{ root: { maxHeight: '15.5rem', overflowY: 'auto' } }}
        />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
