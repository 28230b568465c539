import { Anchor, Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import type { SignedIn } from './signed-in.ts';
import classes from './login.module.css';

interface CodeStepProps {
  token: string;
  email: string;
  next: string | undefined;
  onSignedIn: (answer: SignedIn) => Promise<void>;
  onAgain: () => void;
}

/** ACC-017: the six digits that were e-mailed. One field, so that a pasted or filled-in code lands whole. */
export function CodeStep({ token, email, next, onSignedIn, onAgain }: CodeStepProps) {
  const { t } = useTranslation('app');
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : t('signIn.codeDigits')) },
    submit: async ({ code }) => {
      const digits = code.replaceAll(/\s/g, '');
      const answer = await api.accounts.confirmSignIn(
        { token, code: digits, ...(next === undefined ? {} : { next }) },
        { context: { visitor: true } },
      );
      await onSignedIn(answer);
    },
  });
  return (
    <>
      <h1 className={classes.title}>{t('signIn.codeTitle')}</h1>
      <p className={classes.note}>{t('signIn.codeText', { email })}</p>
      <ServerForm form={form} bare>
        <TextInput
          label={t('signIn.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          ref={focus}
          classNames={{ input: classes.code }}
          {...form.field('code')}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('signIn.confirm')}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          {t('signIn.again')}
        </Anchor>
      </ServerForm>
    </>
  );
}
