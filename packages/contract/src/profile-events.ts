import { telegramKinds } from '@headwater/domain/outreach/telegram';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, pages, paging } from './validation.ts';

/**
 * PROF-033. `added` to `removed` are of a vacancy; `change`: the company has changed the profile. Of what was written by Telegram there is one a day,
 * dialog and writer: the last.
 */
export const profileEventKinds = [
  'viewed',
  'comment',
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
  /** Empty for what the person did, and for who is gone. */
  user_name: z.string(),
  /** The comment, the status given, the subject, the message of Telegram (empty where its kind says all), or the name of the file; cut. */
  text: z.string(),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The dialog that was written in, by Telegram. */
  dialog_id: z.number().nullable(),
  /** What a message by Telegram is besides words and plain files. */
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
