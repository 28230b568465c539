import { describe, expect, it } from 'vitest';
import { preferredLanguage } from './language.ts';

describe('the language of a visitor', () => {
  it('[I18N-003] [I18N-004] [I18N-007] follows the zone of the host', () => {
    for (const host of ['istok.ru', 'hr.company.su', 'исток.рф', 'x.xn--p1ai']) expect(preferredLanguage(host)).toBe('ru');
    for (const host of ['headwater.test', '127.0.0.1', 'ru.headwater.test', 'guru']) expect(preferredLanguage(host)).toBe('en');
  });

  it('[I18N-005] is the language of their interface, on any host', () => {
    expect(preferredLanguage('istok.ru', 'en')).toBe('en');
    expect(preferredLanguage('headwater.test', 'ru')).toBe('ru');
    expect(preferredLanguage('headwater.test', 'fr')).toBe('en');
  });
});
