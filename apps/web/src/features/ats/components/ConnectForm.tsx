import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import type { Credentials, SocialAccount } from '@headwater/contract/ats';
import { type AtsVendorName, atsVendors, type ConsentVendor, type CredentialField, type FormField } from '@headwater/domain/ats/vendors';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { SectionHead } from '#ui/SectionHead.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useAccounts } from '../api/ats.ts';
import classes from './ats.module.css';

const secrets = new Set<CredentialField>(['client_secret', 'access_token', 'webhook_key']);

const empty: Credentials = { email: '', client_id: '', client_secret: '', access_token: '', subdomain: '', webhook_key: '' };

/** ATS-027, ATS-028 */
function CredentialInput({
  field: { name, label, hint },
  form,
  service,
}: {
  field: FormField;
  form: ServerFormHandle<Credentials>;
  service: string;
}) {
  const { t } = useTranslation('ats');
  const Input = secrets.has(name) ? PasswordInput : TextInput;
  return (
    <Input
      label={t(`label.${label}`, { service })}
      description={hint === null ? undefined : t(`hint.${hint}`, { service })}
      autoComplete="off"
      maxLength={2000}
      {...form.field(name)}
    />
  );
}

interface FormProps<Vendor> {
  vendor: Vendor;
  account: SocialAccount | undefined;
  /** Unset: the page is about this form only. */
  title: string | undefined;
}

/** ATS-003 to ATS-006 */
export function KeyForm({ vendor, account, ownEmail, title }: FormProps<AtsVendorName> & { ownEmail: string }) {
  const { t } = useTranslation('ats');
  const { connect } = useAccounts();
  const { title: service, fields, help } = atsVendors[vendor];
  const form = useServerForm({
    initialValues: { ...empty, email: account?.email ?? ownEmail },
    submit: (credentials) => connect(vendor, credentials),
    onDone: () => {
      form.reset();
      showSnackbar({ message: t('connected', { service }), tone: 'success' });
    },
  });
  return (
    <section>
      {title !== undefined && <SectionHead title={title} />}
      <p className={classes.lead}>
        {t('lead', { service })}{' '}
        <Anchor href={help} target="_blank" rel="noreferrer" underline="always">
          {t('help')}
        </Anchor>
      </p>
      <ServerForm form={form} submitLabel={t(account ? 'reconnect' : 'save')}>
        {fields.map((field) => (
          <CredentialInput key={field.name} field={field} form={form} service={service} />
        ))}
      </ServerForm>
    </section>
  );
}

/** ATS-025: leads to the consent page of the vendor. */
export function ConsentForm({ vendor, title }: FormProps<ConsentVendor>) {
  const { t } = useTranslation('ats');
  const { requestConsent } = useAccounts();
  const { title: service, consent } = atsVendors[vendor];
  const form = useServerForm({
    initialValues: empty,
    submit: (fields) => requestConsent(vendor, fields),
    onDone: ({ url }) => globalThis.location.assign(url),
  });
  return (
    <section>
      {title !== undefined && <SectionHead title={title} />}
      <p className={classes.lead}>{t('signInLead', { service })}</p>
      <ServerForm form={form} submitLabel={t('signIn', { service })}>
        {(consent as readonly FormField[]).map((field) => (
          <CredentialInput key={field.name} field={field} form={form} service={service} />
        ))}
      </ServerForm>
    </section>
  );
}
