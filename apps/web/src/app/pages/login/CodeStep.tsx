import { Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { showError } from '#ui/snackbar.tsx';
import type { Confirmation, SignedIn } from './signed-in.ts';
import classes from './login.module.css';

type Way = 'app' | 'email' | 'recovery';

interface CodeStepProps {
  confirmation: Confirmation;
  /** Undefined after an e-mailed link, which does not identify the account. */
  email?: string;
  next: string | undefined;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  onAgain: () => void;
}

const visitor = { context: { visitor: true } } as const;
const plain = (code: string) => code.replaceAll(/[\s-]/g, '');

function OtherWays({ way, confirmation, onChange }: { way: Way; confirmation: Confirmation; onChange: (way: Way) => void }) {
  const { t } = useTranslation('app');
  if (!confirmation.app) return null;
  const others = [
    { to: 'app', text: t('signIn.useApp') },
    { to: 'recovery', text: t('signIn.useRecovery') },
    ...(confirmation.email ? [{ to: 'email', text: t('signIn.useEmail') } as const] : []),
  ] as const;
  return others
    .filter(({ to }) => to !== way)
    .map(({ to, text }) => (
      <Anchor key={to} component="button" type="button" size="sm" onClick={() => onChange(to)}>
        {text}
      </Anchor>
    ));
}

/** ACC-017, DEC-08. One field for all kinds of codes, so that a pasted code fits. */
export function CodeStep({ confirmation, email, next, onSignedIn, onAgain }: CodeStepProps) {
  const { t } = useTranslation('app');
  const [way, setWay] = useState<Way>(confirmation.app ? 'app' : 'email');
  const focus = useFirstFocus<HTMLInputElement>();
  const { token } = confirmation;
  const check = (code: string) => {
    if (way === 'recovery') return plain(code).length === 16 ? null : t('signIn.recoveryLetters');
    return /^\d{6}$/.test(plain(code)) ? null : t('signIn.codeDigits');
  };
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code: check },
    submit: async ({ code }) =>
      onSignedIn(await api.accounts.confirmSignIn({ token, code: plain(code), ...(next === undefined ? {} : { next }) }, visitor)),
  });
  const change = async (to: Way) => {
    try {
      if (to === 'email') await api.accounts.emailCode({ token }, visitor);
      setWay(to);
      form.reset();
      form.form.clearErrors();
      form.form.getInputNode('code')?.focus();
    } catch (error) {
      showError(error);
    }
  };
  const words = {
    app: { title: t('signIn.appTitle'), text: email === undefined ? t('signIn.appTextAlone') : t('signIn.appText', { email }) },
    email: { title: t('signIn.codeTitle'), text: t('signIn.codeText', { email: email ?? '' }) },
    recovery: { title: t('signIn.recoveryTitle'), text: t('signIn.recoveryText') },
  }[way];
  return (
    <>
      <h1 className={classes.title}>{words.title}</h1>
      <p className={classes.note}>{words.text}</p>
      <ServerForm form={form} bare>
        <TextInput
          label={way === 'recovery' ? t('signIn.recoveryCode') : t('signIn.code')}
          inputMode={way === 'recovery' ? 'text' : 'numeric'}
          autoComplete={way === 'recovery' ? 'off' : 'one-time-code'}
          maxLength={way === 'recovery' ? 40 : 12}
          ref={focus}
          classNames={{ input: way === 'recovery' ? classes.recovery : classes.code }}
          {...form.field('code')}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('signIn.confirm')}
        </Button>
        <OtherWays way={way} confirmation={confirmation} onChange={(to) => void change(to)} />
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          {t('signIn.again')}
        </Anchor>
      </ServerForm>
    </>
  );
}
