import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyCreation } from '@headwater/contract/passkeys';
import type { SecurityView } from '@headwater/contract/security';
import { useFirstFocus } from '#lib/first-focus.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { type Proof, useSecurityChanges } from '../api/security.ts';
import { makePasskey, passkeyName } from '../model/make-passkey.ts';
import { ProofForm } from './ProofForm.tsx';

interface NameFormProps {
  initial: string;
  save: (name: string) => Promise<unknown>;
  close: (isDone?: boolean) => void;
}

/** What a passkey is called. */
export function PasskeyName({ initial, save, close }: NameFormProps) {
  const { t } = useTranslation('security');
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: { name: initial },
    validate: { name: (name) => (name.trim() === '' ? t('emptyField') : null) },
    submit: ({ name }) => save(name.trim()),
    onDone: () => close(true),
  });
  return (
    <ServerForm form={form} submitLabel={t('save')} onCancel={() => close()}>
      <TextInput label={t('nameOfPasskey')} description={t('nameText')} maxLength={255} ref={focus} {...form.field('name')} />
    </ServerForm>
  );
}

/** A new passkey: who it is, what the browser makes, its name. */
export function AddPasskey({ view, close }: { view: SecurityView; close: (isDone?: boolean) => void }) {
  const { t } = useTranslation('security');
  const { beginPasskey, addPasskey } = useSecurityChanges();
  const [creation, setCreation] = useState<PasskeyCreation>();
  const create = async (proof: Proof) => {
    const made = await makePasskey(await beginPasskey(proof));
    if (made === undefined || made === 'known')
      showSnackbar({ message: t(made === 'known' ? 'passkeyKnown' : 'passkeyRefused'), tone: 'danger', key: 'passkey' });
    else setCreation(made);
  };
  if (creation) return <PasskeyName initial={passkeyName()} save={(name) => addPasskey(name, creation)} close={close} />;
  return (
    <ProofForm
      hasPassword={view.has_password}
      hasCode={view.authenticator_since !== null}
      text={t('addPasskeyText')}
      submitLabel={t('continue')}
      submit={create}
      onDone={() => undefined}
      onCancel={close}
    />
  );
}
