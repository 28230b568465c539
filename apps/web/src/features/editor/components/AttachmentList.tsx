import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { AttachmentView } from '@headwater/contract/templates';
import { pickedTypes } from '@headwater/domain/outreach/attachments';
import { ApiError } from '#lib/api-error.ts';
import { formatNumber } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { attach, refusal } from '../api/attach.ts';
import editor from './editor.module.css';
import classes from './files.module.css';

interface AttachmentListProps {
  files: readonly AttachmentView[];
  onChange: (files: AttachmentView[]) => void;
  errors?: string | undefined;
  disabled?: boolean | undefined;
  children?: ReactNode;
}

/** One after another, because each check needs the total size of the earlier files. */
function useUpload({ files, onChange }: AttachmentListProps) {
  const [uploading, setUploading] = useState<string>();
  const [problems, setProblems] = useState<string[]>([]);
  const upload = async (chosen: readonly File[]) => {
    const reordered = [...files];
    const found: string[] = [];
    for (const file of chosen) {
      const others = reordered.reduce((sum, { size }) => sum + size * 1024, 0);
      const refused = refusal(file, { others });
      if (refused) {
        found.push(refused);
        continue;
      }
      setUploading(file.name);
      try {
        reordered.push(await attach(file));
        onChange([...reordered]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        found.push(error.message);
      }
    }
    setUploading(undefined);
    setProblems(found);
  };
  return { upload, uploading, problems, clearProblems: () => setProblems([]) };
}

function AttachedFile({ file, disabled, onRemove }: { file: AttachmentView; disabled: boolean; onRemove: () => void }) {
  const { t } = useTranslation('editor');
  return (
    <li className={classes.file}>
      <IconPaperclip size={14} aria-hidden />
      <a href={file.src} className={classes.fileName}>
        {file.name}
      </a>
      <span className={editor.hint}>{t('kilobytes', { size: formatNumber(file.size, currentLanguage()) })}</span>
      <ActionIcon type="button" size="sm" disabled={disabled} aria-label={t('removeFile', { name: file.name })} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </li>
  );
}

/** EDIT-027 to EDIT-032 */
export function AttachmentList(props: AttachmentListProps) {
  const { files, onChange, errors, disabled = false, children } = props;
  const { t } = useTranslation('editor');
  const { upload, uploading, problems, clearProblems } = useUpload(props);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void upload([...event.dataTransfer.files]);
  };
  const shown = [...problems, ...(errors ? [errors] : [])];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drop target; the keyboard uses the button
    <section
      className={classes.attachments}
      data-over={over || undefined}
      aria-label={t('attachments')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <AttachedFile
              key={file.id}
              file={file}
              disabled={disabled}
              onRemove={() => {
                clearProblems();
                onChange(files.filter(({ id }) => id !== file.id));
              }}
            />
          ))}
        </ul>
      )}
      <div className={classes.attach}>
        <Button
          size="xs"
          type="button"
          variant="default"
          leftSection={uploading ? <Loader size={12} /> : <IconPaperclip size={14} />}
          disabled={disabled || uploading !== undefined}
          onClick={() => picker.current?.click()}
        >
          {uploading ? t('uploading', { name: uploading }) : t('attach')}
        </Button>
        {children ?? (!disabled && <span className={`${editor.hint} ${classes.dropHint}`}>{t('dropHere')}</span>)}
      </div>
      {shown.map((problem) => (
        <p key={problem} className={editor.error} role="alert">
          {problem}
        </p>
      ))}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        accept={pickedTypes.map((type) => `.${type}`).join(',')}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void upload(chosen);
        }}
      />
    </section>
  );
}
