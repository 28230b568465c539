import { Anchor, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconEqual } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import type { ImportEntry } from '../model/import-queue.ts';
import classes from './import.module.css';

const icons = { waiting: IconClock, added: IconCheck, known: IconEqual, failed: IconAlertTriangle } as const;

function StateIcon({ state }: Pick<ImportEntry, 'state'>) {
  if (state === 'reading') return <Loader size={16} />;
  const Icon = icons[state];
  return <Icon size={16} stroke={1.6} />;
}

export const ImportRow = memo(function ImportRow({ entry }: { entry: ImportEntry }) {
  const { t } = useTranslation('profile-import');
  const { file, state, profileId, person, problem } = entry;
  const path = file.webkitRelativePath || file.name;
  const job = [person?.title, person?.company].filter(Boolean).join(' · ');
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.icon} aria-hidden>
        <StateIcon state={state} />
      </span>
      <span className={classes.entry}>
        {person?.name && (
          <span className={classes.name}>
            <strong>{person.name}</strong>
            {job && ` · ${job}`}
          </span>
        )}
        <span className={classes.name} data-file={person?.name ? true : undefined} title={path}>
          {file.name}
        </span>
      </span>
      <span className={classes.state}>{problem ?? t(`state.${state}`)}</span>
      {profileId !== undefined && (
        <Anchor href={`/profiles/${profileId}`} target="_blank" rel="noopener" size="sm" aria-label={t('openOf', { name: file.name })}>
          {t('open')}
        </Anchor>
      )}
    </li>
  );
});
