import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { builtInVariables } from '@headwater/domain/outreach/variables';

/** A letter to one person has no way out of a mailing. */
const offered = builtInVariables.filter((name) => name !== 'UNSUBSCRIBE');

/** The variables that a message may use, put in where the cursor is. */
export function VariableMenu({ onPick }: { onPick: (name: string) => void }) {
  const { t } = useTranslation('outreach');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconBraces size={14} />}>
          {t('variable')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((name) => (
          <Menu.Item key={name} onClick={() => onPick(name)} rightSection={<code>{`{{${name}}}`}</code>}>
            {t(`variables.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
