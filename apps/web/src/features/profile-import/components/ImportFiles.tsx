import { Button, FileButton } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { acceptedResumes } from '@headwater/domain/profiles/resume-files';
import { tableFileTypes } from '@headwater/domain/profiles/table-import';
import { formatNumber } from '#lib/format.ts';
import { listResumeTypes } from '#lib/resume-types.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { droppedFiles } from '../model/dropped-files.ts';
import { countStates, maxEntries } from '../model/import-queue.ts';
import { findTable } from '../model/table-file.ts';
import { type Import, type ImportOptions, useImport } from '../model/use-import.ts';
import { ImportRow } from './ImportRow.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { TableImport } from './table/TableImport.tsx';
import classes from './import.module.css';

const accepted = [acceptedResumes, ...tableFileTypes.map((type) => `.${type}`)].join(',');

/** React does not know the attribute for folders. */
function FolderButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('profile-import');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('chooseFolder')}
      </Button>
    </>
  );
}

function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('profile-import');
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer, maxEntries + 1).then(onFiles);
  };
  return (
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFiles size={24} stroke={1.4} aria-hidden />
      <span className={classes.dropTitle}>{t('drop')}</span>
      <div className={classes.buttons}>
        <FileButton
          multiple
          accept={accepted}
          resetRef={reset}
          onChange={(files) => {
            onFiles(files);
            reset.current?.();
          }}
        >
          {(props) => <Button {...props}>{t('chooseFiles')}</Button>}
        </FileButton>
        <FolderButton onFiles={onFiles} />
      </div>
      <span className={classes.quiet}>{t('types', { types: listResumeTypes(currentLanguage()) })}</span>
    </div>
  );
}

const number = (count: number) => formatNumber(count, currentLanguage());

function Summary({ run, done }: { run: Import; done: ReactNode }) {
  const { t } = useTranslation('profile-import');
  const counts = countStates(run.entries);
  const settled = counts.added + counts.known + counts.failed;
  const line = [
    t('addedCount', { count: counts.added, shown: number(counts.added) }),
    counts.known > 0 && t('knownCount', { count: counts.known, shown: number(counts.known) }),
    counts.failed > 0 && t('failedCount', { count: counts.failed, shown: number(counts.failed) }),
  ];
  return (
    <div className={classes.summary}>
      <div className={classes.counts}>
        <strong>{run.runs ? t('progress', { done: number(settled), total: number(run.entries.length) }) : t('finished')}</strong>
        <span className={classes.quiet}>{line.filter(Boolean).join(' · ')}</span>
        <progress className={classes.bar} value={settled} max={run.entries.length} aria-label={t('title')} />
      </div>
      <div className={classes.buttons}>
        {counts.waiting > 0 && (
          <Button variant="default" onClick={run.stop}>
            {t('stop')}
          </Button>
        )}
        {!run.runs && counts.failed > 0 && (
          <Button variant="default" onClick={run.retry}>
            {t('retry')}
          </Button>
        )}
        {!run.runs && done}
      </div>
      <output className="hw-visually-hidden">{run.runs ? '' : `${t('finished')}. ${line.filter(Boolean).join(', ')}`}</output>
    </div>
  );
}

interface ImportFilesProps extends ImportOptions {
  /** Buttons for the people of the files. */
  Actions: ComponentType<{ profiles: readonly number[] }>;
}

export function ImportFiles({ Actions, ...options }: ImportFilesProps) {
  const { t } = useTranslation('profile-import');
  const run = useImport(options);
  const [table, setTable] = useState<File>();
  const added = run.entries.some(({ state }) => state === 'added');
  const people = [...new Set(run.entries.flatMap(({ profileId }) => profileId ?? []))];
  const { onAdded } = options;
  const choose = async (files: File[]) => {
    const found = await findTable(files);
    if (found) setTable(found);
    run.add(files.filter((file) => file !== found));
  };
  if (table)
    return (
      <div className={classes.page} data-wide>
        <TableImport file={table} onOther={() => setTable(undefined)} onAdded={onAdded} />
      </div>
    );
  return (
    <div className={classes.page}>
      <LeaveGuard runs={run.runs} />
      <p className={classes.quiet}>{t('text')}</p>
      <DropZone onFiles={(files) => void choose(files)} />
      {run.left > 0 && (
        <p role="alert" className={classes.problem}>
          {t('tooMany', { max: number(maxEntries) })}
        </p>
      )}
      {run.entries.length > 0 && (
        <>
          <Summary
            run={run}
            done={
              <>
                {people.length > 0 && <Actions profiles={people} />}
                {added && (
                  <Button component={Link} to="/duplicates" variant="default">
                    {t('duplicates')}
                  </Button>
                )}
              </>
            }
          />
          <ul className={classes.list} aria-label={t('files')}>
            {run.entries.map((entry) => (
              <ImportRow key={entry.key} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
