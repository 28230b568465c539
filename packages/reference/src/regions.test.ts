import { describe, expect, it } from 'vitest';
import { findCity, loadCities } from './cities.ts';
import { cityNames } from './city-names.ts';
import { regionNames } from './region-names.ts';
import { loadRegions, regionById, regionsNamed } from './regions.ts';

describe('regions', () => {
  it('have names in both languages, and no raw ids, in frequently searched countries', () => {
    expect(regionById('RU.Moscow Oblast')).toMatchObject({ name: 'Moscow Oblast', nameRu: 'Московская область', isNamedAsCity: false });
    expect(regionById("RU.Leningradskaya Oblast'")).toMatchObject({ name: 'Leningrad Oblast', nameRu: 'Ленинградская область' });
    expect(regionById('DE.State of Berlin')).toMatchObject({ name: 'Berlin', nameRu: 'Берлин', isNamedAsCity: true });
    for (const country of ['RU', 'US', 'DE', 'UA', 'BY', 'KZ', 'GB', 'PL', 'FR', 'CA']) {
      const without = loadRegions().filter((region) => region.country === country && !region.nameRu);
      expect(without.map((region) => region.id)).toEqual([]);
    }
  });

  it('resolve by either name and by the listed one', () => {
    for (const text of ['Bavaria', 'Бавария', 'бавария']) expect(regionsNamed(text)[0]?.id).toBe('DE.Bavaria');
    expect(regionsNamed('Kuzbass')[0]?.id).toBe('RU.Kuzbass');
    expect(regionsNamed('Nowhereland')).toEqual([]);
  });

  it('use corrections of existing regions and cities only', () => {
    const listed = Object.entries(regionNames).flatMap(([country, parts]) =>
      parts.split(';').map((part) => `${country}.${part.trim().split('=')[0]}`),
    );
    expect(listed.filter((id) => !regionById(id))).toEqual([]);
    expect(cityNames.filter(([name, country]) => !loadCities().some((city) => city.name === name && city.country === country))).toEqual([]);
  });
});

describe('cities', () => {
  it.each([
    ['Питер', 'Saint Petersburg'],
    ['SPb', 'Saint Petersburg'],
    ['СПб', 'Saint Petersburg'],
    ['Нью-Йорк', 'New York City'],
    ['New York', 'New York City'],
    ['NY', 'New York City'],
    ['München', 'Munich'],
    ['Muenchen', 'Munich'],
    ['Wien', 'Vienna'],
    ['Warszawa', 'Warsaw'],
    ['København', 'Copenhagen'],
    ['Прага', 'Prague'],
    ['Н.Новгород', 'Nizhniy Novgorod'],
    ['Екб', 'Yekaterinburg'],
  ])('resolve %s to %s', (text, name) => {
    expect(findCity(text)?.name).toBe(name);
  });

  it('have a Russian name if one is known', () => {
    expect(['Prague', 'Tel Aviv', 'Cardiff'].map((name) => findCity(name)?.nameRu)).toEqual(['Прага', 'Тель-Авив', 'Кардифф']);
  });
});
