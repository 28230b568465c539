import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { announceUser, meQuery, sessionBegan } from '#lib/current-user.ts';
import { showLanguage } from '#lib/i18n.ts';
import { hasScreen } from '../frame/not-yet.ts';
import { DoorFrame } from './login/DoorFrame.tsx';
import { SignInSteps } from './login/SignInSteps.tsx';
import type { SignedIn } from './login/signed-in.ts';

const route = getRouteApi('/login');
const LinkSignIn = lazyWithTexts(() => import('./login/LinkSignIn.tsx'), 'LinkSignIn');

/** ACC-001: e-mail, then password, then the code where the company asks for one; or the token of an e-mailed link alone. */
export function LoginPage() {
  const { t } = useTranslation('app');
  const { next, token } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  usePageTitle(t('signIn.title'));

  const enter = async (answer: SignedIn) => {
    sessionBegan();
    client.clear();
    if (answer.user) {
      client.setQueryData(meQuery.queryKey, answer.user);
      announceUser(answer.user.id);
      if (answer.user.settings.language) await showLanguage(answer.user.settings.language);
    }
    const [path = '/'] = answer.next.split(/[?#]/);
    // A landing route whose screen is not part of this installation: the menu says what there is.
    const [, , known] = router.getMatchedRoutes(path);
    const href = known === undefined || known.fullPath === '/$' || !hasScreen(path) ? '/menu/' : answer.next;
    router.history.push(href);
  };

  return (
    <DoorFrame>
      {token === undefined ? (
        <SignInSteps next={next} onSignedIn={enter} />
      ) : (
        <Suspense>
          <LinkSignIn token={token} next={next} onSignedIn={enter} />
        </Suspense>
      )}
    </DoorFrame>
  );
}
