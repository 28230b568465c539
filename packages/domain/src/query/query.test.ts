import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryFields } from './fields.ts';
import { lineHasError, linesOfQuery, mayAddLine, queryOfLines, resetLocationRanges } from './query-lines.ts';
import { asksSuggestions, splitPasted } from './paste.ts';
import { decodeQuery, encodeQuery } from './query-address.ts';
import { locationRangeOptions, locationRanges, mayHaveRange, skillRanges } from './ranges.ts';
import { applied, canonicalQuery, isBareOperator, type QueryEntity, quoteTerm, type TermData, termsOf } from './term.ts';
import { formatQueryText, parseQueryText } from './query-text.ts';
import { type QueryTree, treeOf } from './tree.ts';

const words = fc.oneof(
  fc.constantFrom(
    'C++',
    'C#',
    '.NET',
    'Иванов',
    'machine learning',
    'a:b',
    'skill:x',
    '-x',
    '(',
    ')',
    '[40km]',
    '#7',
    'http://x.y/z',
    'NOT',
    '😀',
    '\u202Eabc',
    '\\',
    ',',
    'Ltd.,',
    '“a” b',
    '27”',
    '»',
    '＂',
    '（a） ｂ＂',
    '–x',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const term: fc.Arbitrary<TermData> = fc
  .record(
    {
      field: fc.constantFrom(...queryFields),
      text: words,
      is_excluded: fc.boolean(),
      is_read_only: fc.boolean(),
      is_main_skill: fc.boolean(),
      is_known: fc.boolean(),
      whithSynonym: fc.boolean(),
      suggestion_id: fc.stringMatching(/^[A-Za-z0-9:._-]{1,12}$/),
      skill_range: fc.constantFrom(...skillRanges),
      location_range: fc.constantFrom(...locationRanges),
      proximity: fc.constantFrom(1, 3, 20),
    },
    { requiredKeys: ['field', 'text'] },
  )
  // Filters per term: few large queries would pass a filter on the whole, so only small ones would
  // be tried.
  .filter((data) => !isBareOperator(data.text) && treeOf([applied(data)]).ok);

const readTerms = (part: object) => {
  const read = decodeQuery(JSON.stringify([part]));
  return read.ok ? termsOf(read.value) : read.errors;
};

/** Entities that form a complete expression. */
const expression = fc.letrec<{ query: QueryEntity[]; chain: QueryEntity[]; unit: QueryEntity[] }>((tie) => ({
  query: fc.array(tie('chain'), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
  chain: fc
    .tuple(tie('unit'), fc.array(fc.tuple(fc.constantFrom('AND' as const, 'OR' as const), tie('unit')), { maxLength: 3 }))
    .map(([first, more]) => [...first, ...more.flatMap(([operator, unit]): QueryEntity[] => [{ type: 'OPERATOR', operator }, ...unit])]),
  unit: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    term
      .filter((data) => applied(data).type === 'APPLIED_TERM' && termsOf([applied(data)])[0]?.text !== '')
      .map((data): QueryEntity[] => [applied(data)]),
    fc
      .oneof(words, fc.constantFrom('say "hi"', '"', '""x', 'a\nb'))
      .filter((text) => text.trim() !== '')
      .map((text): QueryEntity[] => [{ type: 'AI', text }]),
    tie('query').map((query): QueryEntity[] => [{ type: 'PAREN', side: 'open' }, ...query, { type: 'PAREN', side: 'close' }]),
    tie('unit').map((unit): QueryEntity[] => [{ type: 'OPERATOR', operator: 'NOT' }, ...unit]),
  ),
}));
const query = expression.query.map(canonicalQuery).filter((entities) => treeOf(entities).ok);

const chip = (field: TermData['field'], text: string, more: Partial<TermData> = {}) => applied({ field, text, ...more });

function shape(tree: QueryTree | undefined): unknown {
  if (!tree) return undefined;
  if (tree.op === 'term') return `${tree.term.is_excluded ? '-' : ''}${tree.term.text}`;
  if (tree.op === 'ai') return tree.text;
  if (tree.op === 'not') return { not: shape(tree.of) };
  return { [tree.op]: tree.of.map(shape) };
}
const meaning = (text: string) => {
  const parsed = parseQueryText(text, 'skill');
  const tree = parsed.ok ? treeOf(parsed.value) : parsed;
  return tree.ok ? shape(tree.value) : tree.errors.map((error) => `${error.key}@${error.position}`);
};

const linesOf = (field: TermData['field'], count: number) => Array.from({ length: count }, () => ({ field }));

const line = (field: TermData['field'], texts: string[], excluded = false) => ({
  field,
  terms: texts.map((text) => ({ field, text })),
  text: '',
  excluded,
});

describe('query in an address', () => {
  it('[SRCH-014] [DEC-16] survives a round trip', () => {
    fc.assert(
      fc.property(query, (entities) => {
        expect(decodeQuery(encodeQuery(entities))).toEqual({ ok: true, value: entities });
      }),
    );
  });
  it('[SRCH-014] is readable where possible', () => {
    expect(
      encodeQuery([
        chip('skill', 'Python'),
        chip('location', 'Moscow', { is_excluded: true }),
        chip('skill', 'Go', { suggestion_id: '7' }),
      ]),
    ).toBe('["skill:Python","-location:Moscow",{"skill":"Go","id":"7"}]');
  });
  it('[SRCH-027] [SRCH-028] [SRCH-029] [SRCH-030] [SRCH-031] [SRCH-032] reads full term data', () => {
    const data = {
      field: 'mainSkillHigh',
      text: 'Go',
      is_excluded: true,
      is_read_only: true,
      is_main_skill: true,
      is_known: true,
      whithSynonym: false,
      suggestion_id: 7,
      skill_range: 3,
    };
    expect(decodeQuery(JSON.stringify([data]))).toEqual({
      ok: true,
      value: [{ type: 'APPLIED_TERM', data: { ...data, suggestion_id: '7' } }],
    });
  });
  it('[SRCH-028] [SRCH-029] [SRCH-031] [SRCH-032] [SRCH-038] reads the names of the requirements', () => {
    const data = {
      field: 'skill',
      text: 'Go',
      isExcluded: true,
      isReadOnly: true,
      isMainSkill: true,
      isKnown: true,
      suggestionId: '7',
      skillRange: 3,
    };
    expect(readTerms(data)).toEqual([
      {
        field: 'skill',
        text: 'Go',
        is_excluded: true,
        is_read_only: true,
        is_main_skill: true,
        is_known: true,
        suggestion_id: '7',
        skill_range: 3,
      },
    ]);
    const around = { field: 'location', text: 'Berlin', locationRange: 40 };
    expect(readTerms(around)).toEqual([{ field: 'locationRange', text: 'Berlin', location_range: 40 }]);
  });
  it('[SRCH-033] [DEC-16] reads both names of a field in boolean text and writes the plain one', () => {
    const plain = 'company:Acme AND -education:"Some school" AND location:Berlin[40km]';
    const read = parseQueryText(plain);
    expect(read.ok && formatQueryText(read.value)).toBe(plain);
    const long = parseQueryText('companySearch:Acme AND -educationSearch:"Some school" AND locationRange:Berlin[40 km]');
    expect(long).toEqual(read);
    const names = 'current-company:Acme past-company:Initech current-position:Developer main-skill:Go all-skills:SQL nice-to-have:Rust';
    const named = parseQueryText(names);
    expect(named.ok && named.value.map((entity) => entity.type === 'APPLIED_TERM' && entity.data.field)).toEqual([
      'lastCompanySearch',
      'pastCompanySearch',
      'lastPosition',
      'mainSkillHigh',
      'skillAll',
      'preferableSkill',
    ]);
    expect(named.ok && formatQueryText(named.value)).toBe(names);
    expect(parseQueryText('front-end:react', 'skill')).toMatchObject({ ok: true });
    expect(parseQueryText('constructor:x')).toMatchObject({ ok: false, errors: [{ key: 'query_field_unknown' }] });
  });
  it('[DEC-16] reports unknown attributes', () => {
    for (const part of ['{"skill":"Go","excluded":true}', '{"field":"skill","text":"Go","excluded":1}', '{"skill":"Go","excluded":null}'])
      expect(decodeQuery(`["Rust",${part}]`)).toEqual({
        ok: false,
        errors: [{ key: 'query_attribute_unknown', position: 1, parts: { name: 'excluded' } }],
      });
  });
  it('[DEC-16] reports errors of a hand-written address', () => {
    expect(decodeQuery('hello')).toEqual({ ok: false, errors: [{ key: 'query_not_json', position: 0 }] });
    expect(decodeQuery('["skill:Go","colour:red"]')).toEqual({
      ok: false,
      errors: [{ key: 'query_field_unknown', position: 1, parts: { name: 'colour' } }],
    });
    expect(decodeQuery('["skill:Go","AND"]')).toMatchObject({ ok: false, errors: [{ key: 'query_operator_alone', position: 1 }] });
    expect(decodeQuery('["(",5,"skill:Go"]')).toMatchObject({ ok: false, errors: [{ key: 'query_bad_part', position: 1 }] });
    expect(decodeQuery(`["${'a'.repeat(10_000)}"]`)).toMatchObject({ ok: false, errors: [{ key: 'query_too_long' }] });
    expect(decodeQuery(JSON.stringify(Array(201).fill('skill:a')))).toMatchObject({
      ok: false,
      errors: [{ key: 'query_too_many_terms', parts: { max: '200' } }],
    });
    expect(decodeQuery(JSON.stringify([...Array(100).fill('('), 'skill:a', ...Array(100).fill(')')]))).toMatchObject({
      ok: false,
      errors: [{ key: 'query_too_deep' }],
    });
  });
  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(typeof decodeQuery(text).ok).toBe('boolean');
      }),
    );
  });
  it('[SRCH-021] drops empty terms', () => {
    expect(decodeQuery('["text:","skill:  ","skill:Go"]')).toEqual({ ok: true, value: [chip('skill', 'Go')] });
  });
});

describe('boolean text', () => {
  it('[DEC-16] converts to chips and back', () => {
    fc.assert(
      fc.property(query, fc.constantFrom(...queryFields), (entities, field) => {
        expect(parseQueryText(formatQueryText(entities, field), field)).toEqual({ ok: true, value: entities });
      }),
    );
  });
  it('[DEC-16] keeps a text that starts like the end of an address', () => {
    const chips = [applied({ field: 'name', text: '//site.test/in/x' })];
    expect(parseQueryText(formatQueryText(chips))).toEqual({ ok: true, value: chips });
  });
  it('never throws for any text', () => {
    const typed = fc
      .array(
        fc.oneof(
          fc.constantFrom('(', ')', '"', '[', ']', ' ', '-', ':', 'AND', 'OR', 'NOT', 'skill:', '“', '«', '»', ','),
          fc.string({ maxLength: 3 }),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(typed, (text) => {
        expect(typeof parseQueryText(text).ok).toBe('boolean');
      }),
      { numRuns: 1000 },
    );
  });
  it('[SRCH-015] binds AND tighter than OR, groups by brackets, excludes by NOT and minus', () => {
    expect(meaning('a OR b AND c')).toEqual({ or: ['a', { and: ['b', 'c'] }] });
    expect(meaning('(a OR b) AND c')).toEqual({ and: [{ or: ['a', 'b'] }, 'c'] });
    expect(meaning('a AND NOT b')).toEqual({ and: ['a', '-b'] });
    expect(meaning('a -(b OR c)')).toEqual({ and: [{ not: { or: ['b', 'c'] } }, 'a'] });
  });
  it('[SRCH-015] without operators combines terms of a field by OR, fields and exclusions by AND', () => {
    expect(meaning('a b')).toEqual({ or: ['a', 'b'] });
    expect(meaning('a b -c position:d')).toEqual({ and: ['-c', { or: ['a', 'b'] }, 'd'] });
    expect(meaning('skillAll:a skillAll:b')).toEqual({ and: ['a', 'b'] });
    expect(meaning('location:a location:b[40km]')).toEqual({ or: ['a', 'b'] });
  });
  it('[SRCH-046] [SRCH-047] marks a bare AND or OR', () => {
    expect(meaning('a AND')).toEqual(['query_operator_alone@2']);
    expect(meaning('OR a')).toEqual(['query_operator_alone@0']);
    expect(meaning('java and')).toEqual(['query_operator_as_term@5']);
    expect(meaning('a "OR"')).toEqual(['query_operator_as_term@2']);
    expect(lineHasError({ field: 'skill', terms: [], text: 'java OR', excluded: false })).toBe(true);
    expect(lineHasError({ field: 'skill', terms: [], text: 'java', excluded: false })).toBe(false);
  });
  it('gives the position of every other error', () => {
    expect(meaning('(a')).toEqual(['query_bracket_open@0']);
    expect(meaning('a)')).toEqual(['query_bracket_close@1']);
    expect(meaning('a ()')).toEqual(['query_empty_brackets@2']);
    expect(meaning('"a')).toEqual(['query_quote_open@0']);
    expect(meaning('colour:red')).toEqual(['query_field_unknown@0']);
    expect(meaning('a[50km]')).toEqual('a');
    expect(meaning('location:a[50km]')).toEqual(['query_location_range@0']);
    expect(meaning('a[9+]')).toEqual(['query_skill_range@0']);
  });
  it('[SRCH-015] [DEC-16] applies a field prefix after a blank, and marks one without words', () => {
    const parsed = parseQueryText('position: "Team lead" skill:  Python[main] a');
    expect(parsed.ok && parsed.value).toEqual([
      chip('position', 'Team lead'),
      chip('skill', 'Python', { is_main_skill: true }),
      chip('text', 'a'),
    ]);
    expect(meaning('-skill: Python')).toBe('-Python');
    for (const empty of [
      'a skill:',
      'a skill: ',
      'a skill: AND b',
      'a skill: -b',
      'a skill: position:b',
      'a skill: ai:b',
      'a skill:,',
      'a skill:""',
    ])
      expect(meaning(empty)).toContain('query_field_empty@2');
    expect(meaning('(skill:)')).toEqual(['query_field_empty@1']);
    expect(meaning('skill:(a OR b)')).toEqual(['query_field_empty@0']);
  });
  it('[SRCH-051] [DEC-16] accepts typographic quotation marks', () => {
    const phrases = ['“Team lead”', '«Team lead»', '„Team lead“', '”Team lead”', '»Team lead«', '“Team lead"', '"Team lead"'];
    for (const text of phrases) {
      expect(meaning(text)).toBe('Team lead');
      expect(meaning(`a AND NOT skill:${text}~3`)).toEqual({ and: ['a', '-Team lead'] });
      expect(termsOf(splitPasted(`Java, ${text}`, 'skill')).map((data) => data.text)).toEqual(['Java', 'Team lead']);
    }
    expect(meaning('a OR“b c”')).toEqual({ or: ['a', 'b c'] });
    expect(meaning('ai:“b c” d')).toEqual({ and: ['b c', 'd'] });
    expect(meaning('"the “b” c"')).toBe('the “b” c');
    expect(meaning('a “b c')).toEqual(['query_quote_open@2']);
  });
  it('[DEC-16] accepts ids with blanks, commas, brackets and quotation marks', () => {
    for (const id of ['US.New York', 'RU.Moscow Oblast', 'a, b', 'a]b', 'say "no", twice', '"', '""', '#7'])
      for (const text of ['New York', 'X']) {
        const chips = [applied({ field: 'location', text, suggestion_id: id }), applied({ field: 'skill', text: 'Go', skill_range: 3 })];
        expect(parseQueryText(formatQueryText(chips))).toEqual({ ok: true, value: chips });
        expect(decodeQuery(encodeQuery(chips))).toEqual({ ok: true, value: chips });
      }
    // Format before ids were quoted.
    expect(parseQueryText('location:"New York"[#US.New York]')).toMatchObject({ ok: true });
  });

  it('[SRCH-015] excludes list commas from terms', () => {
    expect(meaning('Python, Java; C++ , "a b", -Go,')).toEqual({ and: ['-Go', { or: ['Python', 'Java', 'C++', 'a b'] }] });
    expect(meaning('a, AND b')).toEqual({ and: ['a', 'b'] });
    expect(meaning('"Ltd.,"')).toBe('Ltd.,');
  });
  it('[SRCH-051] [SRCH-052] quotes terms with blanks; inner double quotes become single', () => {
    expect(quoteTerm('machine learning')).toBe('"machine learning"');
    expect(quoteTerm('Go')).toBe('Go');
    expect(quoteTerm('the "big" one')).toBe(`"the 'big' one"`);
  });
});

describe('chips', () => {
  it('[SRCH-053] [SRCH-054] split a pasted list at commas, semicolons, tabs and newlines', () => {
    const texts = termsOf(splitPasted('Java, C++;\t"machine learning"\n-PHP\r\njava', 'skill')).map((data) => [
      data.text,
      data.is_excluded ?? false,
    ]);
    expect(texts).toEqual([['Java', false], ['C++', false], ['machine learning', false], ['PHP', true]]); // prettier-ignore
  });
  it('[SUGG-006] [SUGG-007] get no suggestions for more than four words, except in boolean mode', () => {
    expect([
      asksSuggestions('a b c d', false),
      asksSuggestions('a b c d e', false),
      asksSuggestions('a b c d e', true),
      asksSuggestions(' ', true),
    ]).toEqual([true, false, true, false]);
  });
  it("[SRCH-056] [SRCH-057] [SRCH-058] have radii in kilometres, shown in the person's unit", () => {
    expect(locationRangeOptions('km').map((option) => option.shown)).toEqual(['20', '40', '80', '160']);
    expect(locationRangeOptions('mi').map((option) => option.shown)).toEqual(['12.5', '25', '50', '100']);
    expect(locationRangeOptions('mi').map((option) => option.km)).toEqual([20, 40, 80, 160]);
  });
  it('[SRCH-059] have a radius only for towns', () => {
    expect([mayHaveRange({ isCity: true }), mayHaveRange({ isCity: false })]).toEqual([true, false]);
  });
  it('[SRCH-022] [SRCH-023] [SRCH-060] lose the radius with two places, but not in saved queries or history', () => {
    const near = chip('location', 'Moscow', { location_range: 40 });
    expect(termsOf([near])[0]?.field).toBe('locationRange');
    expect(resetLocationRanges([near])).toEqual([near]);
    expect(resetLocationRanges([near, chip('location', 'Tver')])).toEqual([chip('location', 'Moscow'), chip('location', 'Tver')]);
    expect(resetLocationRanges([near, chip('location', 'Tver')], '#history')[0]).toEqual(near);
    expect(resetLocationRanges([near, chip('location', 'Tver')], '#saved-queries')[0]).toEqual(near);
  });
  it('[SRCH-048] [SRCH-049] allow three extra skill lines and one extra title line', () => {
    expect([mayAddLine(linesOf('skill', 3), 'skillAll'), mayAddLine(linesOf('skill', 4), 'skill')]).toEqual([true, false]);
    expect([mayAddLine(linesOf('position', 1), 'lastPosition'), mayAddLine(linesOf('position', 2), 'position')]).toEqual([true, false]);
    expect([mayAddLine([], 'name'), mayAddLine(linesOf('name', 1), 'name')]).toEqual([true, false]);
  });
  it('[SRCH-039] convert from lines and back', () => {
    const lines = [line('skill', ['a', 'b']), line('position', ['dev']), line('skill', ['c']), line('name', ['x'], true)];
    const entities = queryOfLines(lines);
    expect(formatQueryText(entities)).toBe('skill:a skill:b position:dev (skill:c) NOT (name:x)');
    expect(linesOfQuery(entities)).toEqual(lines);
    const boolean = parseQueryText('a AND b', 'skill');
    expect(boolean.ok && linesOfQuery(boolean.value)).toBe(undefined);
  });
});
