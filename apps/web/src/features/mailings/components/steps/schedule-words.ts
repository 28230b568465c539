import { useTranslation } from '#lib/use-translation.ts';
import type { Schedule } from '../../model/schedule.ts';

/** Describes a schedule, such as '3 business days later, 09:00–18:00, Berlin'. */
export function useScheduleWords(): (schedule: Schedule, first: boolean) => string {
  const { t } = useTranslation('mailings');
  return ({ days, kind, hours, minutes, time, from, to, zone }, first) => {
    const delay = [
      days > 0 && t(kind === 'business' ? 'words.businessDays' : 'words.days', { count: days }),
      hours > 0 && t('words.hours', { count: hours }),
      minutes > 0 && t('words.minutes', { count: minutes }),
    ].filter(Boolean);
    const when = first ? t('words.atLaunch') : delay.length > 0 ? t('words.later', { delay: delay.join(' ') }) : t('words.atOnce');
    const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
    const hour = !first && time !== '' && t('words.at', { time });
    return [when, hour, from && to ? t('words.window', { from, to, city }) : t('words.anyHour')].filter(Boolean).join(', ');
  };
}
