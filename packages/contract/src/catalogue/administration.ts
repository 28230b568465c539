import { entries } from './entries.ts';
import en from '../texts/administration/en.json' with { type: 'json' };
import ru from '../texts/administration/ru.json' with { type: 'json' };

export const administrationMessages = entries(
  { en, ru },
  {
    acting_as_oneself: 409,
    api_access_off: 403,
    ask_admin: 403,
    company_changed: 400,
    company_mfa_own_first: 400,
    company_own: 409,
    employee_last_admin: 409,
    employee_move_inactive: 409,
    employee_move_invited: 409,
    employee_move_not_linked: 403,
    employee_own: 409,
    employee_role_by_super_user: 403,
    employee_search_only: 403,
    not_acting: 409,
    not_while_acting: 403,
    invitation_accepted: 409,
    invitation_address_taken: 409,
    invitation_not_found: 404,
    not_with_token: 403,
    service_manager_none: 409,
    sso_changed: 409,
    sso_link_over: 404,
    sso_none: 404,
    sso_not_set_up: 404,
    sso_provider_away: 503,
    sso_required: 403,
    sso_set_up: 409,
    token_scope: 403,
    user_not_activated: 409,
    user_switched_off: 409,
  },
);
