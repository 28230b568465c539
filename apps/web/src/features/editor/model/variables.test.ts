import { describe, expect, it } from 'vitest';
import { textParts } from './variables.ts';

describe('splitting a text at its variables', () => {
  it('[EDIT-034] keeps the text around variables and invalid braces', () => {
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

  it('[EDIT-034] takes time linear in the text length', () => {
    const text = '{{'.repeat(100_000);
    const begun = performance.now();
    expect(textParts(text)).toEqual([{ text }]);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
