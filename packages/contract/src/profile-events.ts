import { telegramKinds } from '@headwater/domain/outreach/telegram';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, pages, paging } from './validation.ts';

/**
 * PROF-033. `added` to `removed` concern a vacancy; `change`: edited by the company. Telegram has
 * one event per day, dialog and writer.
 */
export const profileEventKinds = [
  'viewed',
  'comment',
  'fits',
  'does_not_fit',
  'added',
  'status',
  'moved',
  'copied',
  'removed',
  'message',
  'reply',
  'telegram_sent',
  'telegram_received',
  'file',
  'change',
] as const;

const event = z.object({
  kind: z.enum(profileEventKinds),
  at: moment,
  user_name: z.string(),
  /**
   * Comment, reason of a fit note, status, subject, Telegram message (empty for special kinds) or file name; truncated.
   */
  text: z.string(),
  /** Reason of a rejection. */
  reason: z.string().nullable(),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  dialog_id: z.number().nullable(),
  telegram_kind: z.enum(telegramKinds).nullable(),
});
export type ProfileEventView = z.infer<typeof event>;

export const profileEvents = {
  list: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/events/',
    summary: 'What happened with a profile in the own company, as far as the reader may know it, newest first',
    access: 'profiles',
    targets: { id: 'profile' },
  })
    .input(z.object({ id, ...paging }))
    .output(z.object({ events: z.array(event), count: z.number().int(), pages })),
};
