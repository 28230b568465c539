import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelegramAccount, TelegramCodeRequest } from '@headwater/contract/telegram-accounts';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm } from '#ui/form.tsx';
import { useShowAccount } from '../api/accounts.ts';
import { floodWaitOf, passwordHintOf } from '../model/sign-in.ts';
import { FloodWait } from './FloodWait.tsx';
import classes from './sims.module.css';
import { useSecondsUntil } from './use-now.ts';
import { useSignInForm } from './use-sign-in-form.ts';

interface CodeStepProps {
  request: TelegramCodeRequest;
  onBack: () => void;
  onPassword: (code: string, hint: string) => void;
  onDone: (account: TelegramAccount) => void;
}

/** 65 -> '1:05'. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const received = (request: TelegramCodeRequest) => ({ request, resendAt: Date.now() + request.resend_after * 1000 });

function useCodeRequest(first: TelegramCodeRequest, wait: (seconds: number) => void) {
  const [current, setCurrent] = useState(() => received(first));
  const resend = useMutation({
    mutationFn: () => api.telegramAccounts.resendCode({ phone_number: first.phone_number }),
    onSuccess: (request) => setCurrent(received(request)),
    onError: (error) => {
      const seconds = floodWaitOf(error);
      if (seconds !== undefined) wait(seconds);
    },
  });
  const fewer = (error: ApiError) => {
    const left = error.numbers['attempts_left'];
    if (left !== undefined) setCurrent((known) => ({ ...known, request: { ...known.request, attempts_left: left } }));
  };
  return { ...current, resend, fewer };
}

interface ResendProps {
  next: TelegramCodeRequest['next_delivery'];
  seconds: number;
  isBusy: boolean;
  onPress: () => void;
}

function Resend({ next, seconds, isBusy, onPress }: ResendProps) {
  const { t } = useTranslation('telegram');
  if (seconds > 0) return <span className={classes.quiet}>{t('resendIn', { time: clock(seconds) })}</span>;
  return (
    <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={onPress}>
      {next ? t(`resend.${next}`) : t('resendAgain')}
    </Anchor>
  );
}

/** TG-021, DEC-06. */
export function CodeStep({ request: first, onBack, onPassword, onDone }: CodeStepProps) {
  const { t } = useTranslation('telegram');
  const show = useShowAccount();
  const focus = useFirstFocus<HTMLInputElement>();
  const { form, waitUntil, wait } = useSignInForm({
    initialValues: { code: '' },
    validate: { code: (code: string) => (code.trim() === '' ? t('enterCode') : null) },
    submit: async ({ code }) => {
      try {
        return await api.telegramAccounts.add({ phone_number: first.phone_number, code: code.trim() });
      } catch (error) {
        const hint = passwordHintOf(error);
        if (hint !== undefined) return { hint };
        if (error instanceof ApiError) fewer(error);
        throw error;
      }
    },
    onDone: (answer, { code }) => {
      if ('hint' in answer) return onPassword(code.trim(), answer.hint);
      show(answer);
      return onDone(answer);
    },
  });
  const { request, resendAt, resend, fewer } = useCodeRequest(first, wait);
  const paused = useSecondsUntil(waitUntil);
  const untilResend = useSecondsUntil(resendAt);
  const untilExpiry = useSecondsUntil(Date.parse(request.expires_at));
  const refused = resend.error instanceof ApiError && floodWaitOf(resend.error) === undefined ? resend.error.message : undefined;
  const isValid = untilExpiry > 0;
  const left = t('attemptsLeft', { count: request.attempts_left });
  const standing = isValid ? `${t('codeGood', { time: clock(untilExpiry) })} ${left}` : t('codeExpired');
  return (
    <ServerForm form={form} bare>
      <FloodWait seconds={paused} />
      <Text size="sm">{t(`delivery.${request.delivery}`, { phone: request.phone_number })}</Text>
      <TextInput
        ref={focus}
        label={t('code')}
        description={standing}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        {...form.field('code')}
      />
      {refused && (
        <Text size="sm" c="red" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        <Resend
          next={isValid ? request.next_delivery : null}
          seconds={isValid ? untilResend : 0}
          isBusy={resend.isPending}
          onPress={() => resend.mutate()}
        />
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            {t('otherNumber')}
          </Button>
          <Button type="submit" loading={form.pending} disabled={paused > 0}>
            {t('confirmCode')}
          </Button>
        </Group>
      </Group>
    </ServerForm>
  );
}
