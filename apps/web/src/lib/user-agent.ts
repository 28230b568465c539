/** Ordered: most browsers also name the ones that they derive from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bEdg(?:A|iOS)?\//, 'Microsoft Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** Browser and system of a User-Agent header; each may be undefined. */
export function agentName(agent: string | null): { browser: string | undefined; system: string | undefined } {
  const text = agent ?? '';
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) };
}
