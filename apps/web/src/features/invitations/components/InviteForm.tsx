import { Button, Select, Switch, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { InvitationView } from '@headwater/contract/invitations';
import { invitedRoles } from '@headwater/domain/roles';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import type { CompanyId } from '../api/invitations.ts';
import { maxAddresses, readAddresses } from '../model/addresses.ts';
import { Seats } from './Seats.tsx';
import { type Outcome, useInvite } from './use-invite.ts';
import classes from './invitations.module.css';

export interface InviteFormProps {
  company: CompanyId;
  role: InvitationView['role'];
  close: () => void;
}

export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { t } = useTranslation('invitations');
  return (
    <ul className={classes.results} aria-label={t('results')} aria-live="polite">
      {outcomes.map(({ email, problem }) => (
        <li key={email} className={classes.row}>
          <span className={classes.about}>
            <span>{email}</span>
            {problem !== undefined && <span className={classes.refused}>{problem}</span>}
          </span>
          {problem === undefined && (
            <span className={classes.sent}>
              <IconCheck size={16} stroke={2} aria-hidden />
              <span className="hw-visually-hidden">{t('sentTo', { email })}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

export function InviteForm({ company, role, close, onFile }: InviteFormProps & { onFile: () => void }) {
  const { t } = useTranslation('invitations');
  const { inviteAll, outcomes } = useInvite(company);
  const problemIn = (text: string): string | null => {
    const { length } = readAddresses(text);
    if (length === 0) return t('needsAddress');
    return length > maxAddresses ? t('tooMany', { count: maxAddresses }) : null;
  };
  const form = useServerForm({
    initialValues: { emails: '', role, can_search: true, language: currentLanguage() },
    validate: { emails: problemIn },
    submit: ({ emails, can_search: canSearch, ...more }) =>
      inviteAll(readAddresses(emails).map((email) => ({ ...more, email, ...(more.role === 'worker' ? { can_search: canSearch } : {}) }))),
    onDone: (done) => {
      const refused = done.filter(({ problem }) => problem !== undefined);
      const count = done.length - refused.length;
      if (count > 0) showSnackbar({ message: t('sent', { count }), tone: 'success', key: 'invitations' });
      if (refused.length === 0) close();
      else form.form.setFieldValue('emails', refused.map(({ email }) => email).join('\n'));
    },
  });
  const count = Math.max(1, readAddresses(form.values.emails).length);
  return (
    <ServerForm
      form={form}
      submitLabel={t('send', { count })}
      onCancel={close}
      guard
      aside={
        <Button variant="subtle" px={8} onClick={onFile}>
          {t('file.open')}
        </Button>
      }
    >
      <Textarea
        label={t('emails')}
        description={t('emailsText')}
        placeholder="name@example.com"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={20_000}
        data-autofocus
        {...form.field('emails')}
      />
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      <Select
        label={t('role')}
        data={invitedRoles.map((value) => ({ value, label: t(`roleName.${value}`) }))}
        allowDeselect={false}
        {...form.field('role')}
      />
      <Seats company={company} invited={form.values.role} />
      {form.values.role === 'worker' && (
        <Switch label={t('canSearch')} description={t('canSearchText')} {...form.field('can_search', { type: 'checkbox' })} />
      )}
      <Select
        label={t('language')}
        data={[
          { value: 'en', label: 'English' },
          { value: 'ru', label: 'Русский' },
        ]}
        allowDeselect={false}
        {...form.field('language')}
      />
    </ServerForm>
  );
}
