import { dialogLimit } from '@headwater/domain/outreach/telegram';
import { z } from 'zod';
import { chatRoute } from './route.ts';
import { id, moment, optionalName, text, wholeNumber } from './validation.ts';

const path = '/api/internal/telegram/accounts/';

/** TG-024 to TG-028 */
const account = z.object({
  id: z.number(),
  phone_number: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  note: z.string(),
  created_at: moment,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  limit_total: z.number().int(),
  warms_up: z.boolean(),
  limit_today: z.number().int(),
  dialogs_created: z.number().int(),
  /** New dialogs left today; 0 while restricted by Telegram. */
  dialogs_available: z.number().int(),
  /** TG-037: Telegram's spam restriction, which blocks new dialogs. */
  soft_ban_until: moment.nullable(),
  flood_wait_until: moment.nullable(),
  /** End of a flood wait for username lookups; known people still get messages. */
  look_up_wait_until: moment.nullable(),
  frozen_since: moment.nullable(),
  /**
   * `signed_out`: the session ended elsewhere and a code signs in again. `banned`: closed by
   * Telegram.
   */
  state: z.enum(['connected', 'signed_out', 'banned']),
  failure: z.string().nullable(),
  is_online: z.boolean(),
  /** TG-067: accounts without Premium are banned more often. */
  is_premium: z.boolean(),
  unread_count: z.number().int(),
});
export type TelegramAccount = z.infer<typeof account>;

const codeRequest = z.object({
  phone_number: z.string(),
  delivery: z.enum(['app', 'sms', 'call', 'flash_call', 'missed_call', 'email', 'fragment', 'other']),
  code_length: z.number().int().nullable(),
  /** Delivery of the next code; null: no other way is left. */
  next_delivery: z.enum(['sms', 'call', 'flash_call', 'missed_call', 'fragment']).nullable(),
  resend_after: z.number().int(),
  expires_at: moment,
  attempts_left: z.number().int(),
});
export type TelegramCodeRequest = z.infer<typeof codeRequest>;

const person = z.object({ id: z.number(), name: z.string() });
/** TG-023: managers who are not administrators. */
const managers = z.object({ managers: z.array(person), candidates: z.array(person) });

const phoneNumber = text(64);
const target = { access: 'telegram', targets: { id: 'telegram_account' } } as const;

/**
 * TG-071, TG-074: refusals add `{ error, message }` to `{ code, detail }`. TG-072: field errors as
 * everywhere. Users of the messenger read, administrators and managers change.
 */
export const telegramAccounts = {
  list: chatRoute({ method: 'GET', path, summary: 'SIM cards of the company', access: 'telegram' }).output(
    z.object({
      count: z.number().int(),
      results: z.array(account),
      is_configured: z.boolean(),
      may_manage: z.boolean(),
    }),
  ),
  requestCode: chatRoute({
    method: 'POST',
    path: `${path}send_code_request/`,
    summary: 'Send a code to a phone, to add it or to sign it in again',
    access: 'telegram',
    limit: 'sign_in',
    example: { phone_number: '+79990000000' },
  })
    .input(z.object({ phone_number: phoneNumber }))
    .output(codeRequest),
  resendCode: chatRoute({
    method: 'POST',
    path: `${path}resend_code/`,
    summary: 'Send the code again, in the next way that Telegram offers',
    access: 'telegram',
    limit: 'sign_in',
    example: { phone_number: '+79990000000' },
  })
    .input(z.object({ phone_number: phoneNumber }))
    .output(codeRequest),
  add: chatRoute({
    method: 'POST',
    path,
    summary: 'Add a SIM card with the code that was sent to it, and its password where it has one; or sign it in again',
    access: 'telegram',
    limit: 'sign_in',
    example: { phone_number: '+79990000000', code: '12345' },
  })
    .input(
      z.object({
        phone_number: phoneNumber,
        code: text(20),
        /**
         * DEC-06: two-step verification. Without it such an account answers `password_needed` with
         * `hint`, and the code stays valid.
         */
        password: z.string().min(1).max(1000).optional(),
      }),
    )
    .output(account),
  change: chatRoute({
    method: 'PUT',
    path: `${path}{id}/`,
    summary: 'Set how many new dialogs a SIM card may begin a day, and what it is called',
    example: { limit_total: 10 },
    ...target,
  })
    .input(
      z.object({
        id,
        limit_total: wholeNumber(dialogLimit).optional(),
        note: optionalName(255).optional(),
        warms_up: z.boolean().optional(),
      }),
    )
    .output(account),
  remove: chatRoute({
    method: 'DELETE',
    path: `${path}{id}/`,
    summary: 'Sign a SIM card out and remove it; its dialogs stay to be read',
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({})),
  managers: chatRoute({
    method: 'GET',
    path: '/api/internal/telegram/managers/',
    summary: 'Who besides administrators may manage SIM cards, and who could be let',
    access: 'telegram_admin',
  }).output(managers),
  saveManagers: chatRoute({
    method: 'PUT',
    path: '/api/internal/telegram/managers/',
    summary: 'Say who besides administrators may manage SIM cards',
    access: 'telegram_admin',
    example: { user_ids: [] },
  })
    .input(z.object({ user_ids: z.array(id).max(1000) }))
    .output(managers),
};
