import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import type { MailingListView } from '@headwater/contract/mailings';
import type { DelayInfo } from '../api/mailings.ts';

/** SEND-012 */
export interface LaunchPlan {
  type: 'now' | 'planned' | 'delay';
  /** Local 'YYYY-MM-DD' and 'HH:MM'. */
  date: string;
  time: string;
  days: number;
  /** 'HH:MM': hours of messages without their own. */
  from: string;
  to: string;
}

export const isRunning = ({ status }: Pick<MailingListView, 'status'>): boolean => status === 'sending' || status === 'pending';

/** Limited by the contacts that are left this month. */
export const canOpen = ({
  contacts_to_open: toOpen,
  contacts_left: left,
}: Pick<LaunchInfo, 'contacts_to_open' | 'contacts_left'>): number => Math.min(toOpen, left ?? toOpen);

export const emptyPlan: LaunchPlan = { type: 'now', date: '', time: '09:00', days: 1, from: '', to: '' };

/** Local 'YYYY-MM-DD'. */
export function localDay(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}

/** Undefined without a valid date. */
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
