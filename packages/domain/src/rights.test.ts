import { describe, expect, it } from 'vitest';
import { mayAccess } from './access.ts';
import { permissionsOf } from './permissions.ts';
import { hasRight, needsOf, type Right, rightNames } from './rights.ts';
import { type Actor, type ActorCompany, type Role, roles } from './roles.ts';

const full: ActorCompany = {
  id: 1,
  isExtCompany: false,
  hasAts: true,
  hasMessaging: true,
  hasSequences: true,
  hasGpt: true,
  hasTelegram: true,
};
const access = { contacts: true, tags: true, resumes: true, change_candidate: true, comments: true, personal_info: true };

const actor = (role: Role, changes: Partial<Actor> = {}): Actor => ({
  userId: 1,
  role,
  searchFlag: true,
  apiManager: true,
  dataEnrichmentEnabled: true,
  language: 'en',
  permissions: permissionsOf({ role, company: changes.company ?? full }, access),
  company: full,
  ...changes,
});
const those = (right: Right, changes: Partial<Actor> = {}) => roles.filter((role) => hasRight(right, actor(role, changes)));

describe('rights table', () => {
  it('[ROLE-005] [ROLE-020] [ROLE-021] [ROLE-007] [SSO-015] lets administrators manage their company, and staff all companies', () => {
    expect(those('company')).toEqual(['admin', 'admin_without_search', 'service_admin']);
    expect(those('manage_employees')).toEqual(['admin', 'admin_without_search', 'sales_manager', 'super_user']);
    expect(those('manage_sso')).toEqual(those('manage_employees'));
    expect(those('statuses')).toEqual(['admin', 'admin_without_search', 'service_admin']);
    expect(those('staff')).toEqual(['sales_manager', 'super_user']);
    expect(those('managed_companies')).toEqual(['manager', 'sales_manager', 'super_user']);
  });

  it('[ROLE-017] [ROLE-006] [ROLE-040] requires the search flag of recruiters, and limits hiring managers to shared vacancies', () => {
    expect(those('search', { searchFlag: false })).toEqual([]);
    expect(those('vacancies', { searchFlag: false })).toEqual(['admin_without_search', 'hm']);
    expect(those('edit_vacancies')).toEqual(['worker', 'admin', 'manager', 'service_admin']);
    expect(rightNames.filter((right) => hasRight(right, actor('hm', { apiManager: false })))).toEqual([
      'profiles',
      'vacancies',
      'comments',
    ]);
  });

  it('[ROLE-012] [SHELL-043] [SHELL-067] limits vacancies, integrations and launches to recruiting roles', () => {
    const recruiting = ['worker', 'admin', 'manager', 'service_admin'];
    for (const right of ['integrations', 'mailing_launch', 'sequence_launch'] as const)
      expect([right, those(right)]).toEqual([right, recruiting]);
    for (const role of ['super_user', 'sales_manager'] as const) {
      expect(rightNames.filter((right) => hasRight(right, actor(role)))).not.toContain('vacancies');
      // They may still write messages.
      expect(hasRight('messaging', actor(role))).toBe(true);
    }
  });

  it('[ROLE-009] grants API management by the flag alone, to any role', () => {
    expect(those('api_tokens')).toEqual([...roles]);
    expect(those('api_tokens', { apiManager: false })).toEqual([]);
  });

  it('[ROLE-005] [ROLE-007] gives an administrator with staff rights exactly those of both roles', () => {
    const bare = { ...full, hasMessaging: false, hasTelegram: false, hasEvents: false };
    for (const role of ['admin', 'admin_without_search'] as const)
      for (const company of [full, bare, { ...full, isExtCompany: true }]) {
        const both = actor(role, { company, holdsStaffRights: true });
        const either = [actor(role, { company }), actor('super_user', { company, searchFlag: role === 'admin' })];
        const expected = rightNames.filter((right) => either.some((one) => hasRight(right, one)));
        expect([role, rightNames.filter((right) => hasRight(right, both))]).toEqual([role, expected]);
      }
    expect(hasRight('search', actor('admin_without_search', { holdsStaffRights: true }))).toBe(false);
    expect(hasRight('staff', actor('admin', { holdsStaffRights: true }))).toBe(true);
  });

  it('grants nothing that the company lacks, and nothing to a visitor', () => {
    const bare = { ...full, hasMessaging: false, hasSequences: false, hasGpt: false, hasEvents: false, hasTelegram: false };
    for (const right of [
      'messaging',
      'mailing_launch',
      'sequences',
      'sequence_launch',
      'sequence_export',
      'messaging_admin',
      'ai_search',
      'own_audit',
      'telegram',
      'telegram_admin',
    ] as const)
      expect([right, those(right, { company: bare })]).toEqual([right, []]);
    // SHELL-051
    expect(those('messaging_settings', { company: bare })).toEqual(['admin_without_search']);
    expect(those('search', { company: { ...full, isExtCompany: true } })).toEqual([]);
    expect(rightNames.filter((right) => mayAccess(right, undefined))).toEqual([]);
  });

  it('lists the additional needs of each role exactly where it has the right', () => {
    for (const right of rightNames)
      for (const role of roles)
        expect([right, role, needsOf(right, role) !== undefined]).toEqual([right, role, hasRight(right, actor(role))]);
    expect(needsOf('search', 'worker')).toEqual({ company: ['internal'], person: ['search'] });
    expect(needsOf('search', 'admin')).toEqual({ company: ['internal'], person: [] });
    expect(needsOf('candidate_export', 'worker')?.person).toEqual(['search']);
    expect(needsOf('api_usage', 'manager')).toEqual({ company: [], person: [] });
  });

  /** Something that a company or person may lack. */
  const lacks: Readonly<Record<string, (role: Role) => Partial<Actor>>> = {
    'more than the extension': () => ({ company: { ...full, isExtCompany: true } }),
    messaging: () => ({ company: { ...full, hasMessaging: false } }),
    sequences: () => ({ company: { ...full, hasSequences: false } }),
    gpt: () => ({ company: { ...full, hasGpt: false } }),
    telegram: () => ({ company: { ...full, hasTelegram: false } }),
    events: () => ({ company: { ...full, hasEvents: false } }),
    search: () => ({ searchFlag: false }),
    export: (role) => ({ permissions: { ...permissionsOf({ role, company: full }, access), export_csv: false } }),
    'sending to an ATS': (role) => ({ permissions: { ...permissionsOf({ role, company: full }, access), export_ats: false } }),
    enrichment: () => ({ dataEnrichmentEnabled: false }),
    'API management': () => ({ apiManager: false }),
  };

  // Snapshot against accidental grants. After an intended change, `-u` rewrites the file.
  it('[ROLE-001] gives each role its recorded rights', async () => {
    const lines = rightNames.flatMap((right) =>
      roles
        .filter((role) => hasRight(right, actor(role)))
        .map((role) => {
          const needs = Object.keys(lacks).filter((name) => !hasRight(right, actor(role, lacks[name]?.(role))));
          return `${right}: ${role}${needs.length > 0 ? ` with ${needs.join(', ')}` : ''}`;
        }),
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('rights.txt');
  });
});
