import { describe, expect, it } from 'vitest';
import { cityName, countryName, namedPlaces, placeName } from './places.ts';

const moscow = { city: 'MSK', city_id: 524_901, country: 'Russian Federation', country_code: 'RU' };

describe('place names', () => {
  it('[PROF-010] [RSLT-010] come from the reference lists in the reader’s language, in any spelling of the profile', () => {
    expect([cityName(moscow, 'ru'), countryName(moscow, 'ru')]).toEqual(['Москва', 'Россия']);
    expect([cityName(moscow, 'en'), countryName(moscow, 'en')]).toEqual(['Moscow', 'Russia']);
    expect(countryName({ country_code: 'gb' }, 'en')).toBe('United Kingdom');
  });

  it('[PROF-010] [RSLT-010] come from the profile if the lists have none', () => {
    // Zapopan has no Russian name in the list.
    expect(cityName({ city: 'Сапопан', city_id: 3_979_770 }, 'ru')).toBe('Сапопан');
    expect(cityName({ city_id: 3_979_770 }, 'ru')).toBe('Zapopan');
    expect(cityName({ city: 'Little Hollow', city_id: null }, 'ru')).toBe('Little Hollow');
    expect(countryName({ country: 'Ruritania' }, 'ru')).toBe('Ruritania');
    expect(countryName({ country_code: 'ZZ' }, 'ru')).toBe('ZZ');
    expect([cityName({}, 'en'), countryName({}, 'en')]).toEqual([null, null]);
  });

  it('[PROF-010] keep the rest of a location', () => {
    expect(namedPlaces([{ ...moscow, lat: 55.75, lon: 37.6 }], 'ru')).toEqual([
      { city: 'Москва', city_id: 524_901, country: 'Россия', country_code: 'RU', lat: 55.75, lon: 37.6 },
    ]);
  });
});

const both = (text: string) => [placeName(text, 'en'), placeName(text, 'ru')];

it('[PROF-013] [I18N-005] name the place of a job like the lists, and keep unknown places', () => {
  expect(both('Moscow')).toEqual(['Moscow', 'Москва']);
  expect(both('Берлин')).toEqual(['Berlin', 'Берлин']);
  expect(both('Berlin, Germany')).toEqual(['Berlin, Germany', 'Берлин, Германия']);
  for (const text of ['', 'Remote, anywhere', 'Lower Nowhere', 'Berlin, Mitte, Germany']) expect(both(text)).toEqual([text, text]);
});
