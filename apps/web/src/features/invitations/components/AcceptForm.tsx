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
  /** With the address where the person lands; the button stays as it is until they have. */
  onAccepted: (next: string) => Promise<void>;
}

/** What browsers fill in. */
const purposes = { first: 'given-name', last: 'family-name' };

/** Who invites to what. */
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

/** Where the company requires single sign-on, a password would open nothing. */
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

/** One address opens one account of the installation. */
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

/** EMP-083: the name and the password of who was invited. */
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
