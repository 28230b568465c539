import type { CurrentUser } from '@headwater/contract/accounts';
import type { Actor } from '@headwater/domain/roles';

export function asActor(user: CurrentUser): Actor {
  return {
    userId: user.id,
    role: user.role,
    holdsStaffRights: user.holds_staff_rights,
    searchFlag: user.can_search,
    apiManager: user.api_manager,
    dataEnrichmentEnabled: user.data_enrichment_enabled,
    language: user.settings.language ?? 'en',
    permissions: user.permissions,
    company: {
      id: user.company.company_id,
      isExtCompany: user.company.is_ext_company,
      hasEvents: user.company.events_section,
      hasAts: user.company.ats,
      hasMessaging: user.company.messaging,
      hasSequences: user.company.sequences,
      hasGpt: user.company.gpt,
      hasTelegram: user.company.telegram,
    },
  };
}
