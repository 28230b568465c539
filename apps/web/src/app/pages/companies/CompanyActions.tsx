import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyView } from '@headwater/contract/companies';
import { companyInfoQuery } from '#features/companies/api/companies.ts';
import { useRestoreCompany } from '#features/companies/components/use-restore-company.ts';
import { ServiceManagerButton } from '#features/impersonation/components/LogInAs.tsx';
import { api, orpc } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SectionHead } from '#ui/SectionHead.tsx';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import classes from './companies.module.css';

function DeleteButton({ company }: { company: CompanyView }) {
  const { t } = useTranslation(['companies', 'ui']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const restore = useRestoreCompany();
  const [isBusy, setBusy] = useState(false);
  const { company_id: id, company_name: name } = company;
  const remove = async () => {
    if (!(await confirm({ title: t('deleteTitle', { name }), text: t('deleteText'), confirm: t('delete'), danger: true }))) return;
    setBusy(true);
    try {
      await api.companies.remove({ id });
    } catch (error) {
      setBusy(false);
      showError(error);
      return;
    }
    await navigate({ to: '/companies' });
    await client.invalidateQueries({ queryKey: orpc.companies.list.key() });
    const undo = { label: t('undo', { ns: 'ui' }), act: () => void restore({ id, name }).catch(showError) };
    showSnackbar({ message: t('deleted', { name }), tone: 'success', key: 'company', action: undo });
  };
  return (
    <Button variant="outline" color="red" loading={isBusy} onClick={() => void remove()}>
      {t('delete')}
    </Button>
  );
}

function ActAsServiceManager({ id }: { id: number }) {
  const { data } = useQuery(companyInfoQuery(id));
  return <ServiceManagerButton companyId={id} isMissing={data?.has_service_manager === false} />;
}

export const CompanyActions = ({ company }: { company: CompanyView }) => <ActAsServiceManager id={company.company_id} />;

/** At the end of the page, with the consequence. */
export function DeleteSection({ company }: { company: CompanyView }) {
  const { t } = useTranslation('companies');
  return (
    <section>
      <SectionHead title={t('dangerTitle')} />
      <p className={classes.consequence}>{t('deleteText')}</p>
      <DeleteButton company={company} />
    </section>
  );
}
