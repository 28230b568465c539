import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import type { DelayInfo } from '../api/mailings.ts';

/** SEND-012: when a launch begins, as the form holds it. */
export interface LaunchPlan {
  type: 'now' | 'planned' | 'delay';
  /** 'YYYY-MM-DD' and 'HH:MM' on the clock of this browser. */
  date: string;
  time: string;
  days: number;
  /** 'HH:MM': hours for the messages that have none of their own. */
  from: string;
  to: string;
}

/** Messages go out, or will at a date that is set. */
export const isRunning = ({ status }: Pick<MailingListView, 'status'>): boolean => status === 'sending' || status === 'pending';

/** To how many more people a launch writes if it opens their contacts, as far as this month's limit goes. */
export const canOpen = ({
  contacts_to_open: toOpen,
  contacts_left: left,
}: Pick<LaunchInfo, 'contacts_to_open' | 'contacts_left'>): number => Math.min(toOpen, left ?? toOpen);

export const emptyPlan: LaunchPlan = { type: 'now', date: '', time: '09:00', days: 1, from: '', to: '' };

/** The day of a moment as a field for a date holds it, on the clock of this browser. */
export function localDay(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}

/** The plan as the server takes it; undefined while the date is missing. */
export function delayInfo({ type, date, time, days, from, to }: LaunchPlan, zone: string): DelayInfo | undefined {
  const at = new Date(`${date}T${time}`);
  if (type === 'planned' && Number.isNaN(at.getTime())) return undefined;
  const hours =
    from === '' && to === ''
      ? {}
      : { start_time_from: from === '' ? null : `${from}:00`, start_time_to: to === '' ? null : `${to}:00`, send_time_zone: zone };
  return {
    type,
    ...(type === 'planned' ? { launch_at: at.toISOString() } : {}),
    ...(type === 'delay' ? { delay_days: days } : {}),
    ...hours,
  };
}
