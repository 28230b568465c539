import { ActionIcon, Button, Stack, Text, Tooltip } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getI18n, useTranslation } from 'react-i18next';
import type { ShownContact } from '@headwater/contract/profiles';
import { mayAccess } from '@headwater/domain/access';
import { telegramUsername } from '@headwater/domain/outreach/telegram';
import { useOpenContacts } from '#features/profiles/api/contacts.ts';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { dialogsOfProfileQuery } from '#features/telegram/api/dialogs.ts';
import { NewDialog } from '#features/telegram/components/NewDialog.tsx';
import { dialogParams } from '#features/telegram/model/params.ts';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { loadTexts } from '#lib/i18n.ts';
import { openModal } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

/** Whether a contact is a name at Telegram; of one that stands there as a mask the mask tells. A phone number is none (TG-013). */
const isUsername = ({ type, value, mask }: ShownContact) => type === 'telegram' && !(value ?? mask).trim().startsWith('+');

const usernameIn = (contacts: readonly ShownContact[]) =>
  contacts.filter(isUsername).flatMap(({ value }) => (value === null ? [] : (telegramUsername(value) ?? [])))[0];

interface StartProps {
  profileId: number;
  onDone: (dialogId: number) => void;
  onCancel: () => void;
}

/** Begins a dialog with the person of a profile; the username is there once the contacts are open. */
function Start({ profileId, onDone, onCancel }: StartProps) {
  const { t } = useTranslation('telegram');
  const contacts = useQuery({ ...profileQuery(profileId), enabled: false }).data?.contacts ?? [];
  const open = useOpenContacts(profileId);
  const username = usernameIn(contacts);
  const isMasked = username === undefined && contacts.some((contact) => isUsername(contact) && contact.value === null);
  return (
    <Stack gap="md">
      {isMasked && (
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

/** Opens the dialog with a person, or asks for what is needed to begin one. */
function useWriteInTelegram(profileId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const go = (dialog: number) => void navigate({ to: '/telegram-messenger/messages', search: dialogParams.write({ dialog }) });
  return async () => {
    const [known] = await Promise.all([client.fetchQuery(dialogsOfProfileQuery(profileId)), loadTexts('telegram')]);
    const [dialog] = known.results;
    if (dialog) return go(dialog.id);
    const t = getI18n().getFixedT(null, 'telegram');
    const name = client.getQueryData(profileQuery(profileId).queryKey)?.name;
    return openModal({
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
  };
}

/** "Write in Telegram", for who has the messenger, to whoever has a name there. */
export function TelegramButton({ profileId }: { profileId: number }) {
  const { t } = useTranslation('app');
  const may = mayAccess('telegram', asActor(useCurrentUser()));
  const contacts = useQuery({ ...profileQuery(profileId), enabled: false }).data?.contacts;
  const write = useWriteInTelegram(profileId);
  if (!may || !contacts?.some(isUsername)) return null;
  return (
    <Tooltip label={t('writeInTelegram')}>
      <ActionIcon variant="default" size={30} aria-label={t('writeInTelegram')} onClick={() => void write().catch(showError)}>
        <IconBrandTelegram size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
