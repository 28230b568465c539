import type { Suggestion } from '@headwater/contract/search';
import { describe, expect, it } from 'vitest';
import { bestSuggestion, worthOffering } from './best-suggestion.ts';

const option = (name: string, rest: Partial<Suggestion> = {}): Suggestion => ({
  id: name,
  name,
  suggested_word: name,
  synonyms: [],
  variants: [],
  is_exact: false,
  is_known: true,
  is_city: false,
  is_main_skill: false,
  place: null,
  count: 5,
  ...rest,
});

describe('[SUGG-003] the suggestion that Enter takes', () => {
  it('is the first that begins as was typed and has people', () => {
    expect(bestSuggestion([option('Python'), option('PyTorch')], 'pyth')?.name).toBe('Python');
    expect(bestSuggestion([option('Python', { count: 0 }), option('PyTorch')], 'py')?.name).toBe('PyTorch');
    expect(bestSuggestion([option('Java Developer')], 'java dev')?.name).toBe('Java Developer');
    expect(bestSuggestion([option('C++ developer')], 'c++ d')?.name).toBe('C++ developer');
    expect(bestSuggestion([option('Łódź')], 'lod')?.name).toBe('Łódź');
    expect(bestSuggestion([option('C++ developer')], 'с++ d')?.name).toBe('C++ developer');
    for (const typed of ['-pyth', '–pyth', ' — pyth']) expect(bestSuggestion([option('Python')], typed)?.name).toBe('Python');
  });
  it('is what is called just so, also where nobody has it', () => {
    const options = [option('Rust belt'), option('Rust', { is_exact: true, count: 0 })];
    expect(bestSuggestion(options, 'rust')?.name).toBe('Rust');
  });
  it('may be known by another name that begins so', () => {
    expect(bestSuggestion([option('Kubernetes', { suggested_word: 'k8s' })], 'k8')?.name).toBe('Kubernetes');
  });
  it('is none where a mistake was forgiven, a word inside begins so, or the text is meant to the letter', () => {
    expect(bestSuggestion([option('Python')], 'pyhton')).toBeUndefined();
    expect(bestSuggestion([option('Machine learning')], 'learn')).toBeUndefined();
    expect(bestSuggestion([option('Python', { is_exact: true })], '"python"')).toBeUndefined();
    expect(bestSuggestion([option('Python')], 'pyth*')).toBeUndefined();
    expect(bestSuggestion([option('Python')], ' - ')).toBeUndefined();
  });
  it('is found behind the sign that excludes', () => {
    expect(bestSuggestion([option('Python')], '-pyth')?.name).toBe('Python');
  });
});

describe('[SUGG-004] what is offered', () => {
  it('leaves out what nobody has, but for what is called just so', () => {
    const options = [option('Berlin', { is_exact: true }), option('Bernau', { count: null }), option('Burlingame', { count: 0 })];
    expect(worthOffering(options).map(({ name }) => name)).toEqual(['Berlin', 'Bernau']);
    expect(worthOffering([option('Paris', { count: 0, is_exact: true }), option('Parma')])).toHaveLength(2);
  });
  it('is everything where nobody has any of it', () => {
    expect(worthOffering([option('Burlingame', { count: 0 })])).toHaveLength(1);
  });
});
