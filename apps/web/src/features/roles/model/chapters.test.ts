import { expect, it } from 'vitest';
import { rightNames } from '@headwater/domain/rights';
import { roles } from '@headwater/domain/roles';
import { chapters, companyRoles, installationRoles, permissionNames, permissionOf } from './chapters.ts';

it('lists every right and every role once', () => {
  expect(Object.values(chapters).flat().toSorted()).toEqual([...rightNames].toSorted());
  expect([...companyRoles, ...installationRoles].toSorted()).toEqual([...roles].toSorted());
});

const of = (role: (typeof roles)[number], kind: string) => permissionNames.filter((name) => permissionOf(role, name) === kind);

it('[ROLE-054] shows that permissions of a hiring manager are configurable and those of other roles fixed', () => {
  expect(of('hm', 'set')).toHaveLength(6);
  expect(of('hm', 'no')).toEqual(['export_csv', 'export_ats', 'messaging_info', 'messaging_messages']);
  expect(of('admin_without_search', 'no')).toEqual(['contacts', 'export_csv', 'export_ats', 'messaging_info', 'messaging_messages']);
  expect(of('worker', 'yes')).toEqual([...permissionNames]);
});
