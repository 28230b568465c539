const fold = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s«»"']+/g, ' ')
    .trim();

export function sharedTexts(one: readonly string[], other: readonly string[]): Set<string> {
  const known = new Set(other.map(fold));
  return new Set(one.filter((text) => known.has(fold(text))));
}
