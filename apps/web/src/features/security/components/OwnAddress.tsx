import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';
import { securityQuery, useSecurityChanges } from '../api/security.ts';
import { ProofForm, type ProvedView } from './ProofForm.tsx';
import classes from './security.module.css';
import { mayProve } from './SocialAccounts.tsx';

function Sent({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('security');
  const focus = useFirstFocus<HTMLButtonElement>();
  return (
    <>
      <output style={{ display: 'block' }}>{t('address.sent', { email })}</output>
      <Group mt="lg" justify="flex-end">
        <Button ref={focus} onClick={onClose}>
          {t('address.done')}
        </Button>
      </Group>
    </>
  );
}

function AddressDialog({ view, close }: { view: ProvedView; close: () => void }) {
  const { t } = useTranslation('security');
  const { requestAddressChange } = useSecurityChanges();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) return <Sent email={sentTo} onClose={close} />;
  return (
    <ProofForm
      view={view}
      text={t('address.text')}
      addressLabel={t('address.new')}
      submitLabel={t('address.submit')}
      submit={async (proof, email) => {
        await requestAddressChange(email, proof);
        return email.trim();
      }}
      onDone={setSentTo}
      onCancel={close}
    />
  );
}

const openDialog = (title: string, view: ProvedView) =>
  openModal({ title, content: (close) => <AddressDialog view={view} close={() => close()} /> });

export function OwnAddress() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const view = useQuery(securityQuery).data;
  if (!view) return null;
  const reason = view.address_change === 'allowed' ? (mayProve(view) ? undefined : 'noProof') : view.address_change;
  if (reason !== undefined) return <div className={classes.quiet}>{t(`address.${reason}`)}</div>;
  const open = async () => {
    try {
      // Another window may have changed the required proof.
      await openDialog(t('address.title'), await client.fetchQuery(securityQuery));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Button variant="default" size="compact-sm" aria-label={t('address.title')} onClick={() => void open()}>
      {t('address.change')}
    </Button>
  );
}
