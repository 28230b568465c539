import { expect, it } from 'vitest';
import { auditedFields, auditedSettings } from '@headwater/domain/audit';
import { customSwitches, integrationNames, productSwitches, protectedFilters, searchSwitches } from '@headwater/domain/companies/switches';
import type { AuditEntry } from '@headwater/contract/audit';
import en from '../texts/en.json' with { type: 'json' };
import ru from '../texts/ru.json' with { type: 'json' };
import { createTranslator } from '#lib/translate.ts';
import { detailsOf } from './details.ts';

const texts = { en, ru };
const detailsIn = (entry: Partial<AuditEntry>, language: 'en' | 'ru' = 'en') =>
  detailsOf(createTranslator({ language, find: () => texts[language] }, 'audit'), { fields: [], values: {}, ...entry } as AuditEntry);

it('[DEC-14] describes changes in the words of the interface', () => {
  expect(detailsIn({ fields: ['first_name', 'hm_access'] })).toBe('First name, What the hiring manager sees');
  expect(detailsIn({ values: { role: ['worker', 'admin'] } })).toBe('Role: Recruiter › Administrator');
  expect(detailsIn({ values: { role: [null, 'hm'], can_search: [true, false] } }, 'ru')).toBe(
    'Роль: Нанимающий менеджер, Поиск: вкл. › выкл.',
  );
  expect(detailsIn({ values: { is_active: [true, null] } })).toBe('Active: on › –');
});

it("[DEC-14] formats credits in the reader's language", () => {
  expect([detailsIn({ values: { credits: [10, 60] } }), detailsIn({ values: { credits: [10, 60] } }, 'ru')]).toEqual([
    'Credits: 10 › 60',
    'Кредиты: 10 › 60',
  ]);
});

it('[DEC-14] falls back to the database name of an unknown field', () => {
  expect(detailsIn({ fields: ['some_new_column'], values: JSON.parse('{"toString":[1,2]}') as AuditEntry['values'] })).toBe(
    'some new column, toString: 1 › 2',
  );
});

it('[DEC-14] names each recorded field in both languages', () => {
  const switches = [
    ...Object.values(productSwitches),
    ...protectedFilters.flatMap((filter) => [`${filter}_filter`, `gdpr_${filter}`]),
    ...searchSwitches,
    ...integrationNames.map((name) => `integrates_${name}`),
    ...customSwitches,
  ];
  for (const { field, settingsName } of [en, ru]) {
    expect(Object.keys(field)).toEqual(expect.arrayContaining([...auditedFields, ...switches]));
    expect(Object.keys(settingsName).toSorted()).toEqual([...auditedSettings].toSorted());
  }
});

it('[DEC-14] reports a removal without old and new values', () => {
  expect(detailsIn({ fields: ['name'], values: { removed: [false, true] } }, 'ru')).toBe('Название, Удалено');
});
