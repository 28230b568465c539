import { Button, Group, PasswordInput, Text } from '@mantine/core';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm } from '#ui/form.tsx';
import { useShowAccount } from '../api/accounts.ts';
import { FloodWait } from './FloodWait.tsx';
import { useSecondsUntil } from './use-now.ts';
import { useSignInForm } from './use-sign-in-form.ts';

interface PasswordStepProps {
  phone: string;
  code: string;
  hint: string;
  onBack: () => void;
  onDone: (account: TelegramAccount) => void;
}

/** DEC-06: password of two-step verification. The code stays valid. */
export function PasswordStep({ phone, code, hint, onBack, onDone }: PasswordStepProps) {
  const { t } = useTranslation('telegram');
  const show = useShowAccount();
  const focus = useFirstFocus<HTMLInputElement>();
  const { form, waitUntil } = useSignInForm({
    initialValues: { password: '' },
    validate: { password: (password: string) => (password === '' ? t('enterPassword') : null) },
    submit: ({ password }) => api.telegramAccounts.add({ phone_number: phone, code, password }),
    onDone: (account) => {
      show(account);
      onDone(account);
    },
  });
  const paused = useSecondsUntil(waitUntil);
  return (
    <ServerForm form={form} bare>
      <FloodWait seconds={paused} />
      <Text size="sm">{t('passwordText', { phone })}</Text>
      <PasswordInput
        ref={focus}
        label={t('password')}
        description={hint === '' ? undefined : t('passwordHint', { hint })}
        autoComplete="off"
        maxLength={1000}
        required
        {...form.field('password')}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack}>
          {t('otherNumber')}
        </Button>
        <Button type="submit" loading={form.pending} disabled={paused > 0}>
          {t('signIn')}
        </Button>
      </Group>
    </ServerForm>
  );
}
