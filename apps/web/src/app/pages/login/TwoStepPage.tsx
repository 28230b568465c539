import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { safeNext } from '@headwater/domain/landing';
import { securityQuery } from '#features/security/api/security.ts';
import { Passkeys } from '#features/security/components/Passkeys.tsx';
import { TwoStep } from '#features/security/components/TwoStep.tsx';
import { meQuery, useCurrentUser } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SignInHead } from '#ui/SignInHead.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { homeOf } from '../../guards.ts';
import { SignInFrame } from './SignInFrame.tsx';
import classes from './login.module.css';

const ActingNotice = lazyPart(() => import('#features/impersonation/components/ActingNotice.tsx'), 'ActingNotice', ['impersonation']);

function SetUp() {
  const { data: view, error, refetch } = useQuery(securityQuery);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!view) return <SkeletonText lines={6} />;
  return (
    <>
      <TwoStep view={view} isExplained />
      <Passkeys view={view} />
      {(view.authenticator_since !== null || view.passkeys.length > 0) && <ContinueButton />}
    </>
  );
}

/** Continues only on a click, so that users can read the recovery codes. */
function ContinueButton() {
  const { t } = useTranslation('security');
  const [client, router] = [useQueryClient(), useRouter()];
  const { next } = useSearch({ strict: false });
  const go = async () => {
    const user = await client.fetchQuery({ ...meQuery, staleTime: 0 });
    router.history.push(safeNext(typeof next === 'string' ? next : undefined) ?? homeOf(user));
  };
  return (
    <Button fullWidth mt={24} onClick={() => void go()}>
      {t('continue')}
    </Button>
  );
}

/** DEC-08: blocks users without a second factor if the company requires one. */
export function TwoStepPage() {
  const { t } = useTranslation(['security', 'app']);
  const user = useCurrentUser();
  usePageTitle(t('mustTitle'));
  return (
    <SignInFrame>
      <SignInHead title={t('mustTitle')} note={t('mustText', { company: user.company.company_name })} />
      {user.impersonated_by === null ? (
        <SetUp />
      ) : (
        <Suspense>
          <ActingNotice name={user.name} company={user.company.company_name} />
        </Suspense>
      )}
      <div className={classes.leave}>
        <Button component="a" href="/logout/" variant="subtle" color="gray">
          {t('page.signOut', { ns: 'app' })}
        </Button>
      </div>
    </SignInFrame>
  );
}
