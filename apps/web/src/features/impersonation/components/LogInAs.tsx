import { useTranslation } from 'react-i18next';
import { logInAs, logInAsServiceManager } from '../api/act.ts';
import { ActButton } from './ActButton.tsx';

/** ROLE-031: beside a person in a list, for staff. */
export function LogInAsButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('impersonation');
  return <ActButton isCompact label={t('logIn')} name={t('logInAs', { name })} act={() => logInAs(id)} />;
}

/** ROLE-032: on the page of a company, for staff. */
export function ServiceManagerButton({ companyId }: { companyId: number }) {
  const { t } = useTranslation('impersonation');
  return <ActButton label={t('serviceManager')} act={() => logInAsServiceManager(companyId)} />;
}
