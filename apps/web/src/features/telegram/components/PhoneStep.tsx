import { Button, Group, TextInput } from '@mantine/core';
import { telegramMessages } from '@headwater/contract/catalogue/telegram';
import type { TelegramCodeRequest } from '@headwater/contract/telegram-accounts';
import { telegramPhone } from '@headwater/domain/outreach/telegram';
import { api } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm } from '#ui/form.tsx';
import { FloodWait } from './FloodWait.tsx';
import { useSecondsUntil } from './use-now.ts';
import { useSignInForm } from './use-sign-in-form.ts';

interface PhoneStepProps {
  phone: string;
  isFixed: boolean;
  onDone: (request: TelegramCodeRequest) => void;
  onCancel: () => void;
}

export function PhoneStep({ phone, isFixed, onDone, onCancel }: PhoneStepProps) {
  const { t } = useTranslation(['telegram', 'ui']);
  const { form, waitUntil } = useSignInForm({
    initialValues: { phone_number: phone },
    validate: {
      phone_number: (typed: string) =>
        telegramPhone(typed) === undefined ? telegramMessages.telegram_phone_number_invalid.text(currentLanguage()) : null,
    },
    submit: ({ phone_number: number }) => api.telegramAccounts.requestCode({ phone_number: number }),
    onDone,
  });
  const seconds = useSecondsUntil(waitUntil);
  return (
    <ServerForm form={form} bare>
      <FloodWait seconds={seconds} />
      <TextInput
        label={t('phoneNumber')}
        description={t(isFixed ? 'renewHint' : 'phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={64}
        required
        readOnly={isFixed}
        data-autofocus
        // Puts the cursor after the prefix.
        onFocusCapture={({ currentTarget: field }) =>
          requestAnimationFrame(() => field.setSelectionRange(field.value.length, field.value.length))
        }
        {...form.field('phone_number')}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button type="submit" loading={form.pending} disabled={seconds > 0}>
          {t('sendCode')}
        </Button>
      </Group>
    </ServerForm>
  );
}
