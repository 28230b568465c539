import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconMailOpened, IconRefresh } from '@tabler/icons-react';
import type { TelegramDialog } from '@headwater/contract/telegram-dialogs';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { useMarkUnread, useRefreshDialog } from '../api/messages.ts';

const size = { size: 16, stroke: 1.6 } as const;

interface DialogMenuProps {
  dialog: TelegramDialog;
  onClose: () => void;
}

export function DialogMenu({ dialog: { id }, onClose }: DialogMenuProps) {
  const { t } = useTranslation('telegram');
  const phone = usePhone();
  const markUnread = useMarkUnread();
  const refresh = useRefreshDialog(id);
  const mark = () => {
    // The open dialog would be marked as read again.
    onClose();
    markUnread(id);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('moreActions')}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMailOpened {...size} />} rightSection={phone ? undefined : <kbd>U</kbd>} onClick={mark}>
          {t('markUnread')}
        </Menu.Item>
        {phone && (
          <Menu.Item leftSection={<IconRefresh {...size} />} onClick={() => void refresh()}>
            {t('refresh')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
