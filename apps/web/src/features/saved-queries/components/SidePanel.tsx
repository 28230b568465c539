import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './panel.module.css';

export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size={460}
      padding={0}
      classNames={{ header: classes.header, title: classes.title, body: classes.body }}
      // Inside the root, so that notices with undo stay above it.
      portalProps={{ target: '#root' }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Drawer>
  );
}
