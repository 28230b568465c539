import { expect, it } from 'vitest';
import { rightNames } from '@headwater/domain/rights';
import { roles } from '@headwater/domain/roles';
import { chapters, companyRoles, installationRoles, permissionNames, permissionOf } from './chapters.ts';

it('every right and every role stands once on the page', () => {
  expect(Object.values(chapters).flat().toSorted()).toEqual([...rightNames].toSorted());
  expect([...companyRoles, ...installationRoles].toSorted()).toEqual([...roles].toSorted());
});

const of = (role: (typeof roles)[number], kind: string) => permissionNames.filter((name) => permissionOf(role, name) === kind);

it('[ROLE-054] says of a hiring manager which permissions are set, and of the others what the role has', () => {
  expect(of('hm', 'set')).toHaveLength(6);
  expect(of('hm', 'no')).toEqual(['export_csv', 'export_ats', 'messaging_info', 'messaging_messages']);
  expect(of('admin_without_search', 'no')).toEqual(['contacts', 'export_csv', 'export_ats', 'messaging_info', 'messaging_messages']);
  expect(of('worker', 'yes')).toEqual([...permissionNames]);
});
