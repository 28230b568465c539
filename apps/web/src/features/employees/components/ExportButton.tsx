import { Button } from '@mantine/core';
import { useState } from 'react';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { exportPeople } from '../api/employees.ts';
import { employeeParams } from '../model/params.ts';
import type { PeopleList } from '../model/people-list.ts';

export function ExportButton({ place }: { place: PeopleList }) {
  const { t } = useTranslation('employees');
  const { shown } = useScreenParams(employeeParams);
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void exportPeople(place, shown)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={start}>
      {t('export')}
    </Button>
  );
}
