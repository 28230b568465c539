import { Button } from '@mantine/core';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { SignInHead } from '#ui/SignInHead.tsx';
import { SetupForm } from '#features/accounts/components/SetupForm.tsx';
import { api } from '#lib/api.ts';
import { isSetupOpen } from '#lib/current-user.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { useEntry } from './use-entry.ts';

export function SetupPage() {
  const { t } = useTranslation('accounts');
  const router = useRouter();
  const enter = useEntry();
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(isSetupOpen);
  const title = t('setup.pageTitle');
  usePageTitle(title);
  const begin = async (person: { email: string; password: string }) => {
    const answer = await api.accounts.signIn(person, { context: { visitor: true } }).catch(() => undefined);
    // The account exists; the sign-in screen reports other problems.
    if (!answer?.user) return void (await router.navigate({ to: '/login' }));
    await enter({ user: answer.user, next: '/welcome' });
  };
  return (
    <SignInFrame>
      {isOpen ? (
        <SetupForm code={hash} onDone={begin} onClosed={() => setOpen(false)} />
      ) : (
        <>
          <SignInHead title={t('setup.closed')} note={t('setup.closedText')} />
          <Button component={Link} to="/login" fullWidth>
            {t('signIn')}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
