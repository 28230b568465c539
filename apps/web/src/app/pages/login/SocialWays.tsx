import { Divider } from '@mantine/core';
import { Suspense } from 'react';
import { offeredServices } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import classes from './login.module.css';

const SocialButtons = lazyPart(() => import('#features/social-sign-in/components/SocialButtons.tsx'), 'SocialButtons', ['social-sign-in']);

/** ACC-006. Empty if the operator has configured no service. */
export function SocialWays({ next }: { next: string | undefined }) {
  const { t } = useTranslation('app');
  const offered = offeredServices();
  // If the page does not list the services, the buttons ask the server.
  if (offered?.length === 0) return null;
  const room = <div className={classes.waysRoom} style={{ ['--ways' as string]: offered?.length ?? 0 }} />;
  return (
    <>
      {offered && <Divider label={t('signIn.or')} />}
      <div className={classes.ways}>
        <Suspense fallback={room}>
          <SocialButtons next={next} />
        </Suspense>
      </div>
    </>
  );
}
