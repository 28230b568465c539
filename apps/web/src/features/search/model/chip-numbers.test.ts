import { describe, expect, it } from 'vitest';
import { applied } from '@headwater/domain/query/term';
import { chipNumbers, placeOfChip } from './chip-numbers.ts';

describe('terms of chips', () => {
  it('have their indexes in the query, even if the form shows another order', () => {
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
  it('are empty for a query that only text can represent', () => {
    expect(
      chipNumbers([applied({ field: 'skill', text: 'Go' }), { type: 'OPERATOR', operator: 'OR' }, applied({ field: 'skill', text: 'C' })]),
    ).toEqual([]);
  });
});
