import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayRegister } from '#lib/current-user.ts';

/** What else there is at the sign-in. `email`: whose password is asked for. */
export function SignInLinks({ email }: { email: string | undefined }) {
  const { t } = useTranslation('app');
  if (email !== undefined) {
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/users/recover" search={{ email }} {...props} />}>
        {t('signIn.forgot')}
      </Anchor>
    );
  }
  if (!mayRegister()) return null;
  return (
    <Anchor component={Link} to="/users/registration" size="sm">
      {t('signIn.register')}
    </Anchor>
  );
}
