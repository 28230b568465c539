import { getRouteApi } from '@tanstack/react-router';
import { AddressBack } from '#features/accounts/components/AddressBack.tsx';
import { AddressLink } from '#features/accounts/components/AddressLink.tsx';
import { RecoverForm } from '#features/accounts/components/RecoverForm.tsx';
import { ResetForm } from '#features/accounts/components/ResetForm.tsx';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SignInFrame } from './SignInFrame.tsx';

const recoverRoute = getRouteApi('/users/recover');
const addressRoute = getRouteApi('/users/email/$token');
const addressBackRoute = getRouteApi('/users/address-back/$token');
const resetRoute = getRouteApi('/users/reset/$token');

/** ACC-011. */
export function RecoverPage() {
  const { t } = useTranslation('accounts');
  const { email } = recoverRoute.useSearch();
  usePageTitle(t('recover.title'));
  return (
    <SignInFrame>
      <RecoverForm email={email ?? ''} />
    </SignInFrame>
  );
}

/** ACC-012. */
export function ResetPage() {
  const { t } = useTranslation('accounts');
  const { token } = resetRoute.useParams();
  usePageTitle(t('reset.title'));
  return (
    <SignInFrame>
      <ResetForm token={token} />
    </SignInFrame>
  );
}

/** accounts/README.md, own address. */
export function AddressPage() {
  const { t } = useTranslation('accounts');
  const { token } = addressRoute.useParams();
  usePageTitle(t('address.title'));
  return (
    <SignInFrame>
      <AddressLink token={token} />
    </SignInFrame>
  );
}

/** accounts/README.md, reclaimed addresses. */
export function AddressBackPage() {
  const { t } = useTranslation('accounts');
  const { token } = addressBackRoute.useParams();
  usePageTitle(t('back.title'));
  return (
    <SignInFrame>
      <AddressBack token={token} />
    </SignInFrame>
  );
}
