import { describe, expect, it } from 'vitest';
import { relatedNameKeys } from './given-names.ts';
import { personNameKey, otherReadings } from './person-name-key.ts';
import { tokenize } from '../text/tokenize.ts';
import { customary, givenNames, shortForms, surnames } from '../testing/names-in-two-scripts.ts';

type System = (cyrillic: string) => string;

const vowels = 'аеёиоуыэюя';

/** Table of a romanisation, with exceptions after vowels. */
const system =
  (table: string, afterVowel: Record<string, string> = {}): System =>
  (cyrillic) => {
    const letters = Object.fromEntries(table.split(' ').map((pair) => pair.split('=') as [string, string]));
    return [...cyrillic.toLowerCase()]
      .map((letter, at, all) => {
        const before = all[at - 1] ?? '';
        const isSoft = before === '' || vowels.includes(before) || 'йъь'.includes(before);
        return (isSoft ? afterVowel[letter] : undefined) ?? letters[letter] ?? letter;
      })
      .join('');
  };

const common = 'а=a б=b в=v г=g д=d е=e з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f';
const icao = system(`${common} ё=e ж=zh й=i х=kh ц=ts ч=ch ш=sh щ=shch ъ=ie ы=y ь= э=e ю=iu я=ia`);
const gostA = system(`${common} ё=ë ж=ž й=j х=h ц=c ч=č ш=š щ=ŝ ъ=ʺ ы=y ь=ʹ э=è ю=û я=â`);
const gostB = system(`${common} ё=yo ж=zh й=j х=x ц=cz ч=ch ш=sh щ=shh ъ=\`\` ы=y ь=\` э=e ю=yu я=ya`);
const gostBc: System = (cyrillic) => gostB(cyrillic).replace(/cz(?=[eiyj])/g, 'c');
const bgnMarks = system(`${common} ё=ë ж=zh й=y х=kh ц=ts ч=ch ш=sh щ=shch ъ=” ы=y ь=’ э=e ю=yu я=ya`, { е: 'ye', ё: 'yë' });
const bgn = system(`${common} ё=yo ж=zh й=y х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya`, { е: 'ye', ё: 'yo' });
const scientific = system(`${common} ё=ë ж=ž й=j х=x ц=c ч=č ш=š щ=šč ъ=ʺ ы=y ь=ʹ э=è ю=ju я=ja`);
const plainScientific: System = (cyrillic) =>
  scientific(cyrillic)
    .normalize('NFD')
    .replace(/[\p{M}ʹʺ]/gu, '');
const everyday: System = (cyrillic) =>
  bgn(cyrillic)
    .replace(/(?:iy|yy)$/, 'y')
    .replaceAll('ks', 'x');

const systems: Record<string, System> = { icao, gostA, gostB, gostBc, bgnMarks, bgn, scientific, everyday };

const token = (word: string): string => tokenize(word).join(' ');

/** A profile is indexed under these keys, and a search asks for them. */
function keysOf(written: string): Set<string> {
  return new Set([personNameKey(token(written)), ...otherReadings(written).map((word) => personNameKey(token(word)))]);
}
const meet = (one: string, other: string): boolean => {
  const keys = keysOf(other);
  return [...keysOf(one)].some((key) => keys.has(key));
};

const missed = (names: readonly string[], written: System): string[] =>
  names.filter((name) => !meet(name, written(name))).map((name) => `${name} ${written(name)}`);

describe('name in two scripts', () => {
  it('covers 400 surnames and 200 given names', () => {
    expect(new Set(surnames).size).toBeGreaterThanOrEqual(400);
    expect(new Set(givenNames).size).toBeGreaterThanOrEqual(200);
  });

  it.each(Object.entries(systems))('[SRCH-050] matches the romanisation %s for 99 of 100 surnames and given names', (_, written) => {
    for (const names of [surnames, givenNames]) expect(missed(names, written).slice(names.length * 0.01)).toEqual([]);
  });

  it('[SRCH-050] matches scientific romanisation without diacritics where only ч, ш, ж and щ lose theirs', () => {
    const plain = surnames.filter((name) => !/[чшжщ]/i.test(name));
    expect(plain.length).toBeGreaterThan(200);
    expect(missed(plain, plainScientific)).toEqual([]);
  });

  it('[SRCH-050] matches between any two romanisations', () => {
    const lost = surnames.flatMap((name) => {
      const ways = [...new Set(Object.values(systems).map((written) => written(name)))];
      return ways.flatMap((one) => ways.filter((other) => !meet(one, other)).map((other) => `${one} ${other}`));
    });
    const pairs = surnames.length * Object.keys(systems).length * Object.keys(systems).length;
    expect(lost.slice(pairs * 0.01)).toEqual([]);
  });

  it('[SRCH-050] confuses at most one of 200 unlike pairs', () => {
    for (const names of [surnames, givenNames].map((list) => [...new Set(list.map(token))])) {
      const keys = names.map((name) => personNameKey(name));
      const latin = names.map((name) => keysOf(bgn(name)));
      const wrong = names.flatMap((one, at) =>
        names.filter((_, behind) => behind !== at && latin[behind]!.has(keys[at]!)).map((other) => `${one} ${other}`),
      );
      expect(wrong.length).toBeLessThanOrEqual(names.length * (names.length - 1) * 0.005);
      // Confused pairs sound alike.
      expect(wrong.slice(names.length * 0.1)).toEqual([]);
    }
  });
});

describe('given name', () => {
  it.each(customary)('[SRCH-050] finds %s as %s', (cyrillic, forms) => {
    expect(forms.split(' ').filter((form) => !meet(cyrillic, form))).toEqual([]);
  });

  it.each(shortForms)('[SRCH-050] finds %s as %s, and the reverse', (full, forms) => {
    const key = personNameKey(token(full));
    for (const form of forms.split(' ')) {
      const short = personNameKey(token(form));
      expect(relatedNameKeys(key)).toContain(short);
      expect(relatedNameKeys(short)).toContain(key);
      // Search asks for the key as for a typed word.
      expect(personNameKey(token(short))).toBe(short);
    }
  });
});

describe('unlike names', () => {
  it.each([
    ['иванов', 'петров'],
    ['мария', 'марина'],
    ['иван', 'иванов'],
    ['диана', 'dana'],
    ['иван', 'john'],
    ['александр', 'alexandra'],
    ['евгений', 'evgenia'],
    ['валерий', 'valeria'],
    ['шаров', 'sarov'],
    ['жуков', 'zukin'],
    ['jon', 'jen'],
    ['соколов', 'шоколов'],
  ])('keeps %s and %s apart', (one, other) => expect(meet(one, other)).toBe(false));
});

it('takes the same time for each character of a long word', () => {
  for (const part of ['iyj', 'ie', 'ou', 'sh', 'a', "'", 'š', 'ий']) {
    expect(personNameKey(part.repeat(20)).length).toBeLessThan(200);
    expect(otherReadings(`${part.repeat(1_000_000)} x`).length).toBeLessThan(100);
  }
});
