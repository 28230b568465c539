import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusPill } from '#ui/StatusPill.tsx';
import classes from './ChosenPane.module.css';
import { nameOf, positionOf } from './columns.tsx';
import type { MassAction } from './mass-actions.tsx';
import type { Selection } from './selection.ts';

const listed = 200;

/** CAND-011: who is chosen and what can be done with them. */
export function ChosenPane({ selection, actions }: { selection: Selection; actions: readonly MassAction[] }) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { candidates } = selection;
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('chosen', { count: candidates.length })}</h2>
        <CloseButton size="sm" aria-label={t('clearSelection', { ns: 'ui' })} onClick={selection.clear} />
      </div>
      <div className={classes.actions}>
        {actions.map(({ id, label, Icon, menu, act }) => (
          <Button
            key={id}
            variant="default"
            size="xs"
            color={id === 'remove' ? 'red' : undefined}
            leftSection={<Icon size={14} stroke={1.6} />}
            rightSection={menu ? <IconChevronDown size={12} /> : undefined}
            aria-haspopup={menu ? 'menu' : 'dialog'}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      </div>
      <ul className={classes.list}>
        {candidates.slice(0, listed).map((candidate) => (
          <li key={candidate.id} className={classes.item}>
            <span className={classes.words}>
              <span className={classes.name}>{nameOf(candidate, t)}</span>
              <span className={classes.quiet}>{positionOf(candidate)}</span>
            </span>
            <StatusPill color={candidate.status.color}>{candidate.status.name}</StatusPill>
            <ActionIcon size="sm" aria-label={t('unchoose', { name: nameOf(candidate, t) })} onClick={() => selection.toggle(candidate)}>
              <IconX size={12} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {candidates.length > listed && <p className={classes.rest}>{t('andMore', { count: candidates.length - listed })}</p>}
    </div>
  );
}
