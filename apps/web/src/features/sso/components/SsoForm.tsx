import { NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SsoChanges, SsoView } from '@headwater/contract/sso';
import { groupSeparator } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { FormSection } from '#ui/FormSection.tsx';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { createSso, ssoQuery } from '../api/sso.ts';
import { useSaveSso } from '../model/use-save-sso.ts';
import { Copied } from './Copied.tsx';
import classes from './sso.module.css';

type Settings = NonNullable<SsoView['settings']>;

const startValues = (known: Settings | null) => ({
  provider: known?.provider ?? '',
  idp_url: known?.idp_url ?? '',
  client_id: known?.client_id ?? '',
  client_secret: '',
  audience: known?.audience ?? '',
  trust_id: known?.trust_id ?? '',
  domains: known?.domains ?? '',
  claim_email: known?.claim_email ?? 'email',
  claim_first_name: known?.claim_first_name ?? 'given_name',
  claim_last_name: known?.claim_last_name ?? 'family_name',
  config_update_interval: (known?.config_update_interval ?? 3600) as number | string,
  active: known?.active ?? true,
  enforced: known?.enforced ?? false,
});
type Values = ReturnType<typeof startValues>;

const inputOf = ({ config_update_interval: seconds, ...values }: Values) => ({
  ...values,
  // NaN is sent as null, which the server reports as missing.
  config_update_interval: seconds === '' ? Number.NaN : Number(seconds),
});

/** Only changed fields: a colleague may change others, and an untyped secret stays. */
function changesOf(before: Values, values: Values): SsoChanges {
  const changed = Object.entries(inputOf(values)).filter(([name, value]) => value !== before[name as keyof Values]);
  return Object.fromEntries(changed);
}

interface SsoFormProps {
  companyId: number | undefined;
  view: SsoView;
  onDone: () => void;
}

/** SSO-002, SSO-003. */
export function SsoForm({ companyId, view, onDone }: SsoFormProps) {
  const { t } = useTranslation(['sso', 'ui']);
  const client = useQueryClient();
  const known = view.settings;
  // A refetch must not change the initial values.
  const [before] = useState(() => startValues(known));
  const save = useSaveSso(companyId, known?.domains);
  const form = useServerForm<Values, SsoView>({
    initialValues: before,
    submit: (values) => (known ? save(changesOf(before, values)) : createSso(companyId, { ...inputOf(values), enforced: false })),
    onDone: (saved) => {
      client.setQueryData(ssoQuery(companyId).queryKey, saved);
      showSnackbar({ message: t('saved', { ns: 'ui' }), tone: 'success', key: 'sso' });
      onDone();
    },
  });
  const secret = known?.has_client_secret ?? false;
  return (
    <ServerForm form={form} submitLabel={known ? t('save') : t('setUp')} onCancel={onDone} guard>
      <FormSection title={t('section.provider')} lead={t('providerLead')}>
        <Copied label={t('field.redirect_uri')} description={t('help.redirect_uri')} value={view.redirect_uri} />
        <TextInput label={t('field.provider')} description={t('help.provider')} required maxLength={100} {...form.field('provider')} />
        <TextInput
          label={t('field.idp_url')}
          description={t('help.idp_url')}
          placeholder="https://"
          inputMode="url"
          required
          maxLength={1000}
          {...form.field('idp_url')}
        />
        <TextInput label={t('field.client_id')} required maxLength={255} autoComplete="off" {...form.field('client_id')} />
        <PasswordInput
          label={t('field.client_secret')}
          description={secret ? t('help.client_secret') : undefined}
          placeholder={secret ? t('secretSet') : ''}
          required={!secret}
          maxLength={2000}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword', { ns: 'ui' }) }}
          {...form.field('client_secret')}
        />
        <TextInput label={t('field.audience')} description={t('help.audience')} maxLength={255} {...form.field('audience')} />
        <TextInput label={t('field.trust_id')} description={t('help.trust_id')} maxLength={1000} {...form.field('trust_id')} />
        <NumberInput
          label={t('field.config_update_interval')}
          description={t('help.config_update_interval')}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator={groupSeparator(currentLanguage())}
          classNames={{ wrapper: classes.number }}
          {...form.field('config_update_interval')}
        />
      </FormSection>
      <FormSection title={t('section.people')}>
        <TextInput
          label={t('field.domains')}
          description={t('help.domains')}
          placeholder="acme.com, acme.org"
          required
          maxLength={5000}
          {...form.field('domains')}
        />
      </FormSection>
      <FormSection title={t('section.claims')} lead={t('claimsLead')}>
        <TextInput label={t('field.claim_email')} required maxLength={255} {...form.field('claim_email')} />
        <TextInput label={t('field.claim_first_name')} required maxLength={255} {...form.field('claim_first_name')} />
        <TextInput label={t('field.claim_last_name')} required maxLength={255} {...form.field('claim_last_name')} />
      </FormSection>
      <Switch label={t('field.active')} description={t('help.active')} {...form.field('active', { type: 'checkbox' })} />
      {known && (
        <Switch
          label={t('field.enforced')}
          description={t(known.proved_at === null ? 'help.notProved' : 'help.enforced')}
          disabled={known.proved_at === null}
          {...form.field('enforced', { type: 'checkbox' })}
        />
      )}
    </ServerForm>
  );
}
