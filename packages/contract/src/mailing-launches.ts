import { z } from 'zod';
import { zone } from './mailing-steps.ts';
import { waitReason } from './message-statuses.ts';
import { chosenMoment, moment, wholeNumber } from './validation.ts';

/**
 * Recipients that a launch may skip: rejected candidates, people in another running mailing, or with a recent reply or message.
 */
export const leaveOutReasons = ['rejected', 'in_other_mailings', 'replied_recently', 'written_recently'] as const;
const leaveOutReason = z.enum(leaveOutReasons);
export const recentDays = { replied: 90, written: 30 } as const;

/** MAIL-016 to MAIL-019. Skipped and suppressed recipients are in none of the summed parts. */
export const launchInfo = z.object({
  ready_to_launch: z.number().int(),
  ready_to_relaunch: z.object({
    /** Their next message is overdue and leaves when its window opens. */
    with_next_message_occurred: z.number().int(),
    with_next_message_as_planned: z.number().int(),
  }),
  without_email: z.number().int(),
  error_relaunch: z.number().int(),
  total: z.number().int(),
  /** Part of without_email: contacts that are closed to the reader. */
  contacts_closed: z.number().int(),
  /**
   * Part of contacts_closed: recipients whom the launch reaches if it opens contacts, one opening
   * each.
   */
  contacts_to_open: z.number().int(),
  /** Openings of the reader left this month. Null: no limit. */
  contacts_left: z.number().int().nullable(),
  suppressed: z.number().int(),
  will_receive: z.number().int(),
  /** Counts without `leave_out`; a recipient may be in several. */
  rejected: z.number().int(),
  in_other_mailings: z.number().int(),
  replied_recently: z.number().int(),
  written_recently: z.number().int(),
  left_out: z.number().int(),
  contact_limit_reached: z.boolean(),
  /**
   * Another launch sends waiting follow-ups without checking the unreadable mailbox for replies.
   */
  held_follow_ups: z.object({ count: z.number().int(), addresses: z.array(z.string()) }),
  sender: z
    .object({
      address: z.string(),
      daily_limit: z.number().nullable(),
      today_limit: z.number().nullable(),
      gap_seconds: z.number(),
      sent_today: z.number(),
    })
    .nullable(),
  sender_waits: z.object({ text: z.string(), until: moment.nullable() }).nullable(),
  /** Estimated times of the first and the last first message if launched now. */
  first_message_at: moment.nullable(),
  last_first_message_at: moment.nullable(),
  estimated_finish_at: moment.nullable(),
  telegram: z
    .object({
      reached: z.number().int(),
      falling_back: z.number().int(),
      passed_over: z.number().int(),
      /** Dialogs to start, and dialogs that the SIM cards may start today. */
      new_dialogs: z.number().int(),
      dialogs_left: z.number().int(),
    })
    .nullable(),
  /** Running mailings: why the next message waits, and its estimated time. */
  next_message: waitReason.nullable(),
});
export type LaunchInfo = z.infer<typeof launchInfo>;

/** Recipients that still get messages; `missing`: those without a value, by variable. */
export const missingValues = z.object({ recipients: z.number().int(), missing: z.record(z.string(), z.number().int()) });

/** SEND-012: now, at a moment, or in days. The times become the window of messages without one. */
export const sendDelayInfo = z.object({
  type: z.enum(['now', 'planned', 'delay']).default('now'),
  launch_at: chosenMoment.nullish(),
  delay_days: wholeNumber({ least: 0, most: 90 }).nullish(),
  /** 'hh:mm:ss'; errors are reported under these names (MAIL-055, MAIL-056). */
  start_time_from: z.string().max(20).nullish(),
  start_time_to: z.string().max(20).nullish(),
  send_time_zone: zone.nullish(),
});

export const launched = z.object({
  launched: z.number().int(),
  relaunched: z.number().int(),
  error_relaunched: z.number().int(),
  will_receive: z.number().int(),
  opened_contacts: z.number().int(),
  first_message_at: moment.nullable(),
  undo_until: moment.nullable(),
});
/** Seconds to undo a launch. The web app uses ten, scripts none. */
const maxUndoSeconds = 60;

const leftOut = z.array(leaveOutReason).max(10).default([]);

/** MAIL-037 */
export const launchInfoInput = sendDelayInfo.extend({
  leave_out: z
    .preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), leftOut.removeDefault())
    .default([]),
});
export const launchInput = {
  send_delay_info: sendDelayInfo.prefault({}),
  leave_out: leftOut,
  /** Opens contacts as the recipients' turns come, within the sender's monthly limit. */
  open_contacts: z.boolean().default(false),
  /** Seconds before the first effect, in which the launch can be undone. */
  undo_seconds: wholeNumber({ least: 0, most: maxUndoSeconds }).default(0),
};
