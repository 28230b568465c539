import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import type { SocialAccount } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors, type CredentialField } from '@headwater/domain/ats/vendors';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useAccounts } from '../api/ats.ts';
import classes from './ats.module.css';

const isSecret = (field: CredentialField) => field !== 'email' && field !== 'client_id';

/** ATS-004, ATS-027, ATS-028 */
export function ConnectForm({
  vendor,
  account,
  ownEmail,
}: {
  vendor: AtsVendorName;
  account: SocialAccount | undefined;
  ownEmail: string;
}) {
  const { t } = useTranslation('ats');
  const { connect } = useAccounts();
  const { title: service, fields, help } = atsVendors[vendor];
  const form = useServerForm({
    initialValues: { email: account?.email ?? ownEmail, client_id: '', client_secret: '', access_token: '', webhook_key: '' },
    submit: (credentials) => connect(vendor, credentials),
    onDone: () => {
      form.reset();
      showSnackbar({ message: t('connected', { service }), tone: 'success' });
    },
  });
  return (
    <section>
      <p className={classes.quiet}>
        {t('lead', { service })}{' '}
        <Anchor href={help} target="_blank" rel="noreferrer" underline="always">
          {t('help')}
        </Anchor>
      </p>
      <ServerForm form={form} submitLabel={t(account ? 'reconnect' : 'save')}>
        {fields.map((field) => {
          const Input = isSecret(field) ? PasswordInput : TextInput;
          return (
            <Input
              key={field}
              label={t(`field.${field}`, { service })}
              description={t(`fieldText.${field}`, { service })}
              autoComplete="off"
              maxLength={2000}
              {...form.field(field)}
            />
          );
        })}
      </ServerForm>
    </section>
  );
}
