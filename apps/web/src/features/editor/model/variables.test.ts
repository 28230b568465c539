import { describe, expect, it } from 'vitest';
import { textParts } from './variables.ts';

describe('a text cut at its variables', () => {
  it('[EDIT-034] keeps what stands around them, also what only looks like one', () => {
    expect(textParts('Hi {{FIRST_NAME}}, {{a b}} at {{TEAM}}{{COMPANY}}')).toEqual([
      { text: 'Hi ' },
      { text: '{{FIRST_NAME}}', variable: 'FIRST_NAME' },
      { text: ', ' },
      { text: '{{a b}}' },
      { text: ' at ' },
      { text: '{{TEAM}}', variable: 'TEAM' },
      { text: '{{COMPANY}}', variable: 'COMPANY' },
    ]);
    expect(textParts('')).toEqual([]);
  });

  it('[EDIT-034] takes time in proportion to the text', () => {
    const text = '{{'.repeat(100_000);
    const begun = performance.now();
    expect(textParts(text)).toEqual([{ text }]);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
