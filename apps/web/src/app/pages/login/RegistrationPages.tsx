import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Activation } from '#features/accounts/components/Activation.tsx';
import { AwaitedLink } from '#features/accounts/components/AwaitedLink.tsx';
import { RegistrationForm } from '#features/accounts/components/RegistrationForm.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { SocialWays } from './SocialWays.tsx';
import { DoorFrame } from './DoorFrame.tsx';

const activation = getRouteApi('/users/need-activation');
const verification = getRouteApi('/users/need-verification');
const link = getRouteApi('/users/activate/$token');

/** ACC-010. */
export function RegistrationPage() {
  const { t } = useTranslation('accounts');
  const navigate = activation.useNavigate();
  usePageTitle(t('register.title'));
  return (
    <DoorFrame>
      <RegistrationForm
        onDone={(email) => void navigate({ to: '/users/need-activation', search: { email } })}
        ways={<SocialWays next={undefined} />}
      />
    </DoorFrame>
  );
}

/** ACC-007. */
export function NeedActivationPage() {
  const { t } = useTranslation('accounts');
  const { email } = activation.useSearch();
  usePageTitle(t('awaited.needActivation.title'));
  return (
    <DoorFrame>
      <AwaitedLink kind="needActivation" email={email ?? ''} />
    </DoorFrame>
  );
}

/** ACC-008. */
export function NeedVerificationPage() {
  const { t } = useTranslation('accounts');
  const { email } = verification.useSearch();
  usePageTitle(t('awaited.needVerification.title'));
  return (
    <DoorFrame>
      <AwaitedLink kind="needVerification" email={email ?? ''} />
    </DoorFrame>
  );
}

/** ACC-009. */
export function ActivatePage() {
  const { t } = useTranslation('accounts');
  const { token } = link.useParams();
  usePageTitle(t('awaited.needActivation.title'));
  return (
    <DoorFrame>
      <Activation token={token} />
    </DoorFrame>
  );
}
