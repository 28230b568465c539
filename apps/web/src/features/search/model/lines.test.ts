import { assert, constantFrom, property, record, array, boolean } from 'fast-check';
import { decodeQuery, encodeQuery } from '@headwater/domain/query/query-address';
import { linesOfQuery } from '@headwater/domain/query/query-lines';
import { applied, type TermData } from '@headwater/domain/query/term';
import { describe, expect, it } from 'vitest';
import { addTerms, commitText } from './commit.ts';
import { type ChipGroup, chipGroups, formCells, replaceGroup, withLine, withSynonyms } from './lines.ts';

const skill = (text: string, more: Partial<TermData> = {}): TermData => ({ field: 'skill', text, ...more });
const closed = { isPro: false, adding: new Set<never>() };
const linesFor = (terms: readonly TermData[]) => linesOfQuery(terms.map(applied)) ?? [];

describe('lines of the form', () => {
  it('[SRCH-008] are four fields in the simple form, all in PRO, and always include fields with a term', () => {
    expect(formCells([], closed).map((cell) => cell.field)).toEqual(['position', 'skill', 'location', 'companySearch']);
    expect(formCells([], { ...closed, isPro: true })).toHaveLength(9);
    const named = formCells(linesFor([{ field: 'name', text: 'Anna' }]), closed);
    expect(named.map((cell) => cell.field)).toContain('name');
  });

  it('[SRCH-048] [SRCH-049] offer another condition up to four skill lines and two title lines', () => {
    let lines = linesFor([skill('Go')]);
    for (const text of ['SQL', 'Git', 'Docker']) {
      expect(formCells(lines, closed).find((cell) => cell.field === 'skill')?.mayAdd).toBe(true);
      const line = { field: 'skill' as const, terms: [skill(text)], text: '', excluded: false };
      lines = linesOfQuery(withLine(lines, { line, at: -1 }, '')) ?? [];
    }
    expect(lines).toHaveLength(4);
    expect(formCells(lines, closed).find((cell) => cell.field === 'skill')?.mayAdd).toBe(false);
  });

  it('[SRCH-060] [SRCH-022] reset the radius for a second place, except in a saved query', () => {
    const lines = linesFor([{ field: 'locationRange', text: 'Berlin', location_range: 40 }]);
    const [line] = lines;
    if (!line) throw new Error('no line');
    const two = { ...line, terms: [...line.terms, { field: 'location' as const, text: 'Paris' }] };
    expect(encodeQuery(withLine(lines, { line: two, at: 0 }, ''))).toBe('["location:Berlin","location:Paris"]');
    expect(encodeQuery(withLine(lines, { line: two, at: 0 }, '#saved-queries'))).toContain('"km":40');
  });
});

describe('synonyms of a chip', () => {
  const all = ['Golang', 'Go lang', 'го'];
  const group: ChipGroup = { main: skill('Go'), others: [], from: 0 };

  it('[SRCH-044] keep each active spelling in one chip and return to the plain term', () => {
    const terms = withSynonyms(group, { all, on: new Set(['Golang']), suggestionId: '7' });
    expect(terms.map((term) => [term.text, term.whithSynonym])).toEqual([
      ['Go', false],
      ['Golang', false],
    ]);
    const read = decodeQuery(encodeQuery(terms.map(applied)));
    const [line] = linesOfQuery(read.ok ? read.value : []) ?? [];
    const [again, ...more] = chipGroups(line?.terms ?? []);
    expect(more).toEqual([]);
    expect(again?.others.map((term) => term.text)).toEqual(['Golang']);
    expect(withSynonyms(again ?? group, { all, on: new Set(all), suggestionId: '7' })).toEqual([skill('Go')]);
  });

  it('replace a chip and keep the order of the others', () => {
    const term = record({ text: constantFrom('Go', 'SQL', 'Git', 'C++'), is_excluded: boolean() }).map((made) => ({
      ...skill(made.text),
      ...(made.is_excluded ? { is_excluded: true } : {}),
    }));
    assert(
      property(array(term, { maxLength: 8 }), (terms) => {
        const groups = chipGroups(terms);
        expect(groups.flatMap(({ main, others }) => [main, ...others])).toEqual(terms);
        for (const one of groups) expect(replaceGroup(terms, one, [one.main, ...one.others])).toEqual(terms);
      }),
    );
  });
});

describe('typed text', () => {
  it('[SRCH-046] [SRCH-052] [SRCH-053] [SRCH-054] becomes terms; a bare operator stays in the editor', () => {
    expect(commitText('Go, -Perl;"big data"\tOR', 'skill')).toEqual({
      terms: [skill('Go'), skill('Perl', { is_excluded: true }), skill('big data')],
      left: 'OR',
    });
    expect(commitText('Oracle', 'skill').left).toBe('');
  });

  it('never adds a duplicate term', () => {
    expect(addTerms([skill('Go')], [skill('go'), skill('SQL')])).toEqual([skill('Go'), skill('SQL')]);
  });
});
