import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { securityQuery, useSecurityChanges } from '../api/security.ts';
import { ProofForm, type ProvedView } from './ProofForm.tsx';
import { mayProve } from './SocialAccounts.tsx';

/** Asks for the new address, then says where the link went. */
function AddressDialog({ view, close }: { view: ProvedView; close: () => void }) {
  const { t } = useTranslation(['security', 'ui']);
  const { askAddress } = useSecurityChanges();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <>
        <output style={{ display: 'block' }}>{t('address.sent', { email: sentTo })}</output>
        <Group mt="lg" justify="flex-end">
          <Button data-autofocus onClick={close}>
            {t('address.done')}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <ProofForm
      view={view}
      text={t('address.text')}
      addressLabel={t('address.new')}
      submitLabel={t('address.submit')}
      submit={async (proof, email) => {
        await askAddress(email, proof);
        return email.trim();
      }}
      onDone={setSentTo}
      onCancel={close}
    />
  );
}

const openDialog = (title: string, view: ProvedView) =>
  openModal({ title, content: (close) => <AddressDialog view={view} close={() => close()} /> });

/** Opens the dialog to change the address that one signs in with; nothing for who has nothing to prove it by. */
export function OwnAddress() {
  const { t } = useTranslation('security');
  const view = useQuery(securityQuery).data;
  if (!view || !mayProve(view)) return null;
  return (
    <Button variant="default" size="compact-sm" aria-label={t('address.title')} onClick={() => void openDialog(t('address.title'), view)}>
      {t('address.change')}
    </Button>
  );
}
