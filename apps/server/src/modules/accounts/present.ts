import type { CurrentUser } from '@headwater/contract/accounts';
import { mayAccess } from '@headwater/domain/access';
import { appToolNames } from '@headwater/domain/ats/tools';
import { atsVendorNames } from '@headwater/domain/ats/vendors';
import { canSearch, isStaff } from '@headwater/domain/roles';
import { type Company, companyView, licenseOf } from '#modules/companies/public.ts';
import { actorOf } from './sessions/session.ts';
import type { User } from './store/users.ts';

export interface Installation {
  sendingPaused: boolean;
  mayResumeSending: boolean;
  menuLinks: CurrentUser['menu_links'];
  terms: Record<Company['terms_location'], string | null>;
  survey: CurrentUser['survey'];
  systemNotifications: CurrentUser['system_notifications'];
  licenseContact: CurrentUser['license_contact'];
  mustAddFactor: boolean;
  impersonatedBy: number | null;
  now: Date;
}

/** ACC-034 to ACC-041. */
export function currentUserView(user: User, company: Company, installation: Installation): CurrentUser {
  const { sendingPaused, mayResumeSending, menuLinks, terms, survey, systemNotifications, impersonatedBy } = installation;
  const actor = actorOf(user, company);
  return {
    id: user.id,
    name: `${user.first_name} ${user.last_name}`.trim(),
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    date_joined: user.date_joined.toISOString(),
    role: user.role,
    can_search: canSearch(actor),
    api_manager: user.api_manager,
    holds_staff_rights: user.holds_staff_rights,
    data_enrichment_enabled: actor.dataEnrichmentEnabled,
    settings: { language: user.language, range_measure: user.range_measure },
    system_notifications: systemNotifications,
    social_accounts: { smartrecruiters_import: false, huntflow_import: false, greenhouse_import: false, workable: false },
    apps: mayAccess('integrations', actor)
      ? [...atsVendorNames, ...appToolNames].filter((name) => company.features[`integrates_${name}`])
      : [],
    company: companyView(company),
    permissions: actor.permissions,
    sending_paused: sendingPaused,
    may_resume_sending: mayResumeSending,
    menu_links: menuLinks,
    terms_link: terms[company.terms_location],
    // SHELL-033, ROLE-012: only paying companies, and no staff.
    survey: company.access_type === 'pay' && !isStaff(actor) && impersonatedBy === null ? survey : null,
    license: company.is_ext_company ? 'active' : licenseOf(company, installation.now),
    license_contact: installation.licenseContact,
    must_add_factor: installation.mustAddFactor,
    impersonated_by: impersonatedBy,
  };
}
