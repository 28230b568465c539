import { Menu } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { logInAs, logInAsServiceManager } from '../api/act.ts';
import { ActButton } from './ActButton.tsx';

/** ROLE-031 */
export function LogInAsButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('impersonation');
  return <ActButton isCompact label={t('logIn')} name={t('logInAs', { name })} act={() => logInAs(id)} />;
}

export function LogInAsItem({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('impersonation');
  return (
    <Menu.Item leftSection={<IconLogin2 size={16} stroke={1.6} />} onClick={() => void logInAs(id).catch(showError)}>
      {t('logInAs', { name })}
    </Menu.Item>
  );
}

/** ROLE-032 */
export function ServiceManagerButton({ companyId, isMissing }: { companyId: number; isMissing: boolean }) {
  const { t } = useTranslation('impersonation');
  const closed = isMissing ? t('serviceManagerNone') : undefined;
  return <ActButton label={t('serviceManager')} closed={closed} act={() => logInAsServiceManager(companyId)} />;
}
