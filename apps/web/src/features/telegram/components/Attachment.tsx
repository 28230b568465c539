import { Button, Loader } from '@mantine/core';
import { IconDownload, IconFile, IconFileOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TelegramAttachment } from '@headwater/contract/telegram-dialogs';
import { ApiError } from '#lib/api-error.ts';
import { formatDate, formatSize } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { attachmentPath, saveAttachment } from '../api/attachments.ts';
import { useLoadAttachment } from '../api/messages.ts';
import { isPicture } from '../model/files.ts';
import classes from './attachment.module.css';

interface AttachmentProps {
  dialogId: number;
  messageId: number;
  attachment: TelegramAttachment;
}

const useSave = ({ dialogId, messageId, attachment: { name } }: AttachmentProps) =>
  useMutation({ mutationFn: () => saveAttachment({ dialogId, messageId, name }) });

/** TG-073. */
function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return null;
  return (
    <span className={classes.refused} role="alert">
      {error.message}
    </span>
  );
}

function WholePicture(props: AttachmentProps) {
  const { t } = useTranslation('telegram');
  const save = useSave(props);
  return (
    <div className={classes.whole}>
      <img src={attachmentPath(props)} alt={props.attachment.name} />
      <Refusal error={save.error} />
      <Button leftSection={<IconDownload size={16} />} variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {t('download')}
      </Button>
    </div>
  );
}

function FileText({ attachment: { name, size }, note }: { attachment: TelegramAttachment; note?: string | undefined }) {
  return (
    <span className={classes.fileText}>
      <span className={classes.fileName}>{name}</span>
      <span className={classes.fileSize}>{[formatSize(size, currentLanguage()), note].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function RetryDownload({ dialogId, messageId, attachment: { retry_at: at } }: AttachmentProps) {
  const { t } = useTranslation('telegram');
  const load = useLoadAttachment(dialogId);
  return (
    <div className={classes.comeback}>
      <span aria-live="polite">{load.error?.message ?? (at && t('nextTry', { at: formatDate(at, currentLanguage(), 'dateTime') }))}</span>
      <Button size="compact-xs" variant="light" loading={load.isPending} onClick={() => load.mutate(messageId)}>
        {t('loadNow')}
      </Button>
    </div>
  );
}

function AbsentFile(props: AttachmentProps) {
  const { t } = useTranslation('telegram');
  const { attachment } = props;
  const { state, retry_at: retryAt } = attachment;
  const isLoading = state === 'loading' && retryAt === null;
  const why = state === 'loading' && retryAt !== null ? 'later' : state;
  return (
    <>
      <span className={classes.file} data-absent>
        <span className={classes.fileIcon} aria-hidden>
          {isLoading ? <Loader size={16} color="gray" /> : <IconFileOff size={18} stroke={1.6} />}
        </span>
        <FileText attachment={attachment} note={t(`attachment.${why as 'loading'}`)} />
      </span>
      {retryAt !== null && <RetryDownload {...props} />}
    </>
  );
}

function StoredFile(props: AttachmentProps) {
  const { t } = useTranslation('telegram');
  const { attachment } = props;
  const save = useSave(props);
  return (
    <>
      <button
        type="button"
        className={classes.file}
        disabled={save.isPending}
        title={attachment.name}
        aria-label={t('downloadFile', { name: attachment.name })}
        onClick={() => save.mutate()}
      >
        <span className={classes.fileIcon} aria-hidden>
          {save.isPending ? <Loader size={16} color="white" /> : <IconFile size={18} stroke={1.6} />}
        </span>
        <FileText attachment={attachment} />
      </button>
      <Refusal error={save.error} />
    </>
  );
}

const openPicture = (props: AttachmentProps) =>
  void openModal({ title: props.attachment.name, size: 'lg', content: () => <WholePicture {...props} /> });

export function Attachment(props: AttachmentProps) {
  const { name, state } = props.attachment;
  const [broken, setBroken] = useState(false);
  if (state !== 'stored') return <AbsentFile {...props} />;
  if (broken || !isPicture(name)) return <StoredFile {...props} />;
  return (
    <button type="button" className={classes.picture} onClick={() => openPicture(props)}>
      <img src={attachmentPath(props)} alt={name} loading="lazy" decoding="async" onError={() => setBroken(true)} />
    </button>
  );
}
