import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { MailingListView } from '@headwater/contract/mailings';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useMayLaunch } from '../../api/launch.ts';
import { launchInfoQuery, useRefreshMailings } from '../../api/mailings.ts';
import classes from './recipients.module.css';

/** SEQ-012, SEQ-021, SEQ-024 */
export function ResendBanner({ list }: { list: MailingListView }) {
  const { t } = useTranslation('mailings');
  const refresh = useRefreshMailings();
  const mayLaunch = useMayLaunch();
  const failed = useQuery({ ...launchInfoQuery(list.id), enabled: list.totals.not_sent > 0 }).data?.error_relaunch ?? 0;
  const { id, messaging_type: type } = list;
  const resend = useMutation({
    mutationFn: () => (type === 'sequence' ? api.sequences.relaunchFailed({ id }) : api.mailings.relaunchFailed({ id })),
    onSuccess: ({ error_relaunched: count }) => showSnackbar({ message: t('recipients.resent', { count }), tone: 'success' }),
    onError: () => showSnackbar({ message: t('recipients.resendFailed'), tone: 'danger' }),
    onSettled: refresh,
  });
  if (failed === 0 || list.totals.not_sent === 0) return null;
  return (
    <section className={classes.banner} aria-label={t('recipients.resend')}>
      <span className={classes.letterHead}>
        <IconAlertTriangle size={16} aria-hidden />
        {t('recipients.failedBanner', { count: failed })}
      </span>
      {mayLaunch && list.permissions.send && (
        <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('recipients.resend')}
        </Button>
      )}
    </section>
  );
}
