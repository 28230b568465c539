const maxLength = 100_000;
const maxLine = 1_000;
const maxWord = 300;

const longWord = new RegExp(`(\\S{${maxWord}})\\S+`, 'g');
const shortEnough = new RegExp(`.{1,${maxLine}}(?:\\s|$)`, 'g');

/**
 * Limits the input of the resume patterns against hostile files; real resumes stay far below.
 * @param change applied to each line before long lines are broken
 */
export const boundText = (text: string, change = (line: string): string => line): string =>
  text
    .slice(0, maxLength)
    .replace(longWord, '$1')
    .split('\n')
    .map(change)
    .flatMap((line) => (line.length <= maxLine ? line : (line.match(shortEnough) ?? [])))
    .join('\n');
