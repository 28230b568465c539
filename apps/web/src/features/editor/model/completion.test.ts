import { describe, expect, it } from 'vitest';
import { partialName, completions } from './completion.ts';

describe('variable completion', () => {
  it('[EDIT-034] finds the name after the last open braces', () => {
    expect(partialName('Hello, {{')).toBe('');
    expect(partialName('Hello, {{fir')).toBe('fir');
    expect(partialName('{{A}} and {{ci')).toBe('ci');
    for (const none of ['', 'Hello, {', '{{FIRST_NAME}}', '{{A}} b', `{{${'x'.repeat(51)}`, '{{a\ufffc'])
      expect([none, partialName(none)]).toEqual([none, undefined]);
  });

  it('[EDIT-036] matches names and labels, ignoring case', () => {
    const choices = [
      { name: 'FULL_NAME', label: 'Полное имя' },
      { name: 'FIRST_NAME', label: 'Имя' },
      { name: 'COMPANY', label: 'Компания' },
    ];
    const names = (typed: string) => completions(choices, typed).map(({ name }) => name);
    expect(names('')).toEqual(['FULL_NAME', 'FIRST_NAME', 'COMPANY']);
    expect(names('name')).toEqual(['FULL_NAME', 'FIRST_NAME']);
    expect(names('fi')).toEqual(['FIRST_NAME']);
    expect(names('имя')).toEqual(['FIRST_NAME', 'FULL_NAME']);
    expect(names('zz')).toEqual([]);
  });
});
