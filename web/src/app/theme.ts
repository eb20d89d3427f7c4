import { createTheme } from '@mantine/core';
import type { AlertProps, CSSVariablesResolver, MantineColorsTuple, MantineTheme } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d5f5ee',
  '#acebdf',
  '#76d9ca',
  '#3fbfb0',
  '#1fa396',
  '#14857c',
  '#0f766e',
  '#115e59',
  '#0f4a47',
];
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e1',
  '#dcd8d1',
  '#c4bfb6',
  '#a39d93',
  '#7d776d',
  '#5f5a52',
  '#45413b',
  '#2b2824',
];
const dark: MantineColorsTuple = [
  '#dedbd6',
  '#bdb9b2',
  '#9d9991',
  '#6b6761',
  '#4a4742',
  '#3a3733',
  '#2c2a27',
  '#211f1d',
  '#1a1917',
  '#131211',
];

/** Dialogs and side panels carry a heading like every card. */
const overlayTitle = { fontSize: '16px', lineHeight: '24px', fontWeight: 600 };

/** Their head is drawn with `header`, which would be a second banner of the page. */
const overlayAttributes = { header: { role: 'presentation' } };

/** The look of the app: one accent, warm greys, borders instead of shadows. */
export const theme = createTheme({
  primaryColor: 'teal',
  black: '#1c1917',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, gray, dark },
  fontFamily: '"Inter Variable", "Inter Fallback", "Inter Fallback DejaVu", system-ui, sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '8px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '20px', xl: '24px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 500 } } },
    Table: {
      defaultProps: {
        verticalSpacing: 0,
        horizontalSpacing: 'md',
        borderColor: 'var(--border)',
        highlightOnHoverColor: 'var(--row-hover)',
      },
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        // Labels of custom fields are words of the company, however long: by the library's rule the input would grow with one.
        label: { marginBlockEnd: 4, overflowWrap: 'anywhere' },
        description: { marginBlockStart: 4 },
        error: { marginBlockStart: 4 },
      },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false, transitionDuration: 120 } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
        attributes: overlayAttributes,
      },
      styles: { title: overlayTitle },
    },
    Drawer: {
      defaultProps: {
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.25 },
        transitionProps: { duration: 150 },
        attributes: overlayAttributes,
      },
      styles: { title: overlayTitle },
    },
    Menu: {
      // The first item takes the focus: the library's placeholder for it is no item, which a menu may not hold.
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
    },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Alert: {
      vars: (_theme: MantineTheme, { color }: AlertProps) =>
        color === 'red' ? { root: { '--alert-bg': 'var(--score-bottom-ground)' } } : { root: {} },
    },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

/**
 * Where the library's own tokens miss the contrast that we keep, and the tokens of our own. `--score-*` are for words and
 * signs; `--mark-*` are for bars, which differ in lightness too, so that who sees no red or green tells them apart.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': '#716b61',
    '--mantine-color-dimmed': '#655f56',
    '--mantine-color-error': '#b42318',
    '--focus': '#0f766e',
    '--surface': '#ffffff',
    '--surface-sunken': '#faf9f7',
    '--border': '#e4e0da',
    '--row-hover': '#f8f7f5',
    '--score-top': '#147a3b',
    '--score-middle': '#b45309',
    '--score-bottom': '#b91c1c',
    '--score-top-ground': '#e7f6ec',
    '--score-middle-ground': '#fdf1e0',
    '--score-bottom-ground': '#fdeaea',
    '--mark-top': '#0f4526',
    '--mark-top-edge': '#0f4526',
    '--mark-top-ink': '#ffffff',
    '--mark-middle': '#fbbf24',
    '--mark-middle-edge': '#92600a',
    '--mark-middle-ink': '#1c1917',
    '--mark-bottom': '#e5383b',
    '--mark-bottom-edge': '#e5383b',
    '--mark-bottom-ink': '#ffffff',
    '--chart-line': '#0f766e',
    '--chart-band': '#8fd0c6',
    '--chart-band-light': '#d3ede8',
    '--chart-bar': '#8f897f',
    '--chart-track': '#efece8',
    '--chart-grid': '#ece8e2',
  },
  dark: {
    '--mantine-color-placeholder': '#a29d95',
    '--mantine-color-dimmed': '#a9a49c',
    '--mantine-color-anchor': '#5fd0c2',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-teal-light-color': '#76d9ca',
    '--mantine-color-teal-outline': '#3fbfb0',
    '--focus': '#3fbfb0',
    '--surface': '#211f1d',
    '--surface-sunken': '#1a1917',
    '--border': '#3a3733',
    '--row-hover': '#292724',
    '--score-top': '#4ade80',
    '--score-middle': '#fbbf24',
    '--score-bottom': '#f87171',
    '--score-top-ground': '#163524',
    '--score-middle-ground': '#3b2c10',
    '--score-bottom-ground': '#401d1d',
    '--mark-top': '#bbf7d0',
    '--mark-top-edge': '#bbf7d0',
    '--mark-top-ink': '#1c1917',
    '--mark-middle': '#e08e0b',
    '--mark-middle-edge': '#e08e0b',
    '--mark-middle-ink': '#1c1917',
    '--mark-bottom': '#dc2626',
    '--mark-bottom-edge': '#f87171',
    '--mark-bottom-ink': '#ffffff',
    '--chart-line': '#3fbfb0',
    '--chart-band': '#1d6a62',
    '--chart-band-light': '#1b403c',
    '--chart-bar': '#827d75',
    '--chart-track': '#34312d',
    '--chart-grid': '#33302c',
  },
});
