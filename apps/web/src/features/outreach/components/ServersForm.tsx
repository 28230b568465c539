import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MailboxView } from '@headwater/contract/mailboxes';
import { api } from '#lib/api.ts';
import { ApiError } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, type ServerFormHandle, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useRefreshMailbox } from '../api/mailbox.ts';
import classes from './outreach.module.css';

const securities = ['tls', 'starttls', 'none'] as const;
type Security = (typeof securities)[number];

/** Flat names, because the form reads a dot as nesting. */
interface Values extends Record<string, unknown> {
  address: string;
  from_name: string;
  smtp_host: string;
  smtp_port: number;
  smtp_security: Security;
  smtp_user: string;
  smtp_password: string;
  imap_host: string;
  imap_port: number;
  imap_security: Security;
  imap_user: string;
  imap_password: string;
}

/** Converts field names of the server such as `smtp.port` to `smtp_port`. */
function flatten(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const fields = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [name.replace('.', '_'), text]));
  throw error.atFields(fields);
}

const server = (values: Values, kind: 'smtp' | 'imap') => ({
  host: values[`${kind}_host`],
  port: Number(values[`${kind}_port`]),
  security: values[`${kind}_security`],
  user: values[`${kind}_user`] || values.address,
  password: values[`${kind}_password`] || values.smtp_password,
});

function ServerFields({ kind, form }: { kind: 'smtp' | 'imap'; form: ServerFormHandle<Values> }) {
  const { t } = useTranslation('outreach');
  return (
    <fieldset>
      <legend>{t(`server.${kind}`)}</legend>
      <TextInput label={t('host')} required {...form.field(`${kind}_host`)} />
      <NumberInput label={t('port')} required min={1} max={65_535} allowDecimal={false} {...form.field(`${kind}_port`)} />
      <Select
        label={t('security')}
        allowDeselect={false}
        data={securities.map((value) => ({ value, label: t(`securityKind.${value}`) }))}
        {...form.field(`${kind}_security`)}
      />
      <TextInput label={t('user')} placeholder={form.values.address} {...form.field(`${kind}_user`)} />
      <PasswordInput
        label={t('password')}
        required={kind === 'smtp'}
        description={kind === 'imap' ? t('samePassword') : undefined}
        autoComplete="off"
        {...form.field(`${kind}_password`)}
      />
    </fieldset>
  );
}

interface ServersFormProps {
  known: MailboxView | null;
  onDone: () => void;
  onCancel: () => void;
}

/** DEC-02 */
export function ServersForm({ known, onDone, onCancel }: ServersFormProps) {
  const { t } = useTranslation('outreach');
  const refresh = useRefreshMailbox();
  const user = useCurrentUser();
  const first = useFirstFocus<HTMLInputElement>();
  const guessedFor = useRef(known?.address);
  const form = useServerForm<Values, unknown>({
    initialValues: {
      address: known?.address ?? user.email,
      from_name: known?.from_name ?? user.name,
      smtp_host: known?.smtp?.host ?? '',
      smtp_port: known?.smtp?.port ?? 465,
      smtp_security: known?.smtp?.security ?? 'tls',
      smtp_user: known?.smtp?.user ?? '',
      smtp_password: '',
      imap_host: known?.imap?.host ?? '',
      imap_port: known?.imap?.port ?? 993,
      imap_security: known?.imap?.security ?? 'tls',
      imap_user: known?.imap?.user ?? '',
      imap_password: '',
    },
    submit: (values) =>
      api.outreach
        .connectMailbox({
          address: values.address,
          from_name: values.from_name,
          smtp: server(values, 'smtp'),
          imap: server(values, 'imap'),
        })
        .catch(flatten),
    onDone: () => {
      showSnackbar({ message: t(known ? 'serversSaved' : 'connected'), tone: 'success' });
      void refresh();
      onDone();
    },
  });
  // Most users then enter only a password. Typed values stay.
  const guess = useMutation({
    mutationFn: (address: string) => api.outreach.suggestServers({ address }),
    onSuccess: ({ smtp, imap }) => {
      if (form.form.isTouched('smtp_host') || form.form.isTouched('imap_host')) return;
      form.form.setValues({
        smtp_host: smtp.host,
        smtp_port: smtp.port,
        smtp_security: smtp.security,
        imap_host: imap.host,
        imap_port: imap.port,
        imap_security: imap.security,
      });
    },
  });
  const address = form.field('address');
  const fillIn = (typed: string) => {
    if (guessedFor.current === typed || !/@.+\../.test(typed)) return;
    guessedFor.current = typed;
    guess.mutate(typed);
  };
  const fillInFirst = useRef(fillIn);
  useEffect(() => fillInFirst.current(form.form.getInitialValues().address), [form.form]);
  return (
    <ServerForm form={form} submitLabel={t(known ? 'saveServers' : 'connect')} onCancel={onCancel} guard>
      <TextInput
        ref={first}
        label={t('mailAddress')}
        type="email"
        required
        {...address}
        onBlur={(event) => {
          address.onBlur?.(event);
          fillIn(form.values.address);
        }}
      />
      <TextInput label={t('fromName')} description={t('fromNameText')} {...form.field('from_name')} />
      <div className={classes.servers}>
        <ServerFields kind="smtp" form={form} />
        <ServerFields kind="imap" form={form} />
      </div>
    </ServerForm>
  );
}
