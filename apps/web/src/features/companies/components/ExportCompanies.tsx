import { Button } from '@mantine/core';
import { useState } from 'react';
import { useScreenParams } from '#lib/screen-params.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { exportCompanies } from '../api/companies.ts';
import { companyParams } from '../model/params.ts';

export function ExportCompanies() {
  const { t } = useTranslation('companies');
  const { shown } = useScreenParams(companyParams);
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    void exportCompanies(shown)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <Button variant="default" loading={isBusy} onClick={start}>
      {t('export')}
    </Button>
  );
}
