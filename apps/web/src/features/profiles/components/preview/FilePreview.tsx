import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import { SkeletonText } from '#ui/skeletons.tsx';
import { ErrorState } from '#ui/states.tsx';
import { fileBytesQuery, filePreviewQuery } from '../../api/files.ts';
import classes from './preview.module.css';

const PdfView = lazyPart(() => import('./PdfView.tsx'), 'PdfView', ['profiles']);

export interface PreviewedFile {
  id: number;
  name: string;
  url: string;
}

const Loading = () => (
  <div className={classes.scroll}>
    <SkeletonText lines={12} />
  </div>
);

function Content({ file: { id, name } }: { file: PreviewedFile }) {
  const { data, error, refetch } = useQuery(filePreviewQuery(id));
  const bytes = useQuery({ ...fileBytesQuery(id), enabled: data?.kind === 'pdf' });
  const failure = error ?? bytes.error;
  if (failure) return <ErrorState error={failure} onRetry={() => void (error ? refetch() : bytes.refetch())} />;
  if (data?.kind === 'text')
    return (
      <ScrollRegion label={name} className={classes.scroll}>
        <div className={classes.document}>{data.text}</div>
      </ScrollRegion>
    );
  if (!bytes.data) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <PdfView name={name} bytes={bytes.data} />
    </Suspense>
  );
}

/** FILE-005: a file beside the profile, without a download. */
export function FilePreview({ file, onClose }: { file: PreviewedFile; onClose: () => void }) {
  const { t } = useTranslation('profiles');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    button.current?.focus();
    return () => void (opener instanceof HTMLElement && opener.focus());
  }, []);
  const [download, close] = [t('preview.download', { name: file.name }), t('preview.close')];
  return (
    <div className={classes.preview}>
      <div className={classes.bar}>
        <h3 className={classes.name}>{file.name}</h3>
        <Tooltip label={download}>
          <ActionIcon component="a" href={file.url} download aria-label={download}>
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon aria-label={close} onClick={onClose} ref={button}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <Content key={file.id} file={file} />
    </div>
  );
}
