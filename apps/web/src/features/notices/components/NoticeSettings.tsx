import { noticeKindName } from '@headwater/contract/notice-texts';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showError } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { settingsQuery, useSaveSettings } from '../api/notices.ts';
import { PushBrowsers } from './PushBrowsers.tsx';
import classes from './notices.module.css';

export function NoticeSettings() {
  const { t } = useTranslation('notices');
  const { data, error, refetch } = useQuery(settingsQuery);
  const save = useSaveSettings();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  const { email_available: hasEmail, push_key: pushKey } = data;
  const ways = [
    { name: 'in_app' as const, label: t('inApp'), shown: true },
    { name: 'email' as const, label: t('email'), shown: hasEmail },
    { name: 'push' as const, label: t('push.column'), shown: pushKey !== null },
  ].filter(({ shown }) => shown);
  return (
    <>
      <table className={classes.settings}>
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            {ways.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.settings.map(({ kind, ...chosen }) => (
            <tr key={kind}>
              <th scope="row">{noticeKindName(kind, currentLanguage())}</th>
              {ways.map(({ name, label }) => (
                <td key={name}>
                  <Switch
                    aria-label={`${noticeKindName(kind, currentLanguage())}: ${label}`}
                    checked={chosen[name]}
                    onChange={({ currentTarget }) => save.mutate({ kind, [name]: currentTarget.checked }, { onError: showError })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.quiet}>{t(hasEmail ? 'emailText' : 'noEmailText')}</p>
      {pushKey !== null && <PushBrowsers pushKey={pushKey} />}
    </>
  );
}
