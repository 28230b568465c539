import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiTokenView } from '@headwater/contract/api-tokens';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import type { TFunction } from '#lib/translate.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { confirm } from '#ui/modals.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { tokensQuery, type Prove, useOwnTokens } from '../api/tokens.ts';
import { NewToken } from './NewToken.tsx';
import { openTokenForm } from './TokenForm.tsx';
import list from '#ui/rows.module.css';
import classes from './tokens.module.css';

type Texts = TFunction<'api-tokens'>;

function scopeName(t: Texts, scope: ApiTokenView['scopes'][number]): string {
  if (scope === 'everything') return t('everything');
  const [area, level] = scope.split(':') as ['search', 'read'];
  return `${t(`area.${area}`)}: ${t(`level.${level}`)}`;
}

interface TokenRowProps {
  token: ApiTokenView;
  onRevoke: (token: ApiTokenView) => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps) {
  const { t } = useTranslation('api-tokens');
  const language = currentLanguage();
  const { scopes, last_four: last, created_at: created, expires_at: ends, last_used_at: used, is_expired: isExpired } = token;
  const name = token.name || t('unnamed');
  return (
    <li className={list.row}>
      <span className={list.about}>
        <span className={classes.name}>
          {name} <span className={list.quiet}>…{last}</span>
        </span>
        <span className={list.quiet}>{scopes.map((scope) => scopeName(t, scope)).join(', ')}</span>
        <span className={list.quiet}>
          {t('created')} {formatDate(created, language, 'date')} · {t('expires')}: {ends ? formatDate(ends, language, 'date') : t('never')}{' '}
          · {t('lastUsed')}: {used ? <RelativeTime value={used} /> : t('neverUsed')}
        </span>
      </span>
      <StatusPill color={isExpired ? 0 : 4}>{t(isExpired ? 'expired' : 'live')}</StatusPill>
      <Button size="compact-xs" variant="default" aria-label={`${t('revoke')}: ${name}`} onClick={() => onRevoke(token)}>
        {t('revoke')}
      </Button>
    </li>
  );
}

function useTokenActions(tokens: readonly ApiTokenView[], prove: Prove) {
  const { t } = useTranslation('api-tokens');
  const [made, setMade] = useState<{ id: number; secret: string }>();
  const { create: make, revoke } = useOwnTokens();
  const create = async () => {
    const taken = new Set(tokens.map(({ name }) => name.toLowerCase()));
    const words = { title: t('newTitle'), everything: t('everythingText'), submitLabel: t('create'), prove, taken };
    const token = await openTokenForm(words, make);
    if (token) setMade({ id: token.id, secret: token.access_token });
  };
  const end = async ({ id, name }: ApiTokenView) => {
    const title = t('revokeTitle', { name: name || t('unnamed') });
    if (!(await confirm({ title, text: t('revokeText'), confirm: t('revoke'), danger: true }))) return;
    try {
      await revoke(id);
      if (made?.id === id) setMade(undefined);
      showSnackbar({ message: t('revoked'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
  };
  return { secret: made?.secret, create, end };
}

/** API-001, API-002 */
export function OwnTokens({ prove }: { prove: Prove }) {
  const { t } = useTranslation('api-tokens');
  const { data, error, refetch } = useQuery(tokensQuery);
  const tokens = data?.tokens ?? [];
  const { secret, create, end } = useTokenActions(tokens, prove);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  return (
    <section>
      <SectionHead title={t('tokens')}>
        {data.api_access && (
          <Button size="xs" onClick={() => void create()}>
            {t('create')}
          </Button>
        )}
      </SectionHead>
      {!data.api_access && <p className={classes.notice}>{t('noAccess')}</p>}
      {secret && <NewToken value={secret} />}
      {tokens.length === 0 && data.api_access && <p className={list.quiet}>{t('none')}</p>}
      {tokens.length > 0 && (
        <ul className={list.rows}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={(one) => void end(one)} />
          ))}
        </ul>
      )}
    </section>
  );
}
