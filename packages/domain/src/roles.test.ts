import { describe, expect, it } from 'vitest';
import type { HiringManagerAccess } from './permission-flags.ts';
import { permissionsOf } from './permissions.ts';
import {
  type ActorCompany,
  canSearch,
  isAdminType,
  isExtensionOnly,
  isHiringManagerLike,
  isStaff,
  isSuperUser,
  readRole,
  roles,
} from './roles.ts';

const on: HiringManagerAccess = { contacts: true, tags: true, resumes: true, change_candidate: true, comments: true, personal_info: true };
const company: ActorCompany = { id: 1, isExtCompany: false, hasAts: true, hasMessaging: true, hasSequences: true, hasGpt: true };
const falseOnes = (flags: object) =>
  Object.entries(flags)
    .filter(([, value]) => value === false)
    .map(([name]) => name)
    .toSorted();

const those = (test: (actor: { role: (typeof roles)[number] }) => boolean) => roles.filter((role) => test({ role }));

describe('roles', () => {
  it('[ROLE-001] [ROLE-013] are eight, with names of old data mapped', () => {
    expect(roles).toEqual(['worker', 'admin', 'admin_without_search', 'hm', 'manager', 'sales_manager', 'super_user', 'service_admin']);
    const old = ['ClientCompanyWorker', 'ClientCompanyAdmin', 'HiringManager', 'hiring_manager', 'hm', 'owner'];
    expect(old.map(readRole)).toEqual(['worker', 'admin', 'hm', 'hm', 'hm', undefined]);
  });

  it('[ROLE-010] [ROLE-011] [ROLE-014] [ROLE-015] satisfy the predicates', () => {
    expect(those(isAdminType)).toEqual(['admin', 'admin_without_search']);
    expect(those(isStaff)).toEqual(['sales_manager', 'super_user']);
    expect(those(isSuperUser)).toEqual(['super_user']);
    const holder = { role: 'admin', holdsStaffRights: true } as const;
    expect([isStaff(holder), isSuperUser(holder), isAdminType(holder)]).toEqual([true, true, true]);
    expect(those(isHiringManagerLike)).toEqual(['hm']);
  });

  it('[ROLE-014] [ROLE-017] search only with the flag, and never as admin_without_search or hiring manager', () => {
    expect(roles.filter((role) => canSearch({ role, searchFlag: true }))).toEqual(
      roles.filter((role) => role !== 'admin_without_search' && role !== 'hm'),
    );
    expect(roles.filter((role) => canSearch({ role, searchFlag: false }))).toEqual([]);
  });

  it('[ROLE-002] [ROLE-003] identify a worker of an extension company', () => {
    const extension = { ...company, isExtCompany: true };
    expect(roles.filter((role) => isExtensionOnly({ role, company: extension }))).toEqual(['worker']);
    expect(roles.filter((role) => isExtensionOnly({ role, company }))).toEqual([]);
  });
});

describe('permission flags', () => {
  it('[ROLE-052] [ROLE-053] are ten and start on', () => {
    expect(permissionsOf({ role: 'worker', company }, on)).toEqual({
      personal_info: true,
      contacts: true,
      tags: true,
      resumes: true,
      change_candidate: true,
      comments: true,
      export_csv: true,
      export_ats: true,
      messaging_info: true,
      messaging_messages: true,
    });
  });

  it('[ROLE-054] [ROLE-043] [ROLE-044] [ROLE-045] [ROLE-046] [ROLE-047] [ROLE-048] follow the six toggles of a hiring manager', () => {
    const never = ['export_ats', 'export_csv', 'messaging_info', 'messaging_messages'];
    expect(falseOnes(permissionsOf({ role: 'hm', company }, on))).toEqual(never);
    for (const toggle of Object.keys(on) as (keyof HiringManagerAccess)[]) {
      expect(falseOnes(permissionsOf({ role: 'hm', company }, { ...on, [toggle]: false }))).toEqual([...never, toggle].toSorted());
    }
  });

  it('[ROLE-054] of other roles depend on the role alone', () => {
    const off = Object.fromEntries(Object.keys(on).map((key) => [key, false])) as unknown as HiringManagerAccess;
    expect(falseOnes(permissionsOf({ role: 'admin_without_search', company }, off))).toEqual([
      'contacts',
      'export_ats',
      'export_csv',
      'messaging_info',
      'messaging_messages',
    ]);
    const extension = { ...company, isExtCompany: true };
    expect(falseOnes(permissionsOf({ role: 'worker', company: extension }, off))).toEqual([
      'export_ats',
      'messaging_info',
      'messaging_messages',
    ]);
    for (const role of ['admin', 'manager', 'sales_manager', 'super_user', 'service_admin'] as const)
      expect(falseOnes(permissionsOf({ role, company }, off))).toEqual([]);
  });
});
