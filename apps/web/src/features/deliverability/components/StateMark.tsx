import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { CheckState } from '@headwater/domain/mail/deliverability';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './deliverability.module.css';

const icons = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, unknown: IconHelpCircle };

/** An icon and a word, because colour alone is not accessible. */
export function StateMark({ state }: { state: CheckState }) {
  const { t } = useTranslation('deliverability');
  const Icon = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
}
