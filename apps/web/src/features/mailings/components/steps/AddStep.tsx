import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type StepChannel, stepChannels } from '@headwater/domain/outreach/channels';
import { useTranslation } from '#lib/use-translation.ts';
import { channelIcons, messengerName } from '#ui/channels.ts';

interface AddStepProps {
  messenger: boolean;
  onAdd: (channel: StepChannel) => void;
}

/** MAIL-003 */
export function AddStep({ messenger, onAdd }: AddStepProps) {
  const { t } = useTranslation('mailings');
  if (!messenger) {
    return (
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => onAdd('email')}>
        {t('steps.add')}
      </Button>
    );
  }
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />}>
          {t('steps.addStep')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stepChannels.map((channel) => {
          const [Icon, name] = [channelIcons[channel], messengerName(channel)];
          return (
            <Menu.Item key={channel} leftSection={<Icon size={14} />} onClick={() => onAdd(channel)}>
              {name ? t('channel.step.messenger', { messenger: name }) : t('channel.step.email')}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
