import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconInfoCircle, IconRefresh, IconSearch, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { useRefreshDialog } from '../api/messages.ts';
import classes from './conversation.module.css';
import { DialogMenu } from './DialogMenu.tsx';

interface DialogHeadProps {
  dialog: TelegramDialog | undefined;
  isSearching: boolean;
  onSearch?: () => void;
  hasDetails: boolean;
  onDetails: () => void;
  onClose: () => void;
}

function Who({ dialog, onLink }: { dialog: TelegramDialog; onLink: (() => void) | undefined }) {
  const { t } = useTranslation('telegram');
  const { account, name, username } = dialog;
  const from = account.name === '' ? account.phone_number : account.name;
  return (
    <>
      <Avatar name={name} size={36} />
      <div className={classes.who}>
        <h2>{name}</h2>
        <p>
          {onLink && (
            <button type="button" className={classes.linkPerson} onClick={onLink}>
              {t('linkPerson')}
            </button>
          )}
          {[username && `@${username}`, t('fromSim', { from })].filter(Boolean).join(' · ')}
        </p>
      </div>
    </>
  );
}

/** TG-007, TG-011. */
function Refresh({ id }: { id: number }) {
  const { t } = useTranslation('telegram');
  const load = useRefreshDialog(id);
  const refresh = useMutation({ mutationFn: load });
  return (
    <Tooltip label={t('refresh')}>
      <ActionIcon aria-label={t('refresh')} loading={refresh.isPending} onClick={() => refresh.mutate()}>
        <IconRefresh size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

export function DialogHead({ dialog, isSearching, onSearch, hasDetails, onDetails, onClose }: DialogHeadProps) {
  const { t } = useTranslation(['telegram', 'ui']);
  const phone = usePhone();
  return (
    <header className={classes.head}>
      {phone && (
        <ActionIcon size={36} aria-label={t('backToList')} onClick={onClose}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
      )}
      {dialog ? (
        <Who dialog={dialog} onLink={dialog.permissions.link && !hasDetails ? onDetails : undefined} />
      ) : (
        <div className={classes.who} />
      )}
      {dialog && (
        <Tooltip label={t('searchDialog')}>
          <ActionIcon aria-label={t('searchDialog')} aria-expanded={isSearching} onClick={onSearch}>
            <IconSearch size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {dialog && !phone && <Refresh id={dialog.id} />}
      {dialog && (
        <Tooltip label={t('details')}>
          <ActionIcon aria-label={t('details')} aria-expanded={hasDetails} onClick={onDetails}>
            <IconInfoCircle size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {dialog && <DialogMenu dialog={dialog} onClose={onClose} />}
      {!phone && (
        <ActionIcon aria-label={t('close', { ns: 'ui' })} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </header>
  );
}
