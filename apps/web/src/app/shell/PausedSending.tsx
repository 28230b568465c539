import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { meQuery, useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import classes from './PausedSending.module.css';

/** DEC-09: shows on every screen that sending is paused; permitted users can resume it. */
export function PausedSending() {
  const { t } = useTranslation('outreach');
  const client = useQueryClient();
  const mayArm = useCurrentUser().may_resume_sending;
  const [busy, setBusy] = useState(false);
  const arm = async () => {
    const words = { title: t('paused.title'), text: t('paused.question'), confirm: t('paused.arm') };
    if (!(await confirm(words))) return;
    setBusy(true);
    try {
      await api.outreach.arm();
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      showSnackbar({ message: t('paused.armed'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <output className={classes.notice}>
      <span>{t(mayArm ? 'paused.text' : 'paused.textAsk')}</span>
      {mayArm && (
        <Button size="compact-xs" variant="default" loading={busy} onClick={() => void arm()}>
          {t('paused.arm')}
        </Button>
      )}
    </output>
  );
}
