import { Tooltip } from '@mantine/core';
import type { CandidateView } from '@headwater/contract/candidates';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './candidates.module.css';

/** PPL-002: the newest reason, also of other vacancies. */
export function FitMark({ fit }: { fit: NonNullable<CandidateView['fit']> }) {
  const { t } = useTranslation('vacancies');
  return (
    <Tooltip label={fit.text} multiline maw={320}>
      <span className={classes.fit} data-verdict={fit.verdict}>
        {t(`fit.${fit.verdict}`)}
        <span className="hw-visually-hidden">. {fit.text}</span>
      </span>
    </Tooltip>
  );
}
