import { getRouteApi } from '@tanstack/react-router';
import { Activation } from '#features/accounts/components/Activation.tsx';
import { AwaitedLink } from '#features/accounts/components/AwaitedLink.tsx';
import { RegistrationForm } from '#features/accounts/components/RegistrationForm.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SocialWays } from './SocialWays.tsx';
import { SignInFrame } from './SignInFrame.tsx';

const activation = getRouteApi('/users/need-activation');
const verification = getRouteApi('/users/need-verification');
const link = getRouteApi('/users/activate/$token');

/** ACC-010. */
export function RegistrationPage() {
  const { t } = useTranslation('accounts');
  const navigate = activation.useNavigate();
  usePageTitle(t('register.title'));
  return (
    <SignInFrame>
      <RegistrationForm
        onDone={(email) => void navigate({ to: '/users/need-activation', search: { email } })}
        ways={<SocialWays next={undefined} />}
      />
    </SignInFrame>
  );
}

/** ACC-007. */
export function NeedActivationPage() {
  const { t } = useTranslation('accounts');
  const { email } = activation.useSearch();
  usePageTitle(t('awaited.needActivation.title'));
  return (
    <SignInFrame>
      <AwaitedLink kind="needActivation" email={email ?? ''} />
    </SignInFrame>
  );
}

/** ACC-008. */
export function NeedVerificationPage() {
  const { t } = useTranslation('accounts');
  const { email } = verification.useSearch();
  usePageTitle(t('awaited.needVerification.title'));
  return (
    <SignInFrame>
      <AwaitedLink kind="needVerification" email={email ?? ''} />
    </SignInFrame>
  );
}

/** ACC-009. */
export function ActivatePage() {
  const { t } = useTranslation('accounts');
  const { token } = link.useParams();
  usePageTitle(t('awaited.needActivation.title'));
  return (
    <SignInFrame>
      <Activation token={token} />
    </SignInFrame>
  );
}
