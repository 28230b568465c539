import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SignInFrame } from './login/SignInFrame.tsx';
import { SignInSteps } from './login/SignInSteps.tsx';
import { useEntry } from './login/use-entry.ts';

const route = getRouteApi('/login');
const SocialProblem = lazyWithTexts(() => import('#features/social-sign-in/components/SocialProblem.tsx'), 'SocialProblem', [
  'social-sign-in',
]);
const LinkSignIn = lazyWithTexts(() => import('./login/LinkSignIn.tsx'), 'LinkSignIn');

/** ACC-001. */
export function LoginPage() {
  const { t } = useTranslation('app');
  const { next, token, service, problem } = route.useSearch();
  const enter = useEntry();
  usePageTitle(t('signIn.title'));

  return (
    <SignInFrame>
      {token === undefined ? (
        <SignInSteps
          next={next}
          onSignedIn={enter}
          notice={
            problem !== undefined && (
              <Suspense>
                <SocialProblem service={service} problem={problem} />
              </Suspense>
            )
          }
        />
      ) : (
        <Suspense>
          <LinkSignIn token={token} next={next} onSignedIn={enter} />
        </Suspense>
      )}
    </SignInFrame>
  );
}
