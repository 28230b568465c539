import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { readTime } from '#lib/time-of-day.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { SkeletonForm } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { ErrorState } from '#ui/states.tsx';
import { TimeField } from '#ui/TimeField.tsx';
import { settingsQuery } from '../api/mailbox.ts';
import classes from './outreach.module.css';

interface Hours {
  start_time_from: string | null;
  start_time_to: string | null;
}

const shownTime = (time: string | null) => time?.slice(0, 5) ?? '';
const sentTime = (typed: string) => (typed.trim() === '' ? null : `${readTime(typed) ?? typed.trim()}:00`);

function WindowForm({ known }: { known: Hours }) {
  const { t } = useTranslation('outreach');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: { start_time_from: shownTime(known.start_time_from), start_time_to: shownTime(known.start_time_to) },
    submit: ({ start_time_from: from, start_time_to: to }) =>
      api.outreach.saveSettings({ start_time_from: sentTime(from), start_time_to: sentTime(to) }),
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      showSnackbar({ message: t('saved'), tone: 'success', key: 'window' });
    },
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} guard>
      <div className={classes.window}>
        <TimeField label={t('windowFrom')} {...form.field('start_time_from')} />
        <TimeField label={t('windowTo')} placeholder="18:00" {...form.field('start_time_to')} />
      </div>
    </ServerForm>
  );
}

/** MSET-005 */
export function SendingWindow() {
  const { t } = useTranslation('outreach');
  const settings = useQuery(settingsQuery);
  return (
    <section>
      <h2 className={classes.heading}>{t('window')}</h2>
      <p className={classes.intro}>{t('windowText')}</p>
      {settings.isLoadingError && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <SkeletonForm fields={1} />}
      {settings.data && <WindowForm known={settings.data} />}
    </section>
  );
}
