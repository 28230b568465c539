import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateView } from '@headwater/contract/templates';
import { VariableText } from '#features/editor/components/VariableText.tsx';
import { useTranslation } from '#lib/use-translation.ts';
import { choicesQuery } from '../api/templates.ts';
import classes from './templates.module.css';

export function TemplateChoice({ onPick }: { onPick: (template: TemplateView) => void }) {
  const { t } = useTranslation('templates');
  const [opened, setOpened] = useState(false);
  const data = useQuery({ ...choicesQuery, enabled: opened }).data;
  const item = (template: TemplateView) => (
    <Menu.Item key={template.id} onClick={() => onPick(template)}>
      <span className={classes.cut}>{template.name}</span>
      <span className={classes.choiceSubject}>
        <VariableText text={template.subject} variables={template.custom_variables} />
      </span>
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button size="compact-xs" type="button" variant="subtle" leftSection={<IconTemplate size={14} />}>
          {t('choose')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.choices}>
        {data?.templates.map(item)}
        {data && <Menu.Label>{t('examples')}</Menu.Label>}
        {data?.example_templates.map(item)}
        <Menu.Divider />
        <Menu.Item component={Link} to="/messaging/templates">
          {t('all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
