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
import { ErrorState } from '#ui/states.tsx';
import { openOnce } from './open-once.ts';

interface StartProps {
  profileId: number;
  onDone: (dialogId: number) => void;
  onCancel: () => void;
}

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
          <Button size="compact-sm" variant="light" loading={open.isPending} onClick={() => open.mutate()}>
            {t('openContacts')}
          </Button>
          {open.error && (
            <Text role="alert" size="sm" c="var(--hw-danger)" mt={6}>
              {open.error.message}
            </Text>
          )}
        </div>
      )}
      <NewDialog key={username} profileId={profileId} username={username} onDone={({ id }) => onDone(id)} onCancel={onCancel} />
    </Stack>
  );
}

interface Whom {
  profileId: number;
  name: string | null | undefined;
}

interface Means {
  client: QueryClient;
  navigate: ReturnType<typeof useNavigate>;
}

const titleOf = ({ name }: Whom) => {
  const t = textsOf('telegram');
  return name ? t('writeTo', { name }) : t('writeInTelegram');
};

async function prepare(whom: Whom, { client, navigate }: Means): Promise<() => void> {
  const { profileId } = whom;
  const go = (dialog: number) => void navigate({ to: '/telegram-messenger/messages', search: dialogParams.write({ dialog }) });
  const [known] = await Promise.all([client.fetchQuery(dialogsOfProfileQuery(profileId)), client.fetchQuery(usernamesQuery(profileId))]);
  const [dialog] = known.results;
  if (dialog) return () => go(dialog.id);
  const ask = () =>
    openModal({
      title: titleOf(whom),
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

/** TG-073: shows a refusal in the place of the composer, with a retry. */
function showRefusal(error: unknown, whom: Whom, means: Means): void {
  void openModal({
    title: titleOf(whom),
    content: (close) => (
      <ErrorState
        error={error}
        onRetry={() => {
          close();
          openOnce(() => prepareWriting(whom, means));
        }}
      />
    ),
  });
}

export async function prepareWriting(whom: Whom, means: Means): Promise<() => void> {
  try {
    return await prepare(whom, means);
  } catch (error) {
    return () => showRefusal(error, whom, means);
  }
}
