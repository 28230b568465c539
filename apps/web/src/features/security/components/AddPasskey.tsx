import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SecurityView } from '@headwater/contract/security';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
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

export function AddPasskey({ view, close }: { view: SecurityView; close: (isDone?: boolean) => void }) {
  const { t } = useTranslation('security');
  const { beginPasskey, addPasskey } = useSecurityChanges();
  const [name, setName] = useState(passkeyName);
  const create = async (proof: Proof) => {
    const made = await makePasskey(await beginPasskey(proof));
    if (made !== undefined && made !== 'known') {
      await addPasskey(name.trim() || t('passkey'), made);
      return true;
    }
    showSnackbar({ message: t(made === 'known' ? 'passkeyKnown' : 'passkeyRefused'), tone: 'danger', key: 'passkey' });
    return false;
  };
  return (
    <ProofForm
      view={view}
      text={t('addPasskeyText')}
      submitLabel={t('continue')}
      submit={create}
      onDone={(isAdded) => isAdded && close(true)}
      onCancel={close}
    >
      <TextInput
        label={t('nameOfPasskey')}
        description={t('nameText')}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProofForm>
  );
}
