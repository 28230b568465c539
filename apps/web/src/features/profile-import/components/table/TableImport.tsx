import { Button, Loader, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TableImportPreview } from '@headwater/contract/table-imports';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { maxTableBytes, uploadTable } from '../../api/tables.ts';
import { TableForm, type TableFormat } from './TableForm.tsx';
import { TableResult } from './TableResult.tsx';
import classes from './table.module.css';

interface TableImportProps {
  file: File;
  onOther: () => void;
  onAdded: () => void;
}

interface Read {
  id: number;
  preview: TableImportPreview;
  /** Changes with each reading, so that the form takes the new columns. */
  count: number;
}

const problemOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : undefined;

/** IMP-001 to IMP-009: upload, mapping, preview and result of one table. */
export function TableImport({ file, onOther, onAdded }: TableImportProps) {
  const { t } = useTranslation(['profile-import', 'ui']);
  const [share, setShare] = useState(0);
  const [read, setRead] = useState<Read>();
  const [started, setStarted] = useState<number>();
  const abort = useRef(new AbortController());
  const reading = useMutation({
    mutationFn: async (format: TableFormat) => {
      const id = read?.id ?? (await uploadTable(file, { onProgress: setShare, signal: abort.current.signal }));
      return { id, preview: await api.tableImports.preview({ id, ...format }) };
    },
    onSuccess: (next) => setRead((before) => ({ ...next, count: (before?.count ?? 0) + 1 })),
  });
  const { mutate } = reading;
  const isTooLarge = file.size > maxTableBytes;
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    if (!isTooLarge) mutate({});
    return () => controller.abort();
  }, [mutate, isTooLarge]);
  if (started !== undefined) return <TableResult id={started} onOther={onOther} onAdded={onAdded} />;
  const problem = isTooLarge
    ? t('table.tooLarge', { max: maxTableBytes / 1024 ** 2 })
    : reading.isError
      ? (problemOf(reading.error) ?? t('table.failed'))
      : undefined;
  if (read)
    return (
      <TableForm
        key={read.count}
        id={read.id}
        file={file}
        preview={read.preview}
        problem={problem}
        isReading={reading.isPending}
        onFormat={mutate}
        onOther={onOther}
        onStarted={() => setStarted(read.id)}
      />
    );
  return (
    <section className={classes.waiting} aria-label={t('table.title')}>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : (
        <>
          <output className={classes.reading}>
            <Loader size="sm" />
            <span>{share < 1 ? t('table.uploading', { name: file.name }) : t('table.reading', { name: file.name })}</span>
          </output>
          <Progress value={share * 100} size={4} aria-label={t('table.uploading', { name: file.name })} />
        </>
      )}
      <div>
        <Button variant="default" onClick={onOther}>
          {t('table.otherFile')}
        </Button>
      </div>
    </section>
  );
}
