import { entries } from './entries.ts';
import en from '../texts/accounts/en.json' with { type: 'json' };
import ru from '../texts/accounts/ru.json' with { type: 'json' };

export const accountMessages = entries(
  { en, ru },
  {
    authenticator_missing: 409,
    second_factor_required: 409,
    second_factor_missing: 403,
    provider_kept: 409,
    social_last_way: 409,
    social_step_over: 409,
    social_taken: 409,
    social_away: 503,
    passkey_none: 409,
    passkey_there: 409,
    passkeys_full: 409,
    passkeys_off: 409,
    password_attempts: 429,
    recovery_not_sent: 409,
    address_not_sent: 409,
    address_by_company: 409,
    address_taken: 409,
    address_link_over: 404,
    address_return_over: 404,
    registration_closed: 403,
    setup_closed: 403,
    need_activation: 403,
    need_verification: 403,
    activation_not_resent: 429,
    verification_not_resent: 429,
  },
);
