import { readSource, type SourceRow } from './source.ts';
import { romanize } from './romanize.ts';

interface NameDraft {
  country: string;
  gender: string;
  name: string;
  latin: string;
  order: number;
}

export interface RankedName extends Omit<NameDraft, 'order'> {
  rank: number;
}

const UNRANKED = 1_000_000;
const LATIN_NAME = /^[\p{Script=Latin}\p{M}'’. -]+$/u;
const CYRILLIC_NAME = /^[А-ЯЁ][а-яё-]+$/;

function draftOf(row: SourceRow): NameDraft {
  const name = row['name'] ?? '';
  const popular = row['source'] !== 'faker';
  const order = (popular ? 0 : UNRANKED) + (Number(row['rank']) || UNRANKED / 2);
  return {
    country: row['country'] ?? '',
    gender: row['gender'] ?? '',
    name,
    latin: row['latin'] || (LATIN_NAME.test(name) ? name : ''),
    order,
  };
}

/** Equal for Yeva and Ева, Dmitriy and Дмитрий. */
function romanKey(latin: string): string {
  return latin
    .toLowerCase()
    .replaceAll(/y(?=[eaou])/g, '')
    .replaceAll('y', 'i')
    .replaceAll('ii', 'i')
    .replaceAll("'", '');
}

/** Иванов has the feminine form Иванова; Шевченко has one form. */
function feminine(surname: string): string | undefined {
  if (/(ов|ев|ёв|ин|ын)$/.test(surname)) return `${surname}а`;
  if (/(ск|цк)ий$/.test(surname)) return `${surname.slice(0, -2)}ая`;
  return undefined;
}

function withFeminineForms(names: readonly NameDraft[]): NameDraft[] {
  return names.flatMap((draft) => {
    const female = draft.gender === '' ? feminine(draft.name) : undefined;
    if (female === undefined) return [draft];
    return [
      { ...draft, gender: 'M' },
      { ...draft, gender: 'F', name: female, latin: romanize(female) },
    ];
  });
}

/** Keeps Russian names in Cyrillic, with ё. Their popularity includes that of romanised forms. */
function russianNames(names: readonly NameDraft[]): NameDraft[] {
  const popularity = new Map(
    names.filter((draft) => !CYRILLIC_NAME.test(draft.name)).map((draft) => [`${draft.gender} ${romanKey(draft.latin)}`, draft.order]),
  );
  const exact = new Set(
    names.filter((draft) => draft.name.includes('ё')).map((draft) => `${draft.gender} ${draft.name.replaceAll('ё', 'е')}`),
  );
  const isLazySpelling = (draft: NameDraft): boolean => exact.has(`${draft.gender} ${draft.name}`);
  const cyrillic = withFeminineForms(names.filter((draft) => CYRILLIC_NAME.test(draft.name) && !isLazySpelling(draft)));
  return cyrillic.map((draft) => {
    const latin = draft.latin || romanize(draft.name);
    return { ...draft, latin, order: popularity.get(`${draft.gender} ${romanKey(latin)}`) ?? draft.order };
  });
}

function ranked(names: readonly NameDraft[]): RankedName[] {
  const seen = new Set<string>();
  const places = new Map<string, number>();
  const sorted = names.toSorted((a, b) => (a.country === b.country ? a.order - b.order : a.country < b.country ? -1 : 1));
  return sorted.flatMap(({ country, gender, name, latin }) => {
    const group = `${country} ${gender}`;
    if (name === '' || /[\d()/]/.test(name) || seen.has(`${group} ${name}`)) return [];
    seen.add(`${group} ${name}`);
    const rank = (places.get(group) ?? 0) + 1;
    places.set(group, rank);
    return [{ country, gender, name, latin, rank }];
  });
}

export function personNames(folder: string, file: 'first_names' | 'last_names'): RankedName[] {
  const drafts = readSource(folder, `names/${file}.tsv`).map(draftOf);
  const russian = russianNames(drafts.filter((draft) => draft.country === 'RU'));
  return ranked([...drafts.filter((draft) => draft.country !== 'RU'), ...russian]);
}
