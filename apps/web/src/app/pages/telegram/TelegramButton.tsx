import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CandidateView } from '@headwater/contract/candidates';
import type { ShownContact } from '@headwater/contract/profiles';
import { profileQuery } from '#features/profiles/api/profile.ts';
import { dialogsOfProfileQuery } from '#features/telegram/api/dialogs.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useWriteInTelegram } from './use-write-in-telegram.ts';

/** A mask suffices for a closed contact. A phone number is no username (TG-013). */
const isUsername = ({ type, value, mask }: ShownContact) => type === 'telegram' && !(value ?? mask).trim().startsWith('+');

export function TelegramButton({ profileId }: { profileId: number }) {
  const { t } = useTranslation('app');
  const write = useWriteInTelegram();
  const profile = useQuery({ ...profileQuery(profileId), enabled: false }).data;
  const dialogs = useQuery({ ...dialogsOfProfileQuery(profileId), enabled: write !== undefined }).data?.count ?? 0;
  if (!write || !(dialogs > 0 || profile?.contacts.some(isUsername))) return null;
  return (
    <Tooltip label={t('writeInTelegram')}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t('writeInTelegram')}
        onClick={() => write({ id: profileId, name: profile?.name })}
      >
        <IconBrandTelegram size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

export function CandidateTelegramButton({ candidate: { profile, dialog_id: dialogId } }: { candidate: CandidateView }) {
  const { t } = useTranslation('app');
  const write = useWriteInTelegram();
  if (!write || (dialogId === null && !profile.contact_types.includes('telegram'))) return null;
  const label = t('writeInTelegram');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={24}
        aria-label={profile.name ? `${label}: ${profile.name}` : label}
        onClick={(event) => {
          event.stopPropagation();
          write(profile);
        }}
      >
        <IconBrandTelegram size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
