import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SecurityView } from '@headwater/contract/security';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { type Proof, useSecurityChanges } from '../api/security.ts';
import { passkeyPlace, signWithPasskey } from '../model/make-passkey.ts';

export type ProvedView = Pick<SecurityView, 'authenticator_since' | 'passkeys' | 'passkey_origin'>;

interface ProofFormProps<R> {
  view: ProvedView;
  text: string;
  submitLabel: string;
  submit: (proof: Proof, email: string) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
  children?: ReactNode;
  addressLabel?: string;
}

/** Asks for an app code, else the password, or a passkey, to protect an unattended window. */
export function ProofForm<R>({ view, text, submitLabel, submit, onDone, onCancel, children, addressLabel }: ProofFormProps<R>) {
  const { t } = useTranslation(['security', 'ui']);
  const { beginProof } = useSecurityChanges();
  const [byPasskey, setByPasskey] = useState(false);
  const byCode = view.authenticator_since !== null;
  const hasPasskey = view.passkeys.length > 0 && passkeyPlace(view.passkey_origin) === 'here';
  const proofOf = async ({ password, code }: { password: string; code: string }): Promise<Proof | undefined> => {
    if (!byPasskey) return byCode ? { code } : { password };
    const passkey = await signWithPasskey(await beginProof());
    if (!passkey) showSnackbar({ message: t('passkeyNotUsed'), tone: 'danger', key: 'passkey' });
    return passkey && { passkey };
  };
  const form = useServerForm({
    initialValues: { email: '', password: '', code: '' },
    validate: {
      email: (value) => (addressLabel !== undefined && value.trim() === '' ? t('emptyField') : null),
      password: (value) => (!byPasskey && !byCode && value === '' ? t('emptyField') : null),
      code: (value) => (!byPasskey && byCode && value.trim() === '' ? t('emptyField') : null),
    },
    submit: async (values) => {
      const proof = await proofOf(values);
      return proof && { result: await submit(proof, values.email) };
    },
    onDone: (done) => done && onDone(done.result),
  });
  return (
    <ServerForm form={form} submitLabel={byPasskey ? t('withPasskey') : submitLabel} onCancel={onCancel}>
      <p style={{ margin: 0 }}>{text}</p>
      {children}
      {addressLabel !== undefined && (
        <TextInput label={addressLabel} type="email" autoComplete="email" data-autofocus {...form.field('email')} />
      )}
      {byPasskey ? (
        <p style={{ margin: 0 }}>{t('passkeyProof')}</p>
      ) : byCode ? (
        <TextInput
          key="code"
          label={t('anyCode')}
          autoComplete="one-time-code"
          data-autofocus={addressLabel === undefined || undefined}
          {...form.field('code')}
        />
      ) : (
        <PasswordInput
          key="password"
          label={t('currentPassword')}
          autoComplete="current-password"
          data-autofocus={addressLabel === undefined || undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
          {...form.field('password')}
        />
      )}
      {hasPasskey && (
        <Anchor component="button" type="button" size="sm" style={{ alignSelf: 'start' }} onClick={() => setByPasskey(!byPasskey)}>
          {t(byPasskey ? (byCode ? 'useCode' : 'usePassword') : 'usePasskey')}
        </Anchor>
      )}
    </ServerForm>
  );
}
