import { Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SecurityView } from '@headwater/contract/security';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { useSecurityChanges } from '../api/security.ts';
import { ProofForm } from './ProofForm.tsx';
import { QrCode } from './QrCode.tsx';
import { CopyTextButton } from '#ui/CopyTextButton.tsx';
import classes from './security.module.css';

interface AppSecret {
  secret: string;
  uri: string;
}

interface SetUpProps {
  close: (recoveryCodes?: string[]) => void;
}

function ConfirmApp({ app: { secret, uri }, close }: SetUpProps & { app: AppSecret }) {
  const { t } = useTranslation('security');
  const { confirmApp } = useSecurityChanges();
  const focus = useFirstFocus<HTMLInputElement>();
  const form = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : t('codeDigits')) },
    submit: ({ code }) => confirmApp(code),
    onDone: ({ recovery_codes: codes }) => close(codes),
  });
  const readable = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return (
    <ServerForm form={form} submitLabel={t('turnOn')} onCancel={() => close()}>
      <p className={classes.lead}>{t('scan')}</p>
      <QrCode text={uri} label={t('qr')} />
      <Group gap="sm" wrap="nowrap" align="end">
        <Textarea
          flex={1}
          readOnly
          autosize
          label={t('secret')}
          value={readable}
          classNames={{ input: classes.mono }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton value={secret} />
      </Group>
      <TextInput
        label={t('codeOfApp')}
        description={t('others')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        ref={focus}
        classNames={{ input: classes.mono }}
        {...form.field('code')}
      />
    </ServerForm>
  );
}

export function SetUpApp({ view, close }: SetUpProps & { view: SecurityView }) {
  const { t } = useTranslation('security');
  const { addApp } = useSecurityChanges();
  const [app, setApp] = useState<AppSecret>();
  if (app) return <ConfirmApp app={app} close={close} />;
  return <ProofForm view={view} text={t('proofTitle')} submitLabel={t('continue')} submit={addApp} onDone={setApp} onCancel={close} />;
}
