import { Stepper } from '@mantine/core';
import { useState } from 'react';
import type { TelegramAccount, TelegramCodeRequest } from '@headwater/contract/telegram-accounts';
import { useTranslation } from '#lib/use-translation.ts';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import classes from './sims.module.css';

/** Steps of a sign-in. Only accounts with a password have the last one. */
type Step =
  | { kind: 'phone'; phone: string }
  | { kind: 'code'; request: TelegramCodeRequest }
  | { kind: 'password'; request: TelegramCodeRequest; code: string; hint: string };

interface AddSimProps {
  phone?: string | undefined;
  onDone: (account: TelegramAccount) => void;
  onCancel: () => void;
}

const order = ['phone', 'code', 'password'] as const;
/** TG-022. */
const prefix = '+7';

/** TG-021. */
export function AddSim({ phone, onDone, onCancel }: AddSimProps) {
  const { t } = useTranslation('telegram');
  const [step, setStep] = useState<Step>({ kind: 'phone', phone: phone ?? prefix });
  const at = order.indexOf(step.kind);
  return (
    <>
      <Stepper active={at} size="xs" iconSize={24} mb="lg" classNames={{ stepLabel: classes.stepLabel }} allowNextStepsSelect={false}>
        <Stepper.Step label={t('stepPhone')} />
        <Stepper.Step label={t('stepCode')} />
        {step.kind === 'password' && <Stepper.Step label={t('stepPassword')} />}
      </Stepper>
      {step.kind === 'phone' && (
        <PhoneStep
          phone={step.phone}
          isFixed={phone !== undefined}
          onDone={(request) => setStep({ kind: 'code', request })}
          onCancel={onCancel}
        />
      )}
      {step.kind === 'code' && (
        <CodeStep
          request={step.request}
          onBack={() => setStep({ kind: 'phone', phone: step.request.phone_number })}
          onPassword={(code, hint) => setStep({ kind: 'password', request: step.request, code, hint })}
          onDone={onDone}
        />
      )}
      {step.kind === 'password' && (
        <PasswordStep
          phone={step.request.phone_number}
          code={step.code}
          hint={step.hint}
          onBack={() => setStep({ kind: 'phone', phone: step.request.phone_number })}
          onDone={onDone}
        />
      )}
    </>
  );
}
