import { UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CandidateView } from '@headwater/contract/candidates';
import { api } from '#lib/api.ts';
import { refreshVacancies } from '#lib/refresh-vacancies.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { askReason } from './ask-reason.tsx';
import classes from './reasons.module.css';

interface CandidateReasonProps {
  candidate: CandidateView;
  name: string;
  /** The reader may change it. */
  changes: boolean;
}

export function CandidateReason({ candidate, name, changes }: CandidateReasonProps) {
  const { t } = useTranslation('vacancies');
  const client = useQueryClient();
  const { rejection_reason: reason, id } = candidate;
  if (!changes) return reason ? <span className={classes.reason}>{reason.name}</span> : null;
  const change = async () => {
    try {
      const chosen = await askReason({ title: t('reasonTitle'), text: name, current: reason?.id });
      if (chosen === undefined || chosen === (reason?.id ?? null)) return;
      await api.candidates.setRejectionReason({ id, rejection_reason: chosen });
      await refreshVacancies(client);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <UnstyledButton
      className={classes.reason}
      title={reason?.name}
      aria-label={t('reasonOf', { name, reason: reason?.name ?? t('noReason') })}
      onClick={(event) => {
        event.stopPropagation();
        void change();
      }}
    >
      {reason?.name ?? t('setReason')}
    </UnstyledButton>
  );
}
