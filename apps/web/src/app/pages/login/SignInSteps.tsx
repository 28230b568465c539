import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { mayUsePasskeys } from '#lib/current-user.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { FormBody } from '#ui/FormBody.tsx';
import { lazyAside, lazyPart } from '#ui/lazy-part.tsx';
import { looksLikeEmail } from './looks-like-email.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { SignInLinks } from './SignInLinks.tsx';
import { SocialWays } from './SocialWays.tsx';
import type { Confirmation, SignedIn } from './signed-in.ts';
import { useSignInForm } from './use-sign-in-form.ts';
import classes from './login.module.css';

const CodeStep = lazyPart(() => import('./CodeStep.tsx'), 'CodeStep');

const PasskeyButton = lazyAside(() => import('./PasskeyButton.tsx'), 'PasskeyButton');

interface StepsProps {
  next: string | undefined;
  email?: string;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  notice?: ReactNode;
}

/** Redirects users who must confirm an e-mail or use single sign-on; rethrows every other error. */
function useAwaitedLink(next: string | undefined) {
  const navigate = useNavigate();
  return async (email: string, error: unknown): Promise<undefined> => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'sso_required') {
      await navigate({ to: '/login/sso', search: { email, problem: 'required', ...(next === undefined ? {} : { next }) } });
      return undefined;
    }
    if (code !== 'need_activation' && code !== 'need_verification') throw error;
    await navigate({ to: code === 'need_activation' ? '/users/need-activation' : '/users/need-verification', search: { email } });
    return undefined;
  };
}

function PasskeyWay({ next, onSignedIn }: Pick<StepsProps, 'next' | 'onSignedIn'>) {
  if (!mayUsePasskeys()) return null;
  return (
    <Suspense>
      <PasskeyButton next={next} onSignedIn={onSignedIn} />
    </Suspense>
  );
}

export function SignInSteps({ next, email: known, onSignedIn, notice }: StepsProps) {
  const { t } = useTranslation(['app', 'ui']);
  const [emailKnown, setEmailKnown] = useState(known !== undefined);
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const focus = useFirstFocus<HTMLInputElement>();
  const waitFor = useAwaitedLink(next);
  const form = useSignInForm({
    email: known ?? '',
    validate: ({ email, password }) => ({
      email: email.trim() === '' ? t('signIn.emptyField') : looksLikeEmail(email) ? undefined : t('signIn.badEmail'),
      password: emailKnown && password === '' ? t('signIn.emptyField') : undefined,
    }),
    submit: async ({ email, password }) => {
      if (!emailKnown) return setEmailKnown(true);
      const answer = await api.accounts
        .signIn({ email: email.trim(), password, ...(next === undefined ? {} : { next }) }, { context: { visitor: true } })
        .catch((error: unknown) => waitFor(email.trim(), error));
      if (!answer) return undefined;
      if (answer.confirmation) return setConfirmation(answer.confirmation);
      return onSignedIn(answer);
    },
  });

  if (confirmation) {
    const again = () => {
      setConfirmation(undefined);
      form.forgetPassword();
    };
    return (
      <Suspense>
        <CodeStep confirmation={confirmation} email={form.values.email.trim()} next={next} onSignedIn={onSignedIn} onAgain={again} />
      </Suspense>
    );
  }
  const otherEmail = () => {
    setEmailKnown(false);
    form.forgetPassword();
  };
  return (
    <>
      {known === undefined && <h1 className={classes.title}>{t('signIn.title')}</h1>}
      <p className={classes.note}>
        {known !== undefined ? t('signIn.nothingLost') : next === undefined ? t('tagline') : t('signIn.sessionEnded')}
      </p>
      {notice}
      <FormBody form={form}>
        {emailKnown ? (
          <PasswordStep form={form} onOtherEmail={otherEmail} />
        ) : (
          <>
            <TextInput
              type="email"
              inputMode="email"
              label={t('signIn.email')}
              placeholder={t('signIn.emailPlaceholder')}
              autoComplete="username"
              ref={focus}
              {...form.field('email')}
            />
            {/* Keeps a password that a password manager fills in early for the next step. */}
            <input type="password" {...form.input('password')} autoComplete="current-password" hidden />
          </>
        )}
        <Button type="submit" fullWidth loading={form.pending}>
          {emailKnown ? t('signIn.submit') : t('signIn.continue')}
        </Button>
        <PasskeyWay next={next} onSignedIn={onSignedIn} />
        {known === undefined && !emailKnown && <SocialWays next={next} />}
        {known === undefined && <SignInLinks email={emailKnown ? form.values.email.trim() : undefined} next={next} />}
      </FormBody>
    </>
  );
}
