import { describe, expect, it } from 'vitest';
import { parseQueryText } from '@headwater/domain/query/query-text';
import en from '../boolean/texts/en.json' with { type: 'json' };
import ru from '../boolean/texts/ru.json' with { type: 'json' };
import { caretTerm, replaceCaretTerm } from './caret-term.ts';

describe('the term at the caret of a boolean text', () => {
  it('[SUGG-007] is found after operators, signs and fields, with any length inside quotes', () => {
    expect(caretTerm('skill:Go AND (pyth')).toEqual({ from: 14, field: 'skill', text: 'pyth', minus: false });
    expect(caretTerm('-position:"senior staff backend software eng')).toMatchObject({
      from: 0,
      field: 'position',
      text: 'senior staff backend software eng',
      minus: true,
    });
  });

  it('[SUGG-007] is excluded by a dash as by a minus', () => {
    expect(caretTerm('java –skill:pyth')).toEqual({ from: 5, field: 'skill', text: 'pyth', minus: true });
    expect(caretTerm('java !pyth')).toEqual({ from: 5, field: 'skill', text: 'pyth', minus: true });
    expect(caretTerm('full–st')).toMatchObject({ text: 'full-st', minus: false });
  });

  it('is undefined between terms, after an operator and for an unknown field', () => {
    for (const text of ['', 'skill:Go ', 'skill:Go AND', '(', 'wrong:x', 'skill:']) expect(caretTerm(text)).toBeUndefined();
  });

  it('is replaced by the selected name, quoted if it contains spaces', () => {
    const text = 'skill:Go AND (-big) OR x';
    const term = caretTerm(text.slice(0, 18));
    if (!term) throw new Error('no term');
    expect(replaceCaretTerm(text, { caret: 18, term, name: 'Big data' })).toEqual({
      text: 'skill:Go AND (-skill:"Big data" ) OR x',
      caret: 32,
    });
  });
});

describe('the example of the empty field', () => {
  it('[DEC-16] [SRCH-033] is a valid query', () => {
    for (const { placeholder } of [en, ru]) expect(parseQueryText(placeholder)).toMatchObject({ ok: true });
  });
});
