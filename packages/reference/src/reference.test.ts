import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citiesNamed, findCity, loadCities } from './cities.ts';
import { COMPANY_SIZES, companyById, findCompany, loadCompanies } from './companies.ts';
import { findCountry, loadCountries } from './countries.ts';
import { findIndustry, industryById, loadIndustries } from './industries.ts';
import { findLanguage, loadLanguages } from './languages.ts';
import { normalizeName } from './normalize-name.ts';
import { firstNamesOf, lastNamesOf, loadFirstNames, loadPatronymics } from './names.ts';
import { findUniversity, loadUniversities } from './universities.ts';

const MEGABYTE = 1024 * 1024;

function distinct<T>(values: readonly T[]): number {
  return new Set(values).size;
}

describe('match keys', () => {
  it.each([
    ['C', 'C++'],
    ['C', 'C#'],
    ['C++', 'C#'],
    ['.NET', 'Net'],
    ['R', 'R&D'],
    ['й', 'и'],
  ])('keep %s apart from %s', (a, b) => {
    expect(normalizeName(a)).not.toBe(normalizeName(b));
  });

  it.each([
    ['Node.js', 'node JS'],
    ['СЧЁТ', 'счет'],
    ['São Paulo', 'sao-paulo'],
    ['CI/CD', 'ci cd'],
    [' .NET ', '.net'],
  ])('treat %s as %s', (a, b) => {
    expect(normalizeName(a)).toBe(normalizeName(b));
  });

  it('are idempotent', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(normalizeName(normalizeName(text))).toBe(normalizeName(text));
      }),
    );
  });
});

describe('places', () => {
  it.each([
    ['Москва', 'Moscow'],
    ['СПб', 'Saint Petersburg'],
    ['екатеринбург', 'Yekaterinburg'],
    ['Орёл', 'Orël'],
    ['Ростов-на-Дону', 'Rostov-on-Don'],
    ['Алматы', 'Almaty'],
    ['Алма-Ата', 'Almaty'],
    ['Kiev', 'Kyiv'],
    ['Мюнхен', 'Munich'],
    ['Севастополь', 'Sevastopol'],
    ['Майский', 'Mayskiy'],
    ['Зеленоград', 'Zelenograd'],
  ])('finds %s', (text, name) => {
    expect(findCity(text)?.name).toBe(name);
  });

  it('returns the most populous city of a name, or the one in a country', () => {
    expect(findCity('London')?.country).toBe('GB');
    expect(findCity('London', { country: 'CA' })?.country).toBe('CA');
    const named = citiesNamed('Moscow');
    expect(named.length).toBeGreaterThan(1);
    expect(named.map((city) => city.population)).toEqual(named.map((city) => city.population).toSorted((a, b) => b - a));
  });

  it('has a Russian name for every Russian city', () => {
    const russian = loadCities().filter((city) => city.country === 'RU' && city.population >= 15_000);
    expect(russian.length).toBeGreaterThan(950);
    const nameless = russian.filter((city) => city.nameRu === null);
    expect(nameless.length).toBeLessThanOrEqual(4);
    const lost = russian.filter((city) => city.nameRu !== null && !citiesNamed(city.nameRu, { country: 'RU' }).includes(city));
    expect(lost).toEqual([]);
  });

  it('has distinct ids and valid coordinates', () => {
    const cities = loadCities();
    expect(distinct(cities.map((city) => city.id))).toBe(cities.length);
    expect(cities.every((city) => Math.abs(city.lat) <= 90 && Math.abs(city.lon) <= 180)).toBe(true);
  });

  it('finds countries by name, short name and code', () => {
    expect(['Россия', 'РФ', 'Russia', 'ru'].map((text) => findCountry(text)?.code)).toEqual(['RU', 'RU', 'RU', 'RU']);
    expect(['США', 'USA', 'UK', 'Германия'].map((text) => findCountry(text)?.code)).toEqual(['US', 'US', 'GB', 'DE']);
    expect(loadCountries().every((country) => country.nameRu !== '')).toBe(true);
  });
});

describe('companies, universities, industries, languages', () => {
  it('find Russian employers in both alphabets', () => {
    for (const [russian, latin] of [
      ['Яндекс', 'Yandex'],
      ['Сбербанк', 'Sber'],
      ['ВКонтакте', 'VK'],
      ['Тинькофф', 'T-Bank'],
      ['Лаборатория Касперского', 'Kaspersky'],
    ] as const) {
      expect(findCompany(russian)?.name).toBe(latin);
      expect(findCompany(latin)?.name).toBe(latin);
    }
  });

  it('map each company to a listed industry, a known size range and a distinct id', () => {
    const companies = loadCompanies();
    expect(distinct(companies.map((company) => company.id))).toBe(companies.length);
    expect(companies.filter((company) => company.industryId !== null && industryById(company.industryId) === undefined)).toEqual([]);
    expect(companies.filter((company) => company.size !== null && !COMPANY_SIZES.includes(company.size))).toEqual([]);
    expect(findCompany('Assurant')?.country).toBe('US');
  });

  it('[SUGG-004] contain employers and no share classes, which resolve by name and former id', () => {
    const companies = loadCompanies();
    expect(companies.filter(({ name }) => /\b(?:class|series) [a-z]\b/i.test(name))).toEqual([]);
    for (const [listed, name, formerId] of [
      ['Alphabet Inc. (Class A)', 'Alphabet Inc.', 9_580_954],
      ['Alphabet Inc. (Class C)', 'Alphabet Inc.', 26_358_573],
      ['GOOGL', 'Alphabet Inc.', 9_580_954],
      ['Fox Corporation (Class B)', 'Fox Corporation', 1_085_487_340],
      ['News Corp - Class B', 'News Corp', 1_443_941_003],
      ['News Corporation', 'News Corp', 31_973_728],
    ] as const) {
      expect(findCompany(listed)?.name).toBe(name);
      expect(companyById(formerId)?.name).toBe(name);
    }
    expect(findCompany('Google')).toBe(companyById(26_358_573));
    const ids = companies.flatMap(({ id, formerIds }) => [id, ...formerIds]);
    expect(distinct(ids)).toBe(ids.length);
  });

  it('find universities by acronym', () => {
    expect(['МГУ', 'MSU', 'мгу им. ломоносова'].map((text) => findUniversity(text)?.nameRu)).toEqual(
      Array.from({ length: 3 }, () => 'Московский государственный университет имени М. В. Ломоносова'),
    );
    expect(['МФТИ', 'ВШЭ', 'ИТМО', 'MIT'].map((text) => findUniversity(text)?.domains[0])).toEqual([
      'mipt.ru',
      'hse.ru',
      'itmo.ru',
      'mit.edu',
    ]);
    expect(distinct(loadUniversities().map((university) => university.id))).toBe(loadUniversities().length);
  });

  it('name each top-level industry in Russian and nest the others', () => {
    const industries = loadIndustries();
    expect(industries.filter((industry) => industry.depth === 1 && industry.nameRu === null)).toEqual([]);
    expect(
      industries.filter((industry) => industry.depth > 1 && (industry.parentId === null || industryById(industry.parentId) === undefined)),
    ).toEqual([]);
    expect(findIndustry('Разработка ПО')?.name).toBe('Software Development');
    expect(findIndustry('Fintech')?.name).toBe('Financial Services');
  });

  it('find languages in English, Russian and themselves', () => {
    expect(['English', 'английский', 'Deutsch', 'Mandarin', 'Farsi'].map((text) => findLanguage(text)?.code)).toEqual([
      'en',
      'en',
      'de',
      'zh',
      'fa',
    ]);
    expect(loadLanguages().filter((language) => language.nameRu === null).length).toBeLessThan(15);
  });
});

describe('personal names', () => {
  it('contain Russian names in Cyrillic with romanisation and both forms of a surname', () => {
    expect(firstNamesOf('RU', 'M').every((name) => /^[А-ЯЁ]/.test(name.name) && name.latin !== null)).toBe(true);
    const women = new Set(lastNamesOf('RU', 'F').map((name) => name.name));
    expect(women.has('Иванова')).toBe(true);
    expect(women.has('Иванов')).toBe(false);
    expect(loadPatronymics().filter((name) => name.gender === 'F').length).toBeGreaterThan(70);
  });

  it('have ranks from 1 without gaps within country and gender', () => {
    const ranks = loadFirstNames().filter((name) => name.country === 'DE' && name.gender === 'F');
    expect(ranks.map((name) => name.rank)).toEqual(ranks.map((_, position) => position + 1));
  });
});

describe('data folder', () => {
  it('stays under 8 MB', () => {
    const folder = fileURLToPath(new URL('../data/', import.meta.url));
    const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(`${folder}${file}`).size, 0);
    expect(bytes).toBeLessThan(8 * MEGABYTE);
  });
});
