import { personNameKey } from '@headwater/domain/names/person-name-key';
import { tokenize } from '@headwater/domain/text/tokenize';

const wordsOf = (typed: string) => typed.replaceAll(/[*"]/g, ' ').split(/\s+/).filter(Boolean);
const startOf = (word: string) => (/[\p{L}\p{N}]{2}$/u.test(word) ? `${word}*` : word);

/** Every typed word is the beginning of a name. A single character after other words is ignored. */
export function nameQuery(typed: string): string {
  const words = wordsOf(typed);
  const long = words.filter((word) => word.length > 1);
  return (long.length > 0 ? long : words).map(startOf).join(' ');
}

/** The first characters of every word, because misspellings are mostly later. Undefined if too short. */
export function looseNameQuery(typed: string): string | undefined {
  const words = wordsOf(typed);
  // Addresses, links and numbers are not misspelt names.
  if (!words.some((word) => word.length > 3) || words.some((word) => /[^\p{L}'’-]/u.test(word))) return undefined;
  return words.map((word) => startOf(word.length > 3 ? word.slice(0, word.length > 5 ? 3 : 2) : word)).join(' ');
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function distance(one: string, other: string): number {
  const rows = [...Array(one.length + 1)].map((_row, at) => [at, ...Array<number>(other.length).fill(0)]);
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let column = 0; column <= other.length; column += 1) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const [left, right] = [one[row - 1], other[column - 1]];
      const swap = left === other[column - 2] && right === one[row - 2] ? at(row - 2, column - 2) + 1 : Infinity;
      (rows[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (left === right ? 0 : 1),
        swap,
      );
    }
  }
  return at(one.length, other.length);
}

const closest = (word: string, names: readonly string[]) => {
  const [key, most] = [personNameKey(word), word.length > 7 ? 2 : 1];
  const distances = names.flatMap((name) => [distance(word, name), distance(key, personNameKey(name))]);
  const least = Math.min(Infinity, ...distances);
  return least <= most ? least : Infinity;
};

/** How far a name is from the typed words; Infinity if another name is meant. */
export function misspelling(typed: string, name: string): number {
  const names = tokenize(name);
  return tokenize(typed).reduce((sum, word) => sum + closest(word, names), 0);
}
