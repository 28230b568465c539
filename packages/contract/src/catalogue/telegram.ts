import { entries } from './entries.ts';
import en from '../texts/telegram/en.json' with { type: 'json' };
import ru from '../texts/telegram/ru.json' with { type: 'json' };

/** TG-074, and what is said in the same way. */
const chat = (code: string, status = 400) => ({ status, code });

/** Messages of the messenger. */
export const telegramMessages = entries(
  { en, ru },
  {
    telegram_flood_wait: { ...chat('flood_wait', 429), shows: ['seconds'] },
    telegram_peer_flood: chat('peer_flood', 403),
    telegram_phone_banned: chat('phone_banned', 403),
    telegram_privacy_restricted: chat('privacy_restricted', 403),
    telegram_phone_number_invalid: chat('phone_number_invalid'),
    telegram_phone_code_invalid: { ...chat('phone_code_invalid'), shows: ['attempts_left'] },
    telegram_unknown: chat('unknown'),
    telegram_unknown_said: chat('unknown'),
    telegram_not_premium: chat('not_premium', 403),
    telegram_file_too_large: chat('file_too_large'),
    telegram_illegal_file_type: chat('illegal_file_type'),
    telegram_failed: chat('failed'),
    telegram_phone_code_expired: chat('phone_code_expired'),
    telegram_code_tries: chat('phone_code_expired'),
    telegram_code_missing: chat('phone_code_expired'),
    telegram_resend_wait: { ...chat('flood_wait', 429), shows: ['seconds'] },
    telegram_resend_over: chat('resend_over'),
    telegram_phone_unoccupied: chat('phone_unoccupied'),
    telegram_password_needed: { ...chat('password_needed', 409), shows: ['hint'] },
    telegram_password_invalid: chat('password_invalid'),
    telegram_session_ended: chat('session_ended', 409),
    telegram_session_duplicated: chat('session_ended', 409),
    telegram_user_deactivated: chat('session_ended', 409),
    telegram_username_unknown: chat('username_unknown'),
    telegram_blocked: chat('blocked', 403),
    telegram_suppressed: chat('suppressed', 403),
    telegram_unreachable: chat('unreachable', 503),
    telegram_not_configured: chat('not_configured', 409),
    telegram_account_exists: chat('account_exists', 409),
    telegram_account_elsewhere: chat('account_elsewhere', 409),
    telegram_other_account: chat('other_account', 409),
    telegram_manage: chat('may_not_manage', 403),
    telegram_no_account: chat('no_account', 409),
    telegram_limit_reached: chat('limit_reached', 409),
    telegram_account_limit: chat('limit_reached', 409),
    telegram_account_removed: chat('account_removed', 409),
    telegram_dialog_private: chat('dialog_private', 409),
    telegram_dialog_elsewhere: chat('dialog_elsewhere', 409),
    telegram_not_dialog_owner: chat('not_dialog_owner', 403),
    telegram_dialog_started: chat('dialog_started', 409),
    telegram_not_retryable: chat('not_retryable', 409),
    telegram_not_discardable: chat('not_discardable', 409),
    telegram_reply_gone: chat('reply_gone', 409),
    telegram_attachment_missing: chat('attachment_missing', 404),
    telegram_attachment_loading: chat('attachment_loading', 409),
    telegram_files_full: chat('files_full', 409),
  },
);
