import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { CurrentUser } from '@headwater/contract/accounts';
import { announceUser, meQuery } from '#lib/current-user.ts';
import { textsOf } from '#lib/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openModal } from '#ui/modals.tsx';

const SignInAgain = lazyPart(() => import('./pages/login/SignInAgain.tsx'), 'SignInAgain');
let isOpen = false;

/** Keeps unsaved input after the session ended. Another user starts with a fresh page. */
export async function askToSignIn(client: QueryClient, user: CurrentUser): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  const entered = await openModal<number>({
    title: textsOf('app')('signIn.sessionEnded'),
    content: (close) => (
      <Suspense>
        <SignInAgain email={user.email} onSignedIn={close} />
      </Suspense>
    ),
  });
  isOpen = false;
  if (entered === undefined) return;
  announceUser(entered);
  if (entered !== user.id) return location.assign('/');
  await client.invalidateQueries({ predicate: (query) => query.queryKey !== meQuery.queryKey });
}
