import { describe, expect, it } from 'vitest';
import en from '../texts/en.json';
import search from '../../search/texts/en.json';
import { chipsOf, wordsOf } from './chips.ts';
import { isSameSearch, readStored } from './stored-search.ts';
import { isKept, shownChoice, smartAddress, smartSearch, toStoredSearch, withShown } from './smart-search.ts';

/** English texts with interpolation, as in the interface. */
const t = ((key: string, options: Record<string, unknown> = {}) => {
  const texts: unknown = options['ns'] === 'search' ? search : en;
  const path = [key, `${key}_${options['count'] === 1 ? 'one' : 'other'}`].map((name) =>
    name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts),
  );
  const found = path.find((text) => typeof text === 'string');
  if (typeof found !== 'string') throw new Error(`no text ${key}`);
  return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(options[name]));
}) as unknown as Parameters<typeof wordsOf>[1];

const stored = (query: string, filters = '') => ({ query, filters, ranking: 'relevance' as const });
const words = (query: string, filters = '', unit: 'km' | 'mi' = 'km') => {
  const names = [{ facet: 'language', id: 'en', name: 'English' }];
  return wordsOf(chipsOf(readStored(stored(query, filters)).search, { t, unit, names }), t);
};

describe('a stored search in words', () => {
  it('[SAVQ-009] lists its terms, exclusions, match modes and fields', () => {
    expect(words('["skill:Python","-skill:PHP","companySearch:Acme"]')).toBe('Python, without PHP, Company: Acme');
    expect(words('[{"locationRange":"Berlin","km":40},"lastPosition:Developer",{"mainSkillHigh":"Go","years":3}]')).toBe(
      'Berlin within 40 km, Developer now, Go main skill, 3+ y',
    );
    expect(words('[{"locationRange":"Berlin","km":40}]', '', 'mi')).toBe('Berlin within 25 mi');
    expect(words('["skill:Go","OR","(","skill:Rust","AND","text:big data",")"]')).toBe('Go or (Rust and big data)');
    expect(words('["skill:Go","skill:Rust","skillAll:SQL","skillAll:Kafka","location:Bonn",{"locationRange":"Berlin","km":40}]')).toBe(
      'Go or Rust, SQL all of, Kafka all of, Bonn or Berlin within 40 km',
    );
    expect(words('[{"ai":"people who know Go"}]')).toBe('“people who know Go”');
  });

  it('[SAVQ-009] lists its filters by name', () => {
    expect(words('', 'language:en,-xx;age:25-40')).toBe('Age: 25–40, Languages: English, without Languages: xx');
    expect(words('', 'language:~any,en~fluent,de;skill:1,2;site:a.io,b.io')).toBe(
      'Languages: English (fluent) or de, Websites: a.io, b.io, Skills: 1 or 2',
    );
    expect(words('', 'general:viewsTransformer=shown~7@folder,hasComment')).toContain('Shown in results (in the vacancy, 7 days)');
    expect(words('', 'experience:5-*,showWithoutExperience')).toBe('Experience, years: 5+, Experience not specified');
  });
});

describe('the search of a smart folder', () => {
  const kept = stored('["skill:Python"]', 'language:en');
  const read = (queryString: string) => smartSearch(queryString, kept, 7).search;

  it('[SMF-001] is the stored one unless the address contains another', () => {
    expect(toStoredSearch(read(''))).toEqual(kept);
    expect(read('page=3')).toMatchObject({ page: 3, folderId: 7 });
    expect(toStoredSearch(read('q=["skill:Go"]'))).toEqual(stored('["skill:Go"]'));
    expect(isKept(read(''), kept)).toBe(true);
    expect(isKept(read('q=["skill:Go"]'), kept)).toBe(false);
    expect(smartAddress(read(''), kept)).toBe('');
    expect(smartAddress(read('q=["skill:Go"]'), kept)).toBe('q=[%22skill:Go%22]');
    expect(isSameSearch(kept, { ...kept, query: ' [ "skill:Python" ] ' })).toBe(true);
  });

  it('[SMF-006] [SMF-007] can show only seen or unseen people and still equals the stored one', () => {
    const refined = read('q=["skill:Python"]&f=language:en;contacts:email');
    const { filters } = readStored(kept).search;
    const seen = withShown(refined, 'seen', filters);
    expect(smartAddress(seen, kept)).toContain('general:viewsTransformer%3Dshown@folder;language:en');
    expect([shownChoice(seen.filters), isKept(seen, kept)]).toEqual(['seen', true]);
    const unseen = withShown(refined, 'unseen', filters);
    expect([shownChoice(unseen.filters), isKept(unseen, kept)]).toEqual(['unseen', false]);
    expect(toStoredSearch(unseen).filters).toBe('contacts:email;language:en');
    expect(shownChoice(withShown(unseen, 'everyone', filters).filters)).toBe('everyone');
  });

  it('[SMF-009] does not fail on an unreadable search', () => {
    const broken = smartSearch('', stored('["nofield:x"]'), 7);
    expect(broken.errors.q).toHaveLength(1);
    expect(broken.search).toMatchObject({ query: [], folderId: 7 });
  });
});
