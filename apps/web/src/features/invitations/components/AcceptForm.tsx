import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OpenedInvitation } from '@headwater/contract/invitations';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import classes from './invitations.module.css';

interface AcceptFormProps {
  invitationKey: string;
  invitation: OpenedInvitation;
  /** Called with the URL to open. The button stays busy until it resolves. */
  onAccepted: (next: string) => Promise<void>;
}

const purposes = { first: 'given-name', last: 'family-name' };

function Head({ invitation: { company_name: company, invited_by: inviter, role } }: Pick<AcceptFormProps, 'invitation'>) {
  const { t } = useTranslation('invitations');
  const roleWord = t(`roleName.${role}`).toLocaleLowerCase(currentLanguage());
  return (
    <>
      <h1 className={classes.title}>{t('join', { company })}</h1>
      <p className={classes.note}>{inviter === null ? t('asRole', { role: roleWord }) : t('invitedBy', { inviter, role: roleWord })}</p>
    </>
  );
}

/** If the company requires single sign-on, a password cannot be used. */
export function AcceptThroughProvider({ invitation }: Pick<AcceptFormProps, 'invitation'>) {
  const { t } = useTranslation('invitations');
  const { email, company_name: company } = invitation;
  return (
    <>
      <Head invitation={invitation} />
      <p className={classes.note}>{t('ssoText', { company })}</p>
      <Button fullWidth renderRoot={(props) => <Link to="/login/sso" search={{ email }} {...props} />}>
        {t('sso')}
      </Button>
    </>
  );
}

/** An address can have only one account in the installation. */
export function AddressTaken({ invitation }: Pick<AcceptFormProps, 'invitation'>) {
  const { t } = useTranslation('invitations');
  const { email } = invitation;
  return (
    <>
      <Head invitation={invitation} />
      <p className={classes.note}>{t('takenText', { email })}</p>
      <Button component={Link} to="/login" fullWidth>
        {t('signIn')}
      </Button>
    </>
  );
}

/** EMP-083 */
export function AcceptForm({ invitationKey, invitation, onAccepted }: AcceptFormProps) {
  const { t } = useTranslation(['invitations', 'ui']);
  const focus = useFirstFocus();
  const form = useServerForm({
    initialValues: { first_name: '', last_name: '', password: '', password_repeat: '' },
    submit: (values) =>
      api.invitations.accept({ id: invitationKey, ...values, language: currentLanguage() }, { context: { visitor: true } }),
    onDone: ({ next }) => onAccepted(next),
  });
  const toggle = { 'aria-label': t('showPassword', { ns: 'ui' }) };
  return (
    <>
      <Head invitation={invitation} />
      <ServerForm form={form} bare>
        <TextInput type="email" label={t('email')} value={invitation.email} readOnly variant="filled" autoComplete="username" />
        <TextInput label={t('firstName')} autoComplete={purposes.first} maxLength={255} ref={focus} {...form.field('first_name')} />
        <TextInput label={t('lastName')} autoComplete={purposes.last} maxLength={255} {...form.field('last_name')} />
        <PasswordInput
          label={t('password')}
          description={t('passwordText')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.field('password')}
        />
        <PasswordInput
          label={t('passwordRepeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.field('password_repeat')}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('accept')}
        </Button>
      </ServerForm>
    </>
  );
}
