import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** From sunken to ink. The scheme's own ink comes from `tokens.css`; these are for components that ask for a shade. */
const INK: MantineColorsTuple = [
  '#f4f6f5',
  '#e6eae8',
  '#d3dad7',
  '#b3c0bb',
  '#82908b',
  '#5f6d68',
  '#47544f',
  '#2c3935',
  '#1d2825',
  '#17211e',
];

/** The defaults of components. How they look is in `components.css`. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  colors: { ink: INK },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle' } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'sm', withAsterisk: false } },
    PasswordInput: {
      defaultProps: {
        size: 'sm',
        withAsterisk: false,
        visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 },
      },
    },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', allowDeselect: false } },
    // The body is locked by a rule in `base.css`: the library would write a style element, which the policy forbids.
    Modal: { defaultProps: { size: 560, yOffset: '14vh', lockScroll: false, radius: 8 } },
    ModalRoot: { defaultProps: { yOffset: '14vh', lockScroll: false, radius: 8 } },
    Drawer: { defaultProps: { size: 480, position: 'right', lockScroll: false } },
    // Not in a portal, which lies outside of every landmark; fixed, so that what scrolls does not cut it off.
    Menu: {
      defaultProps: {
        radius: 8,
        position: 'bottom-start',
        offset: 4,
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320 } },
    Tabs: { defaultProps: { keepMounted: false } },
  },
});
