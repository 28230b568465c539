/** Answers longer than what a vacancy holds are cut. */
const longest = 10_000;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** As models know it. */
export const languageName = (language: string): string => languageNames.of(language) ?? 'English';

/** The answer as plain text: models wrap texts in fences and mark headings and bold words up however they are asked. Empty where there is none. */
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
