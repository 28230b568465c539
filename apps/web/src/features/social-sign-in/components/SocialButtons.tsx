import { Button } from '@mantine/core';
import { type SocialBackend, socialBackendNames } from '@headwater/domain/companies/social-sign-in';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '#ui/snackbar.tsx';
import { enterThrough, useSocialBackends } from '../api/social.ts';
import { ServiceMark } from './ServiceMark.tsx';

/** ACC-006. */
export function SocialButtons({ next }: { next: string | undefined }) {
  const { t } = useTranslation('social-sign-in');
  const backends = useSocialBackends();
  const [leaving, setLeaving] = useState<SocialBackend>();
  const enter = (backend: SocialBackend) => {
    setLeaving(backend);
    enterThrough(backend, next).catch((error: unknown) => {
      setLeaving(undefined);
      showError(error);
    });
  };
  return backends.map((backend) => (
    <Button
      key={backend}
      type="button"
      variant="default"
      fullWidth
      loading={leaving === backend}
      disabled={leaving !== undefined && leaving !== backend}
      leftSection={<ServiceMark backend={backend} />}
      onClick={() => enter(backend)}
    >
      {t('continueWith', { service: socialBackendNames[backend] })}
    </Button>
  ));
}
