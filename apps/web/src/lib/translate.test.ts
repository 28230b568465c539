import { describe, expect, it } from 'vitest';
import { createTranslator, type Source, type TFunction } from './translate.ts';

const texts = {
  en: {
    title: 'Search',
    menu: { search: 'Search', open: 'Open {{ name }}' },
    found_one: '{{count}} person of {{total}}',
    found_other: '{{count}} people of {{total}}',
    plain: 'In {{brand}}, {{missing}}{{count}}.',
  },
  ru: {
    found_one: '{{count}} человек',
    found_few: '{{count}} человека',
    found_many: '{{count}} человек',
    found_other: '{{count}} человека',
  },
};
/** Loose types, as the catalogue of this test has no generated keys. */
type Loose = Omit<TFunction<'ui'>, never> & ((key: string, values?: object) => string);
const translatorIn = (language: 'en' | 'ru', more: Partial<Source> = {}) =>
  createTranslator(
    { language, find: (namespace) => (namespace === 'ui' ? texts[language] : undefined), ...more },
    'ui',
  ) as unknown as Loose;

describe('texts', () => {
  const t = translatorIn('en', { always: { brand: 'Headwater' } });

  it('[I18N-001] are found by key, also in another namespace', () => {
    expect([t('title'), t('menu.search')]).toEqual(['Search', 'Search']);
    const other = createTranslator(
      { language: 'en', find: (namespace) => (namespace === 'ui' ? texts.en : {}) },
      'app',
    ) as unknown as Loose;
    expect([other('title'), other('title', { ns: 'ui' })]).toEqual(['title', 'Search']);
  });

  it('[I18N-001] interpolate values and omit missing ones', () => {
    expect(t('menu.open', { name: '{{count}} $& <b>' })).toBe('Open {{count}} $& <b>');
    expect(t('plain')).toBe('In Headwater, .');
    expect(t('plain', { count: 1_234, brand: 'Spring' })).toBe('In Spring, 1,234.');
  });

  it('[I18N-001] use the plural and separators of the language; other numbers stay unchanged', () => {
    expect([1, 2, 0, 5_000].map((count) => t('found', { count, total: 5_000 }))).toEqual([
      '1 person of 5000',
      '2 people of 5000',
      '0 people of 5000',
      '5,000 people of 5000',
    ]);
    const ru = translatorIn('ru');
    expect([1, 3, 5, 21, 1.5].map((count) => ru('found', { count }))).toEqual([
      '1 человек',
      '3 человека',
      '5 человек',
      '21 человек',
      '1,5 человека',
    ]);
  });

  it('[I18N-001] appear as their key if missing, whatever the key is', () => {
    expect(['nowhere', 'menu', 'menu.toString', 'title.length', '__proto__'].map((key) => t(key))).toEqual([
      'nowhere',
      'menu',
      'menu.toString',
      'title.length',
      '__proto__',
    ]);
    expect(t('nowhere', { defaultValue: 'remote' })).toBe('remote');
    expect([t.has('menu.search'), t.has('menu'), t.has('constructor')]).toEqual([true, false, false]);
    expect(t.group('menu' as never)).toEqual({ search: 'Search', open: 'Open {{ name }}' });
  });
});
