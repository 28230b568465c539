import { expect, it } from 'vitest';
import type { Employee } from '@headwater/contract/employees';
import { asActor } from '#lib/actor.ts';
import { userOf } from '#testing/people.ts';
import { isPossible } from './bulk.ts';

const admin = asActor(userOf('admin'));
const staff = asActor(userOf('super_user'));
const person = (changes: Partial<Employee> = {}): Employee =>
  ({
    id: 9,
    role: 'worker',
    is_active: true,
    can_search: true,
    holds_staff_rights: false,
    invitation: null,
    department: null,
    ...changes,
  }) as Employee;

it('[EMP-035] changes the role of people who have the other one, except the own', () => {
  const toAdmin = { kind: 'role', role: 'admin' } as const;
  expect([person(), person({ role: 'admin' }), person({ id: admin.userId })].map((one) => isPossible(toAdmin, admin, one))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isPossible({ kind: 'role', role: 'worker' }, admin, person({ role: 'admin' }))).toBe(true);
});

it('[ROLE-019] leaves search seats to account managers and staff', () => {
  const off = { kind: 'search', isOn: false } as const;
  expect([
    isPossible(off, admin, person()),
    isPossible(off, staff, person()),
    isPossible(off, staff, person({ can_search: false })),
  ]).toEqual([false, true, false]);
});

it('[EMP-028] [EMP-033] skips people who are there already', () => {
  const department = { id: 3, name: 'Sales' };
  expect(isPossible({ kind: 'department', department }, admin, person({ department }))).toBe(false);
  expect(isPossible({ kind: 'department', department: null }, admin, person({ department }))).toBe(true);
  expect(isPossible({ kind: 'deactivate' }, admin, person({ is_active: false }))).toBe(false);
});
