export const neutrals = [
  '#fafafa',
  '#f4f4f5',
  '#e8e8ea',
  '#dadade',
  '#c2c2c9',
  '#94949d',
  '#6b6b75',
  '#51515a',
  '#34343b',
  '#1b1b20',
] as const;
/** Mantine's order for the dark scheme: text first, deepest background last. */
export const darks = [
  '#ececef',
  '#c8c8cf',
  '#a3a3ad',
  '#7c7c86',
  '#45464d',
  '#323339',
  '#26272b',
  '#1c1d20',
  '#17181b',
  '#0e0f10',
] as const;
export const teal = ['#eef9f7', '#d5f0eb', '#abe0d8', '#79ccc1', '#47b0a4', '#27938a', '#177a72', '#0f655f', '#0c524d', '#08403c'] as const;
export const red = ['#fef2f2', '#fee2e2', '#fecaca', '#fca5a5', '#f87171', '#ef4444', '#d62f2f', '#b82222', '#981d1d', '#7c1c1c'] as const;
export const amber = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#e89b0c',
  '#c77a06',
  '#9a5a08',
  '#7c460c',
  '#663a0e',
] as const;
export const green = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#22b95c',
  '#17924a',
  '#15743d',
  '#155c34',
  '#134b2d',
] as const;

export interface SchemeColors {
  ground: string;
  surface: string;
  text: string;
  /** Secondary text; AA on both backgrounds. */
  muted: string;
  border: string;
  borderStrong: string;
  hover: string;
  selected: string;
  accentText: string;
  danger: string;
  warning: string;
  success: string;
  focus: string;
  selection: string;
}

export const light: SchemeColors = {
  ground: '#ffffff',
  surface: '#f8f8f9',
  text: '#1b1b20',
  muted: '#63636d',
  border: '#e8e8ea',
  borderStrong: '#c2c2c9',
  hover: '#f1f1f3',
  selected: '#e6f4f2',
  accentText: '#0f655f',
  danger: '#b82222',
  warning: '#8a4f05',
  success: '#15743d',
  focus: '#177a72',
  selection: '#bfe7e1',
};

export const dark: SchemeColors = {
  ground: '#17181b',
  surface: '#101113',
  text: '#ececef',
  muted: '#a3a3ad',
  border: '#2b2c31',
  borderStrong: '#45464d',
  hover: '#222327',
  selected: '#16302e',
  accentText: '#79ccc1',
  danger: '#fca5a5',
  warning: '#fcd34d',
  success: '#86efac',
  focus: '#47b0a4',
  selection: '#0c524d',
};

export interface StatusColor {
  name: string;
  light: { text: string; ground: string; dot: string };
  dark: { text: string; ground: string; dot: string };
}

const status = (
  name: string,
  [text, ground, dot]: readonly [string, string, string],
  [darkText, darkGround, darkDot]: readonly [string, string, string],
): StatusColor => ({
  name,
  light: { text, ground, dot },
  dark: { text: darkText, ground: darkGround, dot: darkDot },
});

/** Twelve fixed colours. The API stores the index, so the order must not change. */
export const statusColors: readonly StatusColor[] = [
  status('grey', ['#45454d', '#ededf0', '#7c7c86'], ['#c8c8cf', '#2c2d32', '#94949d']),
  status('blue', ['#1d4391', '#e1ebfd', '#3b76e8'], ['#a9c7fb', '#1b2b4a', '#5b93f2']),
  status('sky', ['#0c4f75', '#def1fb', '#1c96d4'], ['#93d4f6', '#11324a', '#38aee6']),
  status('teal', ['#0c524d', '#d9f2ee', '#1f9a8f'], ['#82d6cb', '#113532', '#36b3a7']),
  status('green', ['#155c34', '#ddf5e5', '#22a455'], ['#8fe0ac', '#15361f', '#37ba69']),
  status('lime', ['#45590b', '#edf6d0', '#86ad13'], ['#c4e07a', '#2a3511', '#9cc52c']),
  status('yellow', ['#6b4a05', '#fcf1c8', '#d3a10b'], ['#f0d376', '#3a2f0d', '#dfb227']),
  status('orange', ['#833c0c', '#fdebdc', '#e87722'], ['#f9bb8a', '#432611', '#f08d42']),
  status('red', ['#8f1d1d', '#fde5e5', '#df4242'], ['#f8aaaa', '#451b1b', '#ee6464']),
  status('pink', ['#8a1a54', '#fce4ef', '#dc4a91'], ['#f5a6cb', '#43192f', '#e86aa6']),
  status('purple', ['#5f2590', '#f1e6fb', '#9b51d6'], ['#d6b2f4', '#341c49', '#b173e3']),
  status('indigo', ['#3a349c', '#e8e7fd', '#6a62e6'], ['#bcb8fa', '#26244d', '#857ef0']),
];
