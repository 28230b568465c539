import { z } from 'zod';
import { zone } from './mailing-steps.ts';
import { notSentYet } from './message-statuses.ts';
import { chosenMoment, moment, wholeNumber } from './validation.ts';

/** Recipients that a launch may leave out: in another running mailing, replied lately, or written to lately without a reply. */
export const leaveOutReasons = ['in_other_mailings', 'replied_recently', 'written_recently'] as const;
const leaveOutReason = z.enum(leaveOutReasons);
/** How many days back "lately" reaches. */
export const recentDays = { replied: 90, written: 30 } as const;

/** MAIL-016 to MAIL-019. Who is left out or suppressed is in none of the parts that are summed. */
export const launchInfo = z.object({
  ready_to_launch: z.number().int(),
  ready_to_relaunch: z.object({
    /** Their next message is overdue: it goes as soon as its window opens. */
    with_next_message_occurred: z.number().int(),
    with_next_message_as_planned: z.number().int(),
  }),
  without_email: z.number().int(),
  error_relaunch: z.number().int(),
  /** Of all the above. */
  total: z.number().int(),
  /** Part of without_email: contacts that the reader would first have to open, also where a colleague has opened them and added the address. */
  contacts_closed: z.number().int(),
  /** Part of contacts_closed: those who get a message if the launch opens their contacts, each for one of the reader's openings. */
  contacts_to_open: z.number().int(),
  /** How many contacts the reader can open this month yet. Null: there is no limit. */
  contacts_left: z.number().int().nullable(),
  /** Recipients whose address the company does not write to: their messages would fail with the reason. */
  suppressed: z.number().int(),
  /** Of all whom a launch would write to, how many get a message: those of `leave_out` and suppressed ones do not. */
  will_receive: z.number().int(),
  /** Of all whom a launch would write to if nobody was left out; one may be in several of these. */
  in_other_mailings: z.number().int(),
  replied_recently: z.number().int(),
  written_recently: z.number().int(),
  /** Whom the given `leave_out` leaves out. */
  left_out: z.number().int(),
  /** No more contacts can be opened this month: the limit of the reader or the company is used up. */
  contact_limit_reached: z.boolean(),
  /**
   * Recipients of a running mailing whose follow-ups wait, as an answer to what they got may lie in a mailbox that is not read, and the addresses of
   * those mailboxes. Launching again says that such answers need not be waited for.
   */
  held_follow_ups: z.object({ count: z.number().int(), addresses: z.array(z.string()) }),
  /** Whose mailbox it would leave from: that of the reader. Null: none is connected. */
  sender: z
    .object({
      address: z.string(),
      daily_limit: z.number().nullable(),
      /** Of today: a new mailbox begins with few and grows to its daily limit. */
      today_limit: z.number().nullable(),
      gap_seconds: z.number(),
      sent_today: z.number(),
    })
    .nullable(),
  /** What keeps the mailbox from sending at this moment, in the reader's language; null where nothing does. */
  sender_waits: z.object({ text: z.string(), until: moment.nullable() }).nullable(),
  /** About when the first message would leave if the mailing was launched now, and the last first message, by window and limits. */
  first_message_at: moment.nullable(),
  last_first_message_at: moment.nullable(),
  /** The same of the last follow-up, where nobody replies. */
  estimated_finish_at: moment.nullable(),
  /** Of a sequence with steps by Telegram, of those who get a message; null: it has none. */
  telegram: z
    .object({
      /** Written to by Telegram. */
      reached: z.number().int(),
      /** They get these steps by e-mail. */
      falling_back: z.number().int(),
      /** They get the e-mails alone, as these steps do not fall back. */
      passed_over: z.number().int(),
      /** Dialogs that would be begun, and how many may be begun today from all SIM cards that would be used. */
      new_dialogs: z.number().int(),
      dialogs_left: z.number().int(),
    })
    .nullable(),
  /** Of a running mailing: what its next message waits for and about when it leaves, where anybody knows. Null: nobody waits for one. */
  next_message: notSentYet.nullable(),
});
export type LaunchInfo = z.infer<typeof launchInfo>;

/** SEND-012: now, at a moment, or in so many days. The times, where given, become the window of every message that has none. */
export const sendDelayInfo = z.object({
  type: z.enum(['now', 'planned', 'delay']).default('now'),
  launch_at: chosenMoment.nullish(),
  delay_days: wholeNumber({ least: 0, most: 90 }).nullish(),
  /** 'hh:mm:ss'; what is wrong with them is said under their own names (MAIL-055, MAIL-056). */
  start_time_from: z.string().max(20).nullish(),
  start_time_to: z.string().max(20).nullish(),
  send_time_zone: zone.nullish(),
});

export const launched = z.object({
  launched: z.number().int(),
  relaunched: z.number().int(),
  error_relaunched: z.number().int(),
  /** Of all these, how many get a message: suppressed ones do not. */
  will_receive: z.number().int(),
  /** Contacts that were opened for it. */
  opened_contacts: z.number().int(),
  /** About when the first message leaves; null where nobody knows, as sending is paused. */
  first_message_at: moment.nullable(),
  undo_until: moment.nullable(),
});
/** Seconds for which a launch can be undone: the web app asks for ten, scripts for none. */
const maxUndoSeconds = 60;

const leftOut = z.array(leaveOutReason).max(10).default([]);

/** What a launch that is thought of would do: MAIL-037. */
export const launchInfoInput = sendDelayInfo.extend({
  leave_out: z
    .preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), leftOut.removeDefault())
    .default([]),
});
export const launchInput = {
  send_delay_info: sendDelayInfo.prefault({}),
  leave_out: leftOut,
  /** Opens the contacts of those who get a message only then, as many as the sender can open this month. */
  open_contacts: z.boolean().default(false),
  /** No message leaves and no candidate gets a status before so many seconds are over, and the launch can be undone meanwhile. */
  undo_seconds: wholeNumber({ least: 0, most: maxUndoSeconds }).default(0),
};
