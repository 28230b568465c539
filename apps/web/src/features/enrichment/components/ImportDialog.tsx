import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EnrichmentRequest } from '@headwater/contract/enrichment';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { CsvFormat } from '../model/csv-format.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportForm } from './ImportForm.tsx';
import classes from './enrichment.module.css';

interface Chosen {
  file: File;
  format: CsvFormat;
}

const problemOf = (error: unknown) => (error instanceof ApiError ? (error.fields['file'] ?? error.message) : undefined);

export function ImportDialog({ onDone }: { onDone: (request?: EnrichmentRequest) => void }) {
  const { t } = useTranslation(['enrichment', 'ui']);
  const [file, setFile] = useState<File>();
  const preview = useMutation({ mutationFn: ({ file: chosen, format }: Chosen) => api.enrichment.preview({ file: chosen, ...format }) });
  const choose = (chosen: File) => {
    setFile(chosen);
    preview.mutate({ file: chosen, format: {} });
  };
  if (file && preview.data && !preview.isError)
    return (
      <ImportForm
        // The guessed types depend on the encoding and the delimiter.
        key={`${file.name} ${file.lastModified} ${preview.submittedAt}`}
        file={file}
        preview={preview.data}
        onFormat={(format) => preview.mutate({ file, format })}
        onOther={() => {
          setFile(undefined);
          preview.reset();
        }}
        onDone={onDone}
      />
    );
  return (
    <div className={classes.step}>
      {preview.isPending ? (
        <output className={classes.reading}>
          <Loader size="sm" />
          <span>{t('reading', { name: file?.name ?? '' })}</span>
        </output>
      ) : (
        <ChooseFile onChoose={choose} problem={problemOf(preview.error)} />
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={() => onDone()}>
          {t('cancel', { ns: 'ui' })}
        </Button>
      </div>
    </div>
  );
}
