import { array, assert as check, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { decodeFilters, encodeFilters } from '../query/filters-address.ts';
import { decodeQuery, encodeQuery } from '../query/query-address.ts';
import type { Lexicon, NamedThing } from './lexicon.ts';
import { readAge, readDistance, readYears } from './numbers.ts';
import { readPlainQuery } from './read-plain-query.ts';
import { structuredQuery } from './to-query.ts';
import { lexiconKey, wordsOf } from './words.ts';

const things: readonly (readonly [string, Partial<NamedThing> & Pick<NamedThing, 'kind' | 'id'>])[] = [
  ['Go', { kind: 'skill', id: '1' }],
  ['Kafka', { kind: 'skill', id: '2' }],
  ['React', { kind: 'skill', id: '3' }],
  ['Vue', { kind: 'skill', id: '4' }],
  ['PostgreSQL', { kind: 'skill', id: '5' }],
  ['MySQL', { kind: 'skill', id: '6' }],
  ['Разработчик', { kind: 'title', id: '10' }],
  ['Backend developer', { kind: 'title', id: '11' }],
  ['Frontend developer', { kind: 'title', id: '12' }],
  ['Берлин', { kind: 'city', id: '20' }],
  ['Berlin', { kind: 'city', id: '20' }],
  ['Санкт-Петербург', { kind: 'city', id: '21' }],
  ['Bavaria', { kind: 'region', id: 'DE.Bavaria', rarity: 0.9 }],
  ['Europe', { kind: 'area', id: 'DE,FR' }],
  ['Zalando', { kind: 'company', id: '30' }],
  ['English', { kind: 'language', id: 'en' }],
  ['английский', { kind: 'language', id: 'en' }],
  ['German', { kind: 'language', id: 'de' }],
];
const index = new Map(
  things.map(([name, given]) => [lexiconKey(name), [{ name, rarity: 0, isAlias: false, ...given } as NamedThing]] as const),
);
const lexicon: Lexicon = { named: (key) => index.get(key) ?? [], school: () => undefined, personName: () => undefined };
const read = (text: string) => readPlainQuery(text, lexicon);
const filtersOf = (text: string) => encodeFilters(structuredQuery(read(text)).filters);

describe('words of a request', () => {
  it.each([
    ['Москва', 'Москвы Москве Москву Москвой'],
    ['Санкт-Петербург', 'Санкт-Петербурга Санкт-Петербурге Санкт-Петербургом'],
    ['Нижний Новгород', 'Нижнего Новгорода|Нижнем Новгороде'],
    ['Ростов-на-Дону', 'Ростова-на-Дону Ростове-на-Дону'],
    ['Саратов', 'Саратова Саратове Саратовом'],
    ['Уфа', 'Уфы Уфе Уфу Уфой'],
    ['Казань', 'Казани Казанью'],
    ['разработчик', 'разработчика разработчику разработчики разработчиков разработчиком'],
    ['системный администратор', 'системного администратора|системные администраторы|системных администраторов'],
    ['Череповец', 'Череповца Череповце'],
    ['Россия', 'России Россию Россией'],
    ['developer', 'developers Developers'],
  ])('[AIS-001] recognise %s in its cases and numbers', (name, forms) => {
    for (const form of forms.includes('|') ? forms.split('|') : forms.split(' ')) expect(lexiconKey(form)).toBe(lexiconKey(name));
  });

  it('keep names of technologies apart', () => {
    const names = ['C', 'C++', 'C#', '.NET', 'Go', 'R', '1С'];
    expect(new Set(names.map(lexiconKey)).size).toBe(names.length);
    expect(lexiconKey('1С')).toBe(lexiconKey('1C'));
    expect(lexiconKey('Node.js')).toBe(lexiconKey('node js'));
  });

  it('keep their positions in the text', () => {
    check(
      property(string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const word of wordsOf(text)) expect(text.slice(word.from, word.to)).toBe(word.text);
      }),
      { numRuns: 50 },
    );
  });
});

describe('numbers of a request', () => {
  it.each([
    ['5+ years', 5, null],
    ['at least 3 years of experience', 3, null],
    ['5 or more years', 5, null],
    ['between 3 and 6 years', 3, 6],
    ['2-4 yrs', 2, 4],
    ['up to five years', null, 5],
    ['less than 10 years', null, 10],
    ['от 5 лет', 5, null],
    ['от 3 до 5 лет', 3, 5],
    ['от года до трех лет', 1, 3],
    ['не менее двух лет', 2, null],
    ['до 3 лет опыта', null, 3],
    ['полтора года', 1.5, null],
    ['более года', 1, null],
    ['более 3-х лет', 3, null],
    ['от 3-х до 5-ти лет', 3, 5],
    ['от 3 лет до 5 лет', 3, 5],
    ['7-5 лет', 5, 7],
    ['3-летним опытом', 3, null],
    ['25 years of experience', 25, null],
    ['25+ years', 25, null],
  ])('[AIS-001] reads %s', (text, min, max) => expect(readYears(text, 0)).toMatchObject({ min, max }));

  it('are not years of experience when they are ages', () => {
    expect(readYears('до 35 лет', 0)).toBeUndefined();
    expect(readYears('aged 25-30 years', 5)).toBeUndefined();
    expect(readYears('25-30 лет', 0)).toBeUndefined();
  });

  it.each([
    '25-30 лет',
    'до 35 лет',
    'не старше 35 лет',
    'не моложе 30',
    'в возрасте от 30 до 40 лет',
    'возраст: 25–35',
    'aged 25 to 35',
    'not older than 35',
    'younger than 40 years',
    '30 y.o.',
    'under 35 years old',
    'старше',
  ])('[AIS-001] read %s as an age', (text) => {
    expect(readAge(`${text}, Java`, 0)).toBe(text.length);
  });

  it.each(['5 years', 'до 3 лет', 'до 25 лет опыта', '20+ years', 'ageless', 'under 5 km', '35', 'старший'])(
    '[AIS-001] do not read %s as an age',
    (text) => expect(readAge(text, 0)).toBeUndefined(),
  );

  it.each([
    ['40 km of Berlin', { km: 40, isNext: true }],
    ['50 км', { km: 80, isNext: false }],
    ['25 miles around', { km: 40, isNext: true }],
  ])('read the distance %s', (text, wanted) => expect(readDistance(text, 0)).toMatchObject(wanted));
});

describe('plain-language request', () => {
  it('[AIS-001] becomes conditions and a list of words that were not understood', () => {
    const { slots, rest } = read('Go разработчик в Берлине, Kafka, от 5 лет, английский B2, не из Zalando, zzyzx');
    expect(slots.map((slot) => slot.kind)).toEqual(['skill', 'title', 'place', 'skill', 'experience', 'language', 'company']);
    expect(slots.at(-1)).toMatchObject({ id: '30', isExcluded: true });
    expect(slots[5]).toMatchObject({ id: 'en', level: 'intermediate', isExcluded: false });
    expect(rest).toEqual(['zzyzx']);
  });

  it('keeps two groups of alternative skills apart', () => {
    const { query } = structuredQuery(read('React or Vue, PostgreSQL or MySQL'));
    expect(encodeQuery(query)).toContain('"skillAny":"React"');
    expect(query.map((entity) => (entity.type === 'APPLIED_TERM' ? entity.data.field : ''))).toEqual([
      'skillAny',
      'skillAny',
      'skill',
      'skill',
    ]);
  });

  it('shares the noun of a title with the alternative before it', () => {
    expect(read('backend or frontend developers').slots.map((slot) => ('id' in slot ? slot.id : ''))).toEqual(['11', '12']);
  });

  it('[AIS-002] reads alternatives of languages as such', () => {
    expect(filtersOf('German or English speaking')).toBe('language:~any,de,en');
    expect(filtersOf('English or B2 German')).toContain('~any');
    expect(filtersOf('German and English')).not.toContain('~any');
    expect(filtersOf('English, not German')).not.toContain('~any');
  });

  it('turns places with a region into values of one facet', () => {
    const { query, filters } = structuredQuery(read('in Berlin or Bavaria'));
    expect(query).toEqual([]);
    expect(encodeFilters(filters)).toBe('location:20,DE.Bavaria');
    expect(encodeFilters(structuredQuery(read('not in Europe')).filters)).toBe('location:-DE,-FR');
  });

  it('assigns radii to cities and years to skills', () => {
    const { query } = structuredQuery(read('within 40 km of Berlin, 3+ years of Go'));
    expect(encodeQuery(query)).toBe(
      '[{"skillAll":"Go","id":"1","years":3,"known":1},{"locationRange":"Berlin","id":"20","km":40,"known":1}]',
    );
  });

  it('never throws and always produces a readable search', () => {
    const word = constantFrom(
      'not',
      'from',
      'Go',
      'or',
      ',',
      '5+ years',
      'в',
      'Berlin',
      'кроме',
      'English',
      'B2',
      'plus',
      'от 3 до 5 лет',
      '40 km of',
      '(',
      '/',
      'React',
      '😀',
      'Bavaria',
      'желательно',
    );
    const text = oneof(
      array(word, { maxLength: 30 }).map((words) => words.join(' ')),
      string({ unit: 'binary', maxLength: 300 }),
    );
    check(
      property(text, (request) => {
        const { query, filters } = structuredQuery(read(request));
        expect(decodeQuery(encodeQuery(query))).toEqual({ ok: true, value: query });
        expect(decodeFilters(encodeFilters(filters))).toEqual({ ok: true, value: filters });
      }),
      { numRuns: 500 },
    );
  });

  it('reads a very long request quickly', async () => {
    const longest = ['Go or Kafka, '.repeat(20_000), 'a'.repeat(100_000), '5'.repeat(5000)];
    expect(await leastProcessorMs(() => longest.map(read), 2000)).toBeLessThan(2000);
  });
});
