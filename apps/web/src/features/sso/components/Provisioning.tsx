import { Alert, Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScimView } from '@headwater/contract/scim';
import { formatDate, formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { confirm } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { createScimToken, type Prove, revokeScimToken, saveScimRule, scimQuery } from '../api/scim.ts';
import { Copied } from './Copied.tsx';
import classes from './sso.module.css';

const [grey, green] = [0, 3];

interface ProvisioningProps {
  companyId: number | undefined;
  prove: Prove;
}

function useToken({ companyId, prove }: ProvisioningProps, hasToken: boolean) {
  const { t } = useTranslation('sso');
  const client = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const show = (view: ScimView) => client.setQueryData(scimQuery(companyId).queryKey, view);
  const revoke = useMutation({
    mutationFn: () => revokeScimToken(companyId),
    onSuccess: (view) => {
      show(view);
      setSecret(undefined);
      showSnackbar({ message: t('scim.revoked'), tone: 'success' });
    },
    onError: showError,
  });
  const allow = useMutation({
    mutationFn: (isAllowed: boolean) => saveScimRule(companyId, isAllowed),
    onSuccess: show,
    onError: showError,
  });
  const replace = { title: t('scim.replaceTitle'), text: t('scim.replaceText'), confirm: t('scim.replace'), danger: true };
  const end = { title: t('scim.revokeTitle'), text: t('scim.revokeText'), confirm: t('scim.revoke'), danger: true };
  return {
    secret,
    allow,
    isBusy: revoke.isPending,
    create: async () => {
      if (hasToken && !(await confirm(replace))) return;
      const made = await prove({
        title: t('scim.newTitle'),
        submitLabel: t('scim.create'),
        submit: (proof) => createScimToken(companyId, proof),
      });
      if (!made) return;
      const { access_token: token, ...view } = made;
      show(view);
      setSecret(token);
    },
    revoke: async () => {
      if (await confirm(end)) revoke.mutate();
    },
  };
}

function Facts({ view }: { view: ScimView }) {
  const { t } = useTranslation('sso');
  const language = currentLanguage();
  const { token, managed_users: managed, active_users: active } = view;
  const shown = (count: number) => formatNumber(count, language);
  return (
    <FactList>
      <Fact label={t('status')}>
        <StatusPill color={token ? green : grey}>{token ? t('on') : t('off')}</StatusPill>
      </Fact>
      {token && (
        <>
          <Fact label={t('scim.token')}>…{token.last_four}</Fact>
          <Fact label={t('scim.created')}>{formatDate(token.created_at, language, 'dateTime')}</Fact>
          <Fact label={t('scim.lastUsed')}>
            {token.last_used_at === null ? t('never') : formatDate(token.last_used_at, language, 'dateTime')}
          </Fact>
        </>
      )}
      {(token !== null || managed > 0) && (
        <Fact label={t('scim.people')}>{t('scim.counts', { managed: shown(managed), active: shown(active) })}</Fact>
      )}
    </FactList>
  );
}

export function Provisioning({ companyId, prove }: ProvisioningProps) {
  const { t } = useTranslation('sso');
  const { data: view, error, refetch } = useQuery(scimQuery(companyId));
  const { secret, allow, isBusy, create, revoke } = useToken({ companyId, prove }, (view?.token ?? null) !== null);
  if (error && !view) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-label={t('scim.title')}>
      <SectionHead title={t('scim.title')}>
        {view && (
          <Group gap="xs">
            {view.token && (
              <Button variant="default" disabled={isBusy} onClick={() => void revoke()}>
                {t('scim.revoke')}
              </Button>
            )}
            <Button variant="default" loading={isBusy} onClick={() => void create()}>
              {view.token ? t('scim.replace') : t('scim.create')}
            </Button>
          </Group>
        )}
      </SectionHead>
      <p className={classes.lead}>{t('scim.lead')}</p>
      {!view && <SkeletonText lines={4} />}
      {secret !== undefined && (
        <Alert color="yellow" p="sm" mb={16}>
          <Copied label={t('scim.token')} description={t('scim.once')} value={secret} />
        </Alert>
      )}
      {view && (
        <>
          <Facts view={view} />
          {view.token && (
            <Switch
              label={t('scim.adminAddresses')}
              description={t('scim.adminAddressesHelp')}
              mb="md"
              checked={view.token.changes_admin_addresses}
              disabled={allow.isPending}
              onChange={(event) => allow.mutate(event.currentTarget.checked)}
            />
          )}
          <div className={classes.address}>
            <Copied label={t('scim.base_url')} description={t('scim.baseHelp')} value={view.base_url} />
          </div>
        </>
      )}
    </section>
  );
}
