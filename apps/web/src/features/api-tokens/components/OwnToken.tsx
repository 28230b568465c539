import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiTokenView } from '@headwater/contract/api-tokens';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Fact, FactList } from '#ui/FactList.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { confirm } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { ownTokenQuery, type Prove, useOwnToken } from '../api/tokens.ts';
import { NewToken } from './NewToken.tsx';
import { openTokenForm } from './TokenForm.tsx';
import classes from './tokens.module.css';

type Texts = TFunction<'api-tokens'>;

function scopeName(t: Texts, scope: ApiTokenView['scopes'][number]): string {
  if (scope === 'everything') return t('everything');
  const [area, level] = scope.split(':') as ['search', 'read'];
  return `${t(`area.${area}`)}: ${t(`level.${level}`)}`;
}

function Facts({ token }: { token: ApiTokenView }) {
  const { t } = useTranslation('api-tokens');
  const language = currentLanguage();
  const facts: [string, string][] = [
    [t('token'), `…${token.last_four}`],
    [t('reach'), token.scopes.map((scope) => scopeName(t, scope)).join(', ')],
    [t('created'), formatDate(token.created_at, language, 'dateTime')],
    [t('expires'), token.expires_at ? formatDate(token.expires_at, language, 'dateTime') : t('never')],
  ];
  return (
    <FactList>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  );
}

function useTokenActions(token: ApiTokenView | null, prove: Prove) {
  const { t } = useTranslation('api-tokens');
  const [secret, setSecret] = useState<string>();
  const { create: make, revoke } = useOwnToken();
  const create = async () => {
    if (token && !(await confirm({ title: t('replaceTitle'), text: t('replaceText'), confirm: t('replace'), danger: true }))) return;
    const made = await openTokenForm({ title: t('newTitle'), everything: t('everythingText'), submitLabel: t('create'), prove }, make);
    if (made) setSecret(made.access_token);
  };
  const end = async () => {
    if (!(await confirm({ title: t('revokeTitle'), text: t('revokeText'), confirm: t('revoke'), danger: true }))) return;
    try {
      await revoke();
      setSecret(undefined);
      showSnackbar({ message: t('revoked'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
  };
  return { secret, create, end };
}

/** API-001, API-002 */
export function OwnToken({ prove }: { prove: Prove }) {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(ownTokenQuery);
  const token = data?.token ?? null;
  const { secret, create, end } = useTokenActions(token, prove);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  return (
    <section>
      <SectionHead title={t('token')}>
        {token && <StatusPill color={token.is_expired ? 0 : 4}>{t(token.is_expired ? 'expired' : 'live')}</StatusPill>}
      </SectionHead>
      {!data.api_access && <p className={classes.notice}>{t('noAccess')}</p>}
      {secret && <NewToken value={secret} />}
      {token ? <Facts token={token} /> : data.api_access && <p className={classes.quiet}>{t('none')}</p>}
      <Group gap="xs" mt={16}>
        {data.api_access && (
          <Button variant={token ? 'default' : 'filled'} onClick={() => void create()}>
            {t(token ? 'replace' : 'create')}
          </Button>
        )}
        {token && (
          <Button variant="default" onClick={() => void end()}>
            {t('revoke')}
          </Button>
        )}
      </Group>
    </section>
  );
}
