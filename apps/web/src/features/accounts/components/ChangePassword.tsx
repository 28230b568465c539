import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { openModal } from '#ui/modals.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { type NewPassword, NewPasswordFields, noPassword, useNewPasswordChecks } from './NewPasswordFields.tsx';

// A type alias, because forms need an index signature.
type Values = NewPassword & { current_password: string; revoke_token: boolean };

interface Account {
  email: string;
  /** The last characters of the user's API token. */
  token: string | undefined;
}

function ChangePasswordForm({ email, token, close }: Account & { close: (isDone?: boolean) => void }) {
  const { t } = useTranslation(['accounts', 'ui']);
  const form = useServerForm<Values, unknown>({
    initialValues: { ...noPassword, current_password: '', revoke_token: false },
    validate: { ...useNewPasswordChecks(), current_password: (value: string) => (value === '' ? t('emptyField') : null) },
    submit: (values) => api.passwords.change(values),
    onDone: () => close(true),
  });
  return (
    <ServerForm form={form} submitLabel={t('change.submit')} onCancel={() => close()}>
      <p style={{ margin: 0 }}>{t('change.text')}</p>
      {/* Password managers save the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t('change.current')}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
        {...form.field('current_password')}
      />
      <NewPasswordFields form={form} label={t('password.new')} />
      {token !== undefined && (
        <Checkbox
          label={t('change.revokeToken', { token })}
          description={t('change.revokeTokenHint')}
          {...form.field('revoke_token', { type: 'checkbox' })}
        />
      )}
    </ServerForm>
  );
}

const openForm = (title: string, account: Account) =>
  openModal<boolean>({ title, content: (close) => <ChangePasswordForm {...account} close={close} /> });

export function ChangePassword({ onDone, ...account }: Account & { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const open = async () => {
    if (!(await openForm(t('change.title'), account))) return;
    showSnackbar({ message: t('change.done'), tone: 'success' });
    onDone();
  };
  return (
    <Button variant="default" onClick={() => void open()}>
      {t('change.title')}
    </Button>
  );
}
