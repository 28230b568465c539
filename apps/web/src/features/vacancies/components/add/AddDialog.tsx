import { Alert, Loader, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { type AddTarget, useAdd, useCreateVacancy } from '../../api/add.ts';
import classes from './VacancyPicker.module.css';
import { VacancyPicker } from './VacancyPicker.tsx';

interface AddDialogProps {
  target: AddTarget;
  onAdded: () => void;
}

/** CAND-032: after a refusal the user can choose another vacancy. */
export function AddDialog({ target, onAdded }: AddDialogProps) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const add = useAdd();
  const create = useCreateVacancy();
  const [pending, setPending] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const attempt = async (name: string, vacancy: () => Promise<{ id: number; name: string }>) => {
    setPending(name);
    setProblem(undefined);
    try {
      await add(target, await vacancy());
      onAdded();
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.status === 0 ? t('offline', { ns: 'ui' }) : error.message);
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Stack gap="md" aria-busy={pending !== undefined}>
      {problem && (
        <Alert color="red" role="alert" p="sm">
          {problem}
        </Alert>
      )}
      <VacancyPicker
        disabled={pending !== undefined}
        onChoose={(vacancy) => void attempt(vacancy.name, async () => vacancy)}
        onCreate={(name) => void attempt(name, () => create(name))}
      />
      {/* Reserves its height, to avoid a layout shift. */}
      <output className={classes.progress}>
        {pending !== undefined && (
          <>
            <Loader size={14} />
            {t('adding', { vacancy: pending })}
          </>
        )}
      </output>
    </Stack>
  );
}
