import { expect, it } from 'vitest';
import type { Actor, Role } from '@headwater/domain/roles';
import { settingsOf } from './settings.ts';

const company = { id: 1, isExtCompany: false, hasAts: true, hasMessaging: true, hasSequences: true, hasGpt: false };
const settings = (role: Role) => settingsOf({ userId: 1, role, searchFlag: true, company } as unknown as Actor);

it('[SHELL-063] [MSET-005] offers only the settings that the user may open', () => {
  expect(settings('hm')).toEqual(['theme', 'language', 'security', 'notices']);
  expect(settings('worker')).toEqual(['theme', 'language', 'security', 'notices', 'mailbox', 'signature', 'limits', 'deliverability']);
  expect(settings('admin')).toEqual(expect.arrayContaining(['retention', 'messaging', 'company', 'employees', 'roles', 'events']));
});
