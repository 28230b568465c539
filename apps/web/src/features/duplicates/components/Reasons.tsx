import { IconCheck, IconX } from '@tabler/icons-react';
import type { DuplicateReasonView } from '@headwater/contract/duplicates';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './duplicates.module.css';

const isAgainst = ({ code }: DuplicateReasonView) => /_differs?$/.test(code);

export function Reasons({ reasons }: { reasons: readonly DuplicateReasonView[] }) {
  const { t } = useTranslation('duplicates');
  return (
    <ul className={classes.reasons} aria-label={t('reasons')}>
      {reasons.map((reason) => {
        const against = isAgainst(reason);
        const Sign = against ? IconX : IconCheck;
        const text = t(`reason.${reason.code}`);
        return (
          <li key={`${reason.code} ${reason.value ?? ''}`} className={classes.reason} data-against={against || undefined}>
            <Sign size={14} stroke={1.8} aria-hidden />
            {reason.value === undefined ? text : t('withValue', { text, value: reason.value })}
          </li>
        );
      })}
    </ul>
  );
}

const bands = [
  [85, 'high'],
  [70, 'middle'],
  [0, 'low'],
] as const;

export function Score({ score }: { score: number }) {
  const { t } = useTranslation('duplicates');
  const band = bands.find(([from]) => score >= from)?.[1] ?? 'low';
  return (
    <span className={classes.score} data-band={band}>
      {t(`band.${band}`)} · {score}
    </span>
  );
}
