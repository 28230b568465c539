import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { settingsQuery, useSaveSettings } from '../api/notices.ts';
import classes from './notices.module.css';

/** Where the person is told of each kind. By e-mail only where this installation sends any. */
export function NoticeSettings() {
  const { t } = useTranslation('notices');
  const { data, error, refetch } = useQuery(settingsQuery);
  const save = useSaveSettings();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  const hasEmail = data.email_available;
  return (
    <>
      <table className={classes.settings}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            <th scope="col">{t('inApp')}</th>
            {hasEmail && <th scope="col">{t('email')}</th>}
          </tr>
        </thead>
        <tbody>
          {data.settings.map(({ kind, in_app: inApp, email }) => (
            <tr key={kind}>
              <th scope="row">{t(`kindName.${kind}`)}</th>
              <td>
                <Switch
                  aria-label={`${t(`kindName.${kind}`)}: ${t('inApp')}`}
                  checked={inApp}
                  onChange={({ currentTarget }) => save.mutate({ kind, in_app: currentTarget.checked }, { onError: showError })}
                />
              </td>
              {hasEmail && (
                <td>
                  <Switch
                    aria-label={`${t(`kindName.${kind}`)}: ${t('email')}`}
                    checked={email}
                    onChange={({ currentTarget }) => save.mutate({ kind, email: currentTarget.checked }, { onError: showError })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.quiet}>{t(hasEmail ? 'emailText' : 'noEmailText')}</p>
    </>
  );
}
