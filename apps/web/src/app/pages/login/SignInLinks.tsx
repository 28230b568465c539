import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayRegister } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface SignInLinksProps {
  email: string | undefined;
  next: string | undefined;
}

export function SignInLinks({ email, next }: SignInLinksProps) {
  const { t } = useTranslation('app');
  if (email !== undefined) {
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/users/recover" search={{ email }} {...props} />}>
        {t('signIn.forgot')}
      </Anchor>
    );
  }
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link to="/login/sso" search={next === undefined ? {} : { next }} {...props} />}>
        {t('signIn.sso')}
      </Anchor>
      {mayRegister() && (
        <Anchor component={Link} to="/users/registration" size="sm">
          {t('signIn.register')}
        </Anchor>
      )}
    </>
  );
}
