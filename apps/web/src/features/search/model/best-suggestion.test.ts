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
  it('is the first correction of a misspelt word that has people', () => {
    const corrected = [option('Golang', { is_beginning: false, count: 0 }), option('Golf', { is_beginning: false })];
    expect(bestSuggestion(corrected, 'golnag')?.name).toBe('Golf');
    expect(bestSuggestion([option('Backend engineer', { is_beginning: false })], '-backend ingineer')?.name).toBe('Backend engineer');
  });
  it('is none for a short word, a match inside the name, or literal text', () => {
    expect(bestSuggestion([option('Java', { is_beginning: false })], 'jaav')).toBeUndefined();
    expect(bestSuggestion([option('Machine learning', { is_beginning: false })], 'learn')).toBeUndefined();
    const synonym = option('Kubernetes', { is_beginning: false, synonyms: ['Cloud orchestration'] });
    expect(bestSuggestion([synonym], 'orchestration')).toBeUndefined();
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
