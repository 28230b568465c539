import { Button } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import type { SignedIn } from './signed-in.ts';

interface PasskeyButtonProps {
  next: string | undefined;
  onSignedIn: (answer: SignedIn) => Promise<void>;
}

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
const visitor = { context: { visitor: true } } as const;

/** DEC-08: the browser offers its passkeys for this host, without an e-mail address. */
export function PasskeyButton({ next, onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation('app');
  const [pending, setPending] = useState(false);
  const enter = async () => {
    setPending(true);
    try {
      const options = (await api.accounts.beginPasskeySignIn({}, visitor)) as unknown as Options;
      const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options });
      const passkey = { id, rawId, type, response, clientExtensionResults: {} };
      await onSignedIn(await api.accounts.signInWithPasskey({ passkey, ...(next === undefined ? {} : { next }) }, visitor));
    } catch (error) {
      // The browser reports a closed dialog and a missing passkey in the same way.
      if (error instanceof ApiError) showError(error);
      else showSnackbar({ message: t('signIn.passkeyRefused'), tone: 'danger', key: 'passkey' });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      type="button"
      variant="default"
      fullWidth
      loading={pending}
      leftSection={<IconFingerprint size={16} stroke={1.6} />}
      onClick={() => void enter()}
    >
      {t('signIn.passkey')}
    </Button>
  );
}
