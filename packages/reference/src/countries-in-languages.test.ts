import { expect, it } from 'vitest';
import { citiesNamed } from './cities.ts';
import { findCountry } from './countries.ts';

it.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['DEU', 'DE'],
  ['de', 'DE'],
  ['AUT', 'AT'],
  ['Österreich', 'AT'],
  ['Австрия', 'AT'],
  ['España', 'ES'],
  ['Polska', 'PL'],
  ['Україна', 'UA'],
  ['Қазақстан', 'KZ'],
  ['GBR', 'GB'],
  ['UK', 'GB'],
  ['日本', 'JP'],
  ['Georgia', 'GE'],
  ['Germ', undefined],
  ['XYZ', undefined],
  ['G', undefined],
  ['', undefined],
])('resolves %s to the country %s', (text, code) => {
  expect(findCountry(text)?.code).toBe(code);
});

it.each(['г. Москва', 'город Москва', 'Москва', 'г.Москва', 'Moscow', 'City of Moscow'])('resolves %s to Moscow', (text) => {
  expect(citiesNamed(text)[0]?.country).toBe('RU');
});
