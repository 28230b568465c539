import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import type { DeliveryMark } from '../model/marks.ts';

const signs = { waiting: IconClock, sent: IconCheck, read: IconChecks, failed: IconAlertCircle };

export function DeliverySign({ mark, className }: { mark: DeliveryMark; className?: string | undefined }) {
  const { t } = useTranslation('telegram');
  const Sign = signs[mark];
  return (
    <span className={className} data-mark={mark}>
      <Sign size={14} stroke={1.8} aria-hidden style={{ display: 'block' }} />
      <span className="hw-visually-hidden">{t(`mark.${mark}`)}</span>
    </span>
  );
}
