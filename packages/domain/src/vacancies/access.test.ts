import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../permissions.ts';
import { type Role, roles } from '../roles.ts';
import { maySee, rightsOf, type VacancyPeople } from './access.ts';

const company = { id: 1, isExtCompany: false, hasAts: false, hasMessaging: true, hasSequences: true, hasGpt: true };
const toggles = { contacts: true, tags: true, resumes: true, change_candidate: true, comments: true, personal_info: true };
const person = (role: Role, userId: number, change_candidate = true) => ({
  userId,
  role,
  permissions: permissionsOf({ role, company }, { ...toggles, change_candidate }),
});
const open: VacancyPeople = { accessType: 'public', createdBy: 1, assignees: [2], granted: [3] };
const hidden: VacancyPeople = { ...open, accessType: 'private' };

describe('visible vacancies', () => {
  it('[ROLE-056] show a private one to its creator, recruiters and hiring managers', () => {
    expect([1, 2, 4].map((id) => maySee(person('worker', id), hidden))).toEqual([true, true, false]);
    expect([3, 4].map((id) => maySee(person('hm', id), hidden))).toEqual([true, false]);
    expect(maySee(person('admin', 4), hidden)).toBe(false);
  });

  it('[ROLE-006] [ROLE-056] show a public one to all but hiring managers without access', () => {
    for (const role of roles) expect(maySee(person(role, 4), open)).toBe(role !== 'hm');
  });
});

const rights = (role: Role, id: number) => rightsOf(person(role, id), open);

describe('vacancy rights', () => {
  it('[VAC-053] let creator, assignees and admins edit, creator and admins delete', () => {
    expect(rights('worker', 1)).toMatchObject({ edit: true, remove: true });
    expect(rights('worker', 2)).toMatchObject({ edit: true, remove: false });
    expect(rights('worker', 4)).toMatchObject({ edit: false, remove: false, change_candidates: true });
    expect(rights('admin', 4)).toMatchObject({ edit: true, remove: true });
  });

  it('[ROLE-041] [ROLE-046] let a hiring manager change statuses only, where allowed', () => {
    expect(rightsOf(person('hm', 3), open)).toEqual({ edit: false, remove: false, change_candidates: false, change_statuses: true });
    expect(rightsOf(person('hm', 3, false), open).change_statuses).toBe(false);
  });
});
