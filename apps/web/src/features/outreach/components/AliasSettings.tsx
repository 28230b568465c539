import type { GrantedProvider } from '@headwater/domain/mail/granted-providers';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { aliasesQuery, useChooseAlias } from '../api/mail-services.ts';
import classes from './outreach.module.css';

/** MSET-012 to MSET-015 */
export function AliasSettings({ provider }: { provider: GrantedProvider }) {
  const { t } = useTranslation('outreach');
  const query = useQuery(aliasesQuery);
  const choose = useChooseAlias();
  if (query.isError) {
    return (
      <div className={classes.notice} role="alert">
        <span>{query.error instanceof ApiError ? query.error.message : t('alias.failed')}</span>
        <Button size="xs" variant="default" onClick={() => void query.refetch()}>
          {t('alias.again')}
        </Button>
      </div>
    );
  }
  const { aliases = [], from } = query.data ?? {};
  return (
    <Select
      mt={16}
      maw={420}
      label={t('alias.label')}
      description={t('alias.text', { service: t(`service.${provider}`) })}
      allowDeselect={false}
      disabled={!query.data || choose.isPending}
      data={aliases.map(({ email, name }) => ({ value: email.toLowerCase(), label: name ? `${name} <${email}>` : email }))}
      value={from?.email.toLowerCase() ?? null}
      onChange={(email) => {
        if (!email) return;
        choose.mutate(email, {
          onSuccess: () => showSnackbar({ message: t('saved'), tone: 'success', key: 'alias' }),
          onError: showError,
        });
      }}
    />
  );
}
