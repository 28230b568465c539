import { dialogLimit } from '@headwater/domain/outreach/telegram';
import { z } from 'zod';
import { chatRoute } from './route.ts';
import { id, moment, optionalName, text, wholeNumber } from './validation.ts';

const path = '/api/internal/telegram/accounts/';

/** TG-024 to TG-028: a SIM card of the company that is signed in at Telegram. */
const account = z.object({
  id: z.number(),
  phone_number: z.string(),
  /** How it is called at Telegram. */
  name: z.string(),
  username: z.string().nullable(),
  /** What the company calls it; '' where it does not. */
  note: z.string(),
  created_at: moment,
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  limit_total: z.number().int(),
  /** Whether a new account grows to its limit over its first days. */
  warms_up: z.boolean(),
  /** What it may begin today, while it grows to its limit. */
  limit_today: z.number().int(),
  /** Dialogs that the company has begun from it. */
  dialogs_created: z.number().int(),
  /** New dialogs that it may still begin today; 0 while Telegram restricts it. */
  dialogs_available: z.number().int(),
  /** TG-037: until when it begins no new dialogs, as Telegram takes it for a spammer. */
  soft_ban_until: moment.nullable(),
  /** Until when it sends nothing at all, as Telegram wants it. */
  flood_wait_until: moment.nullable(),
  /** Until when it looks up no usernames, as Telegram wants it: whoever is known is written to. */
  look_up_wait_until: moment.nullable(),
  /** Since when Telegram has frozen it: it sends nothing, and what is to be sent waits. Null: it is not frozen. */
  frozen_since: moment.nullable(),
  /**
   * `signed_out`: its session was ended elsewhere; a code signs it in again (`send_code_request`, then POST, with its phone number). `banned`: Telegram
   * has closed it for good.
   */
  state: z.enum(['connected', 'signed_out', 'banned']),
  /** What is wrong with it, in the reader's language. */
  failure: z.string().nullable(),
  /** Whether a worker is connected for it now. */
  is_online: z.boolean(),
  /** Without Premium a ban is likelier; said beside it (TG-067). */
  is_premium: z.boolean(),
  unread_count: z.number().int(),
});
export type TelegramAccount = z.infer<typeof account>;

/** Where a code was sent, and what else may be done for it. */
const codeRequest = z.object({
  phone_number: z.string(),
  delivery: z.enum(['app', 'sms', 'call', 'flash_call', 'missed_call', 'email', 'fragment', 'other']),
  code_length: z.number().int().nullable(),
  /** How it is sent when it is asked for again; null: no other way is left. */
  next_delivery: z.enum(['sms', 'call', 'flash_call', 'missed_call', 'fragment']).nullable(),
  /** Seconds until it may be asked for again. */
  resend_after: z.number().int(),
  expires_at: moment,
  /** Codes that may still be tried. */
  attempts_left: z.number().int(),
});
export type TelegramCodeRequest = z.infer<typeof codeRequest>;

const person = z.object({ id: z.number(), name: z.string() });
/** Besides administrators (TG-023). */
const managers = z.object({ managers: z.array(person), candidates: z.array(person) });

/** In any notation; what it is, the rules of the domain say. */
const phoneNumber = text(64);
const target = { access: 'telegram', targets: { id: 'telegram_account' } } as const;

/**
 * The company's accounts at Telegram. Everybody who uses the messenger sees them; administrators, and whom they let, change them (403 for others). What
 * is refused is answered as `{ error, message }` besides the usual `{ code, detail }` (TG-071, TG-074), and wrong fields as everywhere (TG-072).
 */
export const telegramAccounts = {
  list: chatRoute({ method: 'GET', path, summary: 'SIM cards of the company', access: 'telegram' }).output(
    z.object({
      count: z.number().int(),
      results: z.array(account),
      /** Whether the operator has set the installation up for Telegram. */
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
        /** DEC-06: of two-step verification. Without it an account that has one answers `password_needed`, with `hint`, and the code stays good. */
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
