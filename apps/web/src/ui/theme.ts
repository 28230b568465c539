import { createTheme, type CSSVariablesResolver, type MantineColorSchemeManager } from '@mantine/core';
import { amber, dark, darks, green, light, neutrals, red, type SchemeColors, statusColors, teal } from './palette.ts';

const text = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
const popover = { shadow: 'md', transitionProps: { transition: 'fade', duration: 100 } } as const;

/** 4 px grid, radius 6, one shadow, Inter 14/20. Features add no colours of their own. */
export const theme = createTheme({
  fontFamily: text,
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'var(--hw-shadow)', md: 'var(--hw-shadow)', lg: 'var(--hw-shadow)', xl: 'var(--hw-shadow)' },
  headings: {
    fontFamily: text,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  colors: { teal: [...teal], gray: [...neutrals], dark: [...darks], red: [...red], yellow: [...amber], green: [...green] },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  cursorType: 'pointer',
  focusRing: 'never',
  respectReducedMotion: true,
  // Not `Button.extend(...)`, which would load all components with the first screen.
  components: {
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    // A refused field gets focus, and an open dropdown would cover the error.
    Select: { defaultProps: { size: 'sm', comboboxProps: popover, checkIconPosition: 'right', openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 120, withItemsBorders: false } },
    // In place, not in a portal, to stay in its landmark. Fixed, so that no scroller clips it.
    Menu: {
      defaultProps: {
        ...popover,
        position: 'bottom-start',
        offset: 4,
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        floatingStrategy: 'fixed',
      },
    },
    Popover: { defaultProps: { ...popover, offset: 4 } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { transition: 'fade', duration: 120 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 80 }, offset: 6, fz: 'xs' } },
    Alert: { defaultProps: { variant: 'light', radius: 'sm' } },
  },
});

const schemeVariables = (colors: SchemeColors, scheme: 'light' | 'dark') => ({
  '--hw-ground': colors.ground,
  '--hw-surface': colors.surface,
  '--hw-text': colors.text,
  '--hw-muted': colors.muted,
  '--hw-border': colors.border,
  '--hw-border-strong': colors.borderStrong,
  '--hw-hover': colors.hover,
  '--hw-selected': colors.selected,
  '--hw-accent-text': colors.accentText,
  '--hw-danger': colors.danger,
  '--hw-warning': colors.warning,
  '--hw-success': colors.success,
  '--hw-focus': colors.focus,
  '--hw-selection': colors.selection,
  '--hw-shadow':
    scheme === 'light'
      ? '0 0 0 1px rgb(20 20 30 / 6%), 0 6px 20px rgb(20 20 30 / 10%)'
      : '0 0 0 1px rgb(255 255 255 / 7%), 0 8px 24px rgb(0 0 0 / 50%)',
  '--mantine-color-body': colors.ground,
  '--mantine-color-text': colors.text,
  '--mantine-color-dimmed': colors.muted,
  '--mantine-color-placeholder': colors.muted,
  '--mantine-color-error': colors.danger,
  '--mantine-color-anchor': colors.accentText,
  '--mantine-color-default-border': colors.border,
  '--mantine-color-default-hover': colors.hover,
  '--mantine-color-default': colors.ground,
  // Mantine's colours are darker than our dark background.
  ...(scheme === 'dark'
    ? {
        '--mantine-color-teal-light': colors.selected,
        '--mantine-color-teal-light-hover': colors.selection,
        '--mantine-color-teal-light-color': colors.accentText,
        '--mantine-color-red-light-color': red[4],
        // Red text of menus; filled buttons keep the darker red.
        '--mantine-color-red-6': red[4],
        '--mantine-color-red-filled': red[6],
        '--mantine-color-red-filled-hover': red[7],
        '--mantine-color-yellow-light-color': amber[3],
        '--mantine-color-green-light-color': green[3],
      }
    : {}),
  ...Object.fromEntries(
    statusColors.flatMap((color, index) =>
      Object.entries(color[scheme]).map(([part, value]) => [`--hw-status-${index}-${part}`, value] as const),
    ),
  ),
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables(light, 'light'),
  dark: schemeVariables(dark, 'dark'),
});

const key = 'headwater.theme';
let stopListening = () => {};

/** Stores the theme under the key that first-paint.js reads. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    try {
      const value = localStorage.getItem(key);
      return value === 'light' || value === 'dark' || value === 'auto' ? value : fallback;
    } catch {
      return fallback;
    }
  },
  set: (value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Without storage the theme lasts for this page.
    }
  },
  subscribe: (onUpdate) => {
    const onStorage = ({ key: changed, newValue }: StorageEvent) => {
      if (changed === key && (newValue === 'light' || newValue === 'dark' || newValue === 'auto')) onUpdate(newValue);
    };
    addEventListener('storage', onStorage);
    stopListening = () => removeEventListener('storage', onStorage);
  },
  unsubscribe: () => stopListening(),
  clear: () => {
    try {
      localStorage.removeItem(key);
    } catch {
      // No storage.
    }
  },
};
