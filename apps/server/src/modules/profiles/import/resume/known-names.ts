import { loadFirstNames, loadLastNames, type PersonName } from '@headwater/reference/names';

/** Latin transliterations of Cyrillic characters, official and common. Other characters are kept. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  а: ['a'],
  б: ['b'],
  в: ['v'],
  г: ['g'],
  д: ['d'],
  е: ['e', 'ye'],
  ё: ['e', 'yo', 'io'],
  ж: ['zh', 'j'],
  з: ['z'],
  и: ['i'],
  й: ['y', 'i', 'j'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s'],
  т: ['t'],
  у: ['u'],
  ф: ['f'],
  х: ['kh', 'h'],
  ц: ['ts'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['shch', 'sch'],
  ъ: [''],
  ы: ['y'],
  ь: ['', 'i'],
  э: ['e'],
  ю: ['yu', 'iu', 'ju'],
  я: ['ya', 'ia', 'ja'],
};
/** At the end of a name: "Dmitry", "Dmitriy", "Dmitrii". */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [[/ий$/, ['y', 'iy', 'ii', 'i', 'ij']]];
const mostSpellings = 64;

function latinSpellings(name: string): string[] {
  const lower = name.toLowerCase();
  const [pattern, ends] = endings.find(([ending]) => ending.test(lower)) ?? [];
  const letters = [...(pattern ? lower.replace(pattern, '') : lower)].map((letter) => spellings[letter] ?? [letter]);
  return [...letters, ...(ends ? [ends] : [])].reduce<string[]>(
    (found, forms) => found.flatMap((start) => forms.map((form) => start + form)).slice(0, mostSpellings),
    [''],
  );
}

const inLowerCase = (names: readonly PersonName[]) =>
  new Set(
    names.flatMap(({ name, latin }) => [
      name.toLowerCase(),
      ...(latin ? [latin.toLowerCase()] : []),
      ...(/^[а-яё-]+$/i.test(name) ? latinSpellings(name) : []),
    ]),
  );

const known: { first?: Set<string>; last?: Set<string> } = {};

export const firstNames = (): ReadonlySet<string> => (known.first ??= inLowerCase(loadFirstNames()));
export const lastNames = (): ReadonlySet<string> => (known.last ??= inLowerCase(loadLastNames()));
