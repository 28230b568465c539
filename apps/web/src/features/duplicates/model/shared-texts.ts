const fold = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s«»"']+/g, ' ')
    .trim();

/** Texts of one side that the other side has, too, however they are written in capitals and spaces. */
export function sharedTexts(one: readonly string[], other: readonly string[]): Set<string> {
  const known = new Set(other.map(fold));
  return new Set(one.filter((text) => known.has(fold(text))));
}
