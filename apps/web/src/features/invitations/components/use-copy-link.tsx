import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import { openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { type CompanyId, useInvitations } from '../api/invitations.ts';
import classes from './invitations.module.css';

function Link({ url, email }: { url: string; email: string }) {
  const { t } = useTranslation('invitations');
  return (
    <>
      <p className={classes.text}>{t('linkText', { email })}</p>
      <div className={classes.link}>
        <TextInput
          aria-label={t('link')}
          value={url}
          readOnly
          flex={1}
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyTextButton value={url} />
      </div>
    </>
  );
}

/** EMP-079. Browsers copy without a click only on secure hosts, so a dialog shows the link. */
export function useCopyLink({ company, id, email }: { company: CompanyId; id: number; email: string }) {
  const { t } = useTranslation('invitations');
  const { link } = useInvitations(company);
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    void link(id)
      .then(({ url }) => void openModal({ title: t('link'), content: () => <Link url={url} email={email} /> }), showError)
      .finally(() => setBusy(false));
  };
  return { act, isBusy };
}
