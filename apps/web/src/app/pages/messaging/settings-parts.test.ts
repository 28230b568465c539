import { expect, it } from 'vitest';
import type { Actor, Role } from '@headwater/domain/roles';
import { partOf, settingsParts } from './settings-parts.ts';

const company = { id: 1, isExtCompany: false, hasAts: true, hasMessaging: true, hasSequences: true, hasGpt: false };
const actor = (role: Role) => ({ userId: 1, role, searchFlag: role !== 'admin_without_search', company }) as unknown as Actor;
const parts = (role: Role) => settingsParts(actor(role));

it('[MSET-001] [MSET-002] [DEC-05] shows each user their parts and opens no others', () => {
  expect(parts('worker')).toEqual(['mailbox', 'signature', 'limits', 'deliverability']);
  expect(parts('admin')).toEqual(['mailbox', 'signature', 'limits', 'deliverability', 'company', 'suppressions']);
  expect(partOf(undefined, actor('worker'))).toBe('mailbox');
  expect(partOf(undefined, actor('admin_without_search'))).toBe('signature');
  expect(partOf('limits', actor('worker'))).toBe('limits');
  for (const name of ['company', 'mailbox', 'suppressions', 'nothing'])
    expect([name, partOf(name, actor('worker'))]).toEqual([name, undefined]);
});
