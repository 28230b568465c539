import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import type { TemplateView } from '@headwater/contract/templates';
import { blankTemplateId } from '@headwater/domain/outreach/templates';
import { useTranslation } from '#lib/use-translation.ts';

/** TPL-007, TPL-008: starts blank or from an example. */
export function NewTemplate({ examples, onPick }: { examples: readonly TemplateView[]; onPick: (from: number) => void }) {
  const { t } = useTranslation('templates');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={14} />}>
          {t('new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPick(blankTemplateId)}>{t('blank')}</Menu.Item>
        {examples.length > 0 && <Menu.Label>{t('examples')}</Menu.Label>}
        {examples.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onPick(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
