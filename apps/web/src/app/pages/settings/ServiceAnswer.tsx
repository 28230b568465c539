import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSocialBackend, socialBackendNames } from '@headwater/domain/companies/social-sign-in';
import { SocialProblem } from '#features/social-sign-in/components/SocialProblem.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';

const route = getRouteApi('/shell/settings');

/** ACC-006: shows once whether the external account is connected. */
export function ServiceAnswer() {
  const { t } = useTranslation('security');
  const { connected, service, problem } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (connected === undefined || !isSocialBackend(connected)) return;
    showSnackbar({ message: t('social.connected', { service: socialBackendNames[connected] }), tone: 'success', key: 'social' });
    void navigate({ to: '/settings', search: {}, hash: 'security', replace: true });
  }, [connected, navigate, t]);
  return <SocialProblem service={service} problem={problem} />;
}
