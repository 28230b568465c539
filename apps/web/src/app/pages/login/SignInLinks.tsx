import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { visitorLinks } from '#lib/brand.ts';
import { mayRegister } from '#lib/current-user.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface SignInLinksProps {
  email: string | undefined;
  next: string | undefined;
}

function OutsideLinks() {
  const { t } = useTranslation('app');
  const { requestDemo, extension } = visitorLinks();
  const links = [
    { href: requestDemo, text: t('signIn.requestDemo'), event: 'Login: Request Demo' },
    { href: extension, text: t('signIn.installExtension'), event: 'Login: Install Extension' },
  ] as const;
  return links.map(
    ({ href, text, event }) =>
      href && (
        <Anchor key={event} href={href} target="_blank" rel="noreferrer" size="sm" onClick={() => sendEvent(event)}>
          {text}
        </Anchor>
      ),
  );
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
      <OutsideLinks />
    </>
  );
}
