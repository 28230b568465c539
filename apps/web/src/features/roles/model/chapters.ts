import { hiringManagerSections, type Permissions } from '@headwater/domain/permission-flags';
import { permissionsOf } from '@headwater/domain/permissions';
import type { Right } from '@headwater/domain/rights';
import { type ActorCompany, isHiringManagerLike, type Role } from '@headwater/domain/roles';

/** All rights of the domain's table, in reading order. */
export const chapters = {
  people: ['search', 'ai_search', 'profiles', 'profile_export', 'data_enrichment', 'comments', 'privacy', 'retention'],
  vacancies: ['vacancies', 'edit_vacancies', 'candidate_export', 'ats_export', 'statuses'],
  messaging: [
    'messaging',
    'mailing_launch',
    'sequences',
    'sequence_launch',
    'sequence_export',
    'ats_sequence_export',
    'messaging_settings',
    'messaging_admin',
    'resume_sending',
    'telegram',
    'telegram_admin',
  ],
  company: [
    'company',
    'company_export',
    'sso',
    'manage_sso',
    'employees',
    'edit_employees',
    'manage_employees',
    'admin',
    'own_audit',
    'statistics',
    'read_statistics',
    'integrations',
    'api_tokens',
    'api_usage',
  ],
  installation: ['managed_companies', 'audit', 'possible_match', 'staff', 'installation'],
} as const satisfies Record<string, readonly Right[]>;

export type Chapter = keyof typeof chapters;

export const companyRoles = ['worker', 'admin', 'admin_without_search', 'hm', 'service_admin'] as const satisfies readonly Role[];
export const installationRoles = ['manager', 'sales_manager', 'super_user'] as const satisfies readonly Role[];

/** ROLE-052, in reading order. */
export const permissionNames = [
  ...hiringManagerSections,
  'export_csv',
  'export_ats',
  'messaging_info',
  'messaging_messages',
] as const satisfies readonly (keyof Permissions)[];

const company: ActorCompany = {
  id: 0,
  isExtCompany: false,
  hasAts: true,
  hasMessaging: true,
  hasSequences: true,
  hasGpt: true,
  hasTelegram: true,
};
const all = { personal_info: true, contacts: true, resumes: true, tags: true, comments: true, change_candidate: true };
const none = { personal_info: false, contacts: false, resumes: false, tags: false, comments: false, change_candidate: false };

/** ROLE-054; `set`: depends on the company or the person (ROLE-050). */
export function permissionOf(role: Role, name: keyof Permissions): 'yes' | 'no' | 'set' {
  const most = permissionsOf({ role, company }, all)[name];
  if (isHiringManagerLike({ role }) && most !== permissionsOf({ role, company }, none)[name]) return 'set';
  return most ? 'yes' : 'no';
}
