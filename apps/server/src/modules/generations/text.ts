/** Maximum length of a vacancy's text; longer answers are cut. */
const longest = 10_000;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const languageName = (language: string): string => languageNames.of(language) ?? 'English';

/** Removes Markdown, which models add despite the prompt. */
export function readText(answer: string): string {
  const lines = answer
    .replaceAll('\r\n', '\n')
    .split('\n')
    .filter((line) => !/^\s*```/.test(line))
    .map((line) =>
      line
        .replace(/^\s{0,3}#{1,6}\s+/, '')
        .replaceAll(/\*\*(.+?)\*\*/g, '$1')
        .replace(/^(\s*)[*•]\s+/, '$1- ')
        .trimEnd(),
    );
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, longest);
}
