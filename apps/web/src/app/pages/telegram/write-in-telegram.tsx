import { Button, Stack, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import { useOpenContacts } from '#features/profiles/api/contacts.ts';
import { dialogsOfProfileQuery, usernamesQuery } from '#features/telegram/api/dialogs.ts';
import { NewDialog } from '#features/telegram/components/NewDialog.tsx';
import { dialogParams } from '#features/telegram/model/params.ts';
import { textsOf } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

interface StartProps {
  profileId: number;
  onDone: (dialogId: number) => void;
  onCancel: () => void;
}

/** Begins a dialog with a person; the username is there once the contacts are open. */
function Start({ profileId, onDone, onCancel }: StartProps) {
  const { t } = useTranslation('telegram');
  const known = useQuery(usernamesQuery(profileId)).data;
  const open = useOpenContacts(profileId);
  const [username] = known?.usernames ?? [];
  return (
    <Stack gap="md">
      {known?.is_masked && username === undefined && (
        <div>
          <Text size="sm" mb={6}>
            {t('usernameMasked')}
          </Text>
          <Button size="compact-sm" variant="light" loading={open.isPending} onClick={() => open.mutate(undefined, { onError: showError })}>
            {t('openContacts')}
          </Button>
        </div>
      )}
      <NewDialog key={username} profileId={profileId} username={username} onDone={({ id }) => onDone(id)} onCancel={onCancel} />
    </Stack>
  );
}

interface Whom {
  profileId: number;
  /** As far as it may be seen. */
  name: string | null | undefined;
}

interface Means {
  client: QueryClient;
  navigate: ReturnType<typeof useNavigate>;
}

/** What opens the dialog with a person that was written in last, or asks for what is needed to begin one. */
export async function prepareWriting({ profileId, name }: Whom, { client, navigate }: Means): Promise<() => void> {
  const go = (dialog: number) => void navigate({ to: '/telegram-messenger/messages', search: dialogParams.write({ dialog }) });
  const [known] = await Promise.all([client.fetchQuery(dialogsOfProfileQuery(profileId)), client.fetchQuery(usernamesQuery(profileId))]);
  const [dialog] = known.results;
  if (dialog) return () => go(dialog.id);
  const t = textsOf('telegram');
  const ask = () =>
    openModal({
      title: name ? t('writeTo', { name }) : t('writeInTelegram'),
      content: (close) => (
        <Start
          profileId={profileId}
          onCancel={() => close()}
          onDone={(id) => {
            close();
            go(id);
          }}
        />
      ),
    });
  return () => void ask();
}
