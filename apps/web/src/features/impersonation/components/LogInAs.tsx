import { Menu } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { logInAs, logInAsServiceManager } from '../api/act.ts';
import { ActButton } from './ActButton.tsx';

/** ROLE-031: beside a person in a list, for staff. */
export function LogInAsButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('impersonation');
  return <ActButton isCompact label={t('logIn')} name={t('logInAs', { name })} act={() => logInAs(id)} />;
}

/** The same of the menu of a person. */
export function LogInAsItem({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('impersonation');
  return (
    <Menu.Item leftSection={<IconLogin2 size={16} stroke={1.6} />} onClick={() => void logInAs(id).catch(showError)}>
      {t('logInAs', { name })}
    </Menu.Item>
  );
}

/** ROLE-032: on the page of a company, for staff. */
export function ServiceManagerButton({ companyId, isMissing }: { companyId: number; isMissing: boolean }) {
  const { t } = useTranslation('impersonation');
  const closed = isMissing ? t('serviceManagerNone') : undefined;
  return <ActButton label={t('serviceManager')} closed={closed} act={() => logInAsServiceManager(companyId)} />;
}
