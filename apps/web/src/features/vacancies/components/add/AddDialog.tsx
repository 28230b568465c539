import { Alert, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { type AddTarget, useAdd, useCreateVacancy } from '../../api/add.ts';
import { VacancyPicker } from './VacancyPicker.tsx';

interface AddDialogProps {
  target: AddTarget;
  onAdded: () => void;
}

/** Choosing a vacancy adds at once; what the server refuses (CAND-032) is said here and another can be chosen. */
export function AddDialog({ target, onAdded }: AddDialogProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const add = useAdd();
  const create = useCreateVacancy();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (vacancy: () => Promise<{ id: number; name: string }>) => {
    setPending(true);
    setProblem(undefined);
    try {
      await add(target, await vacancy());
      onAdded();
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('offline', { ns: 'ui' }) : error.message);
    } finally {
      setPending(false);
    }
  };
  return (
    <Stack gap="md" aria-busy={pending}>
      {problem && (
        <Alert color="red" role="alert" p="sm">
          {problem}
        </Alert>
      )}
      <VacancyPicker
        disabled={pending}
        onChoose={(vacancy) => void attempt(async () => vacancy)}
        onCreate={(name) => void attempt(() => create(name))}
      />
    </Stack>
  );
}
