import type { Suggestion } from '@headwater/contract/search';
import { describe, expect, it } from 'vitest';
import { bestSuggestion, dropEmptySuggestions } from './best-suggestion.ts';

const option = (name: string, rest: Partial<Suggestion> = {}): Suggestion => ({
  id: name,
  name,
  suggested_word: name,
  synonyms: [],
  variants: [],
  is_exact: false,
  is_beginning: true,
  is_known: true,
  is_city: false,
  is_main_skill: false,
  place: null,
  count: 5,
  ...rest,
});

describe('[SUGG-003] the suggestion that Enter selects', () => {
  it('is the first one that starts with the text and has people', () => {
    expect(bestSuggestion([option('Python'), option('PyTorch')], 'pyth')?.name).toBe('Python');
    expect(bestSuggestion([option('Python', { count: 0 }), option('PyTorch')], '-py')?.name).toBe('PyTorch');
    expect(bestSuggestion([option('Machine learning', { is_beginning: false }), option('Learning')], 'learn')?.name).toBe('Learning');
  });
  it('is an exact match, even without people', () => {
    const options = [option('Rust belt'), option('Rust', { is_exact: true, count: 0 })];
    expect(bestSuggestion(options, 'rust')?.name).toBe('Rust');
  });
  it('is none for a corrected typo, a match inside the name, or literal text', () => {
    expect(bestSuggestion([option('Python', { is_beginning: false })], 'pyhton')).toBeUndefined();
    expect(bestSuggestion([option('Python', { is_exact: true })], '"python"')).toBeUndefined();
    expect(bestSuggestion([option('Python')], 'pyth*')).toBeUndefined();
  });
});

describe('[SUGG-004] suggestions', () => {
  it('omit entries without people, except an exact match', () => {
    const options = [option('Berlin', { is_exact: true }), option('Bernau', { count: null }), option('Burlingame', { count: 0 })];
    expect(dropEmptySuggestions(options).map(({ name }) => name)).toEqual(['Berlin', 'Bernau']);
    expect(dropEmptySuggestions([option('Paris', { count: 0, is_exact: true }), option('Parma')])).toHaveLength(2);
  });
  it('contain everything if no entry has people', () => {
    expect(dropEmptySuggestions([option('Burlingame', { count: 0 })])).toHaveLength(1);
  });
});
