import type { MailingListView } from '@headwater/contract/mailings';
import type { DelayInfo } from '../api/mailings.ts';

/** SEND-012: when a launch begins, as the form holds it. */
export interface LaunchPlan {
  type: 'now' | 'planned' | 'delay';
  /** 'YYYY-MM-DDTHH:MM' on the clock of this browser. */
  at: string;
  days: number;
  /** 'HH:MM': hours for the messages that have none of their own. */
  from: string;
  to: string;
}

/** Messages go out, or will at a date that is set. */
export const isRunning = ({ status }: Pick<MailingListView, 'status'>): boolean => status === 'sending' || status === 'pending';

export const emptyPlan: LaunchPlan = { type: 'now', at: '', days: 1, from: '', to: '' };

/** A moment as a field for date and time holds it, on the clock of this browser. */
export function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The plan as the server takes it; undefined while the date is missing. */
export function delayInfo({ type, at, days, from, to }: LaunchPlan, zone: string): DelayInfo | undefined {
  if (type === 'planned' && Number.isNaN(Date.parse(at))) return undefined;
  const hours =
    from === '' && to === ''
      ? {}
      : { start_time_from: from === '' ? null : `${from}:00`, start_time_to: to === '' ? null : `${to}:00`, send_time_zone: zone };
  return {
    type,
    ...(type === 'planned' ? { launch_at: new Date(at).toISOString() } : {}),
    ...(type === 'delay' ? { delay_days: days } : {}),
    ...hours,
  };
}
