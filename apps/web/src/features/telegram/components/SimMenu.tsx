import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEdit, IconGauge, IconMessages, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TelegramAccount } from '@headwater/contract/telegram-accounts';
import { useTranslation } from '#lib/use-translation.ts';
import { openEditSim, openRemoveSim, openRenewSim, openSimLimit } from './open-sim-dialogs.tsx';

interface SimMenuProps {
  card: TelegramAccount;
  mayManage: boolean;
}

const size = { size: 16, stroke: 1.6 } as const;

/** TG-017 to TG-020. */
export function SimMenu({ card, mayManage }: SimMenuProps) {
  const { t } = useTranslation('telegram');
  return (
    // A click on the row opens its dialogs.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only stops events for the row
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('actionsOf', { phone: card.phone_number })}>
            <IconDots {...size} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/telegram-messenger/messages?sim=${card.id}`} leftSection={<IconMessages {...size} />}>
            {t('viewChats')}
          </Menu.Item>
          {mayManage && (
            <>
              {card.state !== 'connected' && (
                <Menu.Item leftSection={<IconRefresh {...size} />} onClick={() => openRenewSim(card)}>
                  {t('signInAgain')}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconEdit {...size} />} onClick={() => openEditSim(card)}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item leftSection={<IconGauge {...size} />} onClick={() => openSimLimit(card)}>
                {t('setLimit')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash {...size} />} onClick={() => openRemoveSim(card)}>
                {t('delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
