import { describe, expect, it } from 'vitest';
import { applied } from '@headwater/domain/query/term';
import { chipNumbers, placeOfChip } from './chip-numbers.ts';

describe('the terms of chips', () => {
  it('are numbered as in the query, also where the form shows them in another order', () => {
    const query = [
      applied({ field: 'skill', text: 'Go' }),
      applied({ field: 'position', text: 'Developer' }),
      applied({ field: 'skill', text: 'Python 2', whithSynonym: false, suggestion_id: '7' }),
      applied({ field: 'skill', text: 'Python 3', whithSynonym: false, suggestion_id: '7' }),
      applied({ field: 'skill', text: 'Go', is_excluded: true }),
    ];
    const chips = chipNumbers(query);
    expect(chips.map((chip) => chip.numbers)).toEqual([[0], [2, 3], [4], [1]]);
    expect(placeOfChip(chips, [{ field: 'position', text: 'Developer' }])).toBe(3);
    expect(placeOfChip(chips, [{ text: 'Go', field: 'skill' }])).toBe(0);
    expect(placeOfChip(chips, [{ field: 'skill', text: 'Rust' }])).toBe(-1);
  });
  it('of a query that only text can show are none', () => {
    expect(
      chipNumbers([applied({ field: 'skill', text: 'Go' }), { type: 'OPERATOR', operator: 'OR' }, applied({ field: 'skill', text: 'C' })]),
    ).toEqual([]);
  });
});
