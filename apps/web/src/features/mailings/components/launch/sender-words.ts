import type { LaunchInfo } from '@headwater/contract/mailing-launches';
import { useTranslation } from '#lib/use-translation.ts';
import { todayOf } from '../../model/launch-words.ts';

type Sender = NonNullable<LaunchInfo['sender']>;

export function useSenderWords() {
  const { t } = useTranslation('mailings');
  const gap = (seconds: number) =>
    seconds < 90 ? t('launch.gapSeconds', { count: seconds }) : t('launch.gapMinutes', { count: Math.round(seconds / 60) });
  return {
    today(sender: Sender): string {
      const { sent, limit, grows } = todayOf(sender);
      if (limit === undefined) return [t('launch.sentToday', { count: sent }), t('launch.noLimit')].join(' · ');
      const words = [
        t('launch.ofToday', { count: limit, sent }),
        grows !== undefined && t('launch.warmUp', { count: grows }),
        sender.gap_seconds > 0 && gap(sender.gap_seconds),
      ];
      return words.filter(Boolean).join(' · ');
    },
  };
}
