import { ActionIcon, FileButton, Tooltip } from '@mantine/core';
import { IconFile, IconFileImport, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { formatDate } from '#lib/format.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { useAttachFile, useRemoveFile } from '../api/files.ts';
import { resumesQuery } from '../api/profile.ts';
import { EnrichDialog } from './EnrichDialog.tsx';
import type { PreviewedFile } from './preview/FilePreview.tsx';
import classes from './profile.module.css';
import { Section } from './Section.tsx';

const accepted = '.pdf,.doc,.docx,.rtf,.odt,.txt';

type Enriching = Pick<ComponentProps<typeof EnrichDialog>, 'profileId' | 'fileId' | 'name'>;

const openEnrich = (about: Enriching, title: string) =>
  void openModal({ title, size: 'md', content: (close) => <EnrichDialog {...about} onDone={() => close()} /> });

/** A modified click downloads the file. */
function FileLink({ onPreview, ...file }: PreviewedFile & Pick<FilesProps, 'onPreview'>) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPreview(file);
  };
  return (
    <a href={file.url} download onClick={open}>
      {file.name}
    </a>
  );
}

interface FilesProps {
  profileId: number;
  name: string | null;
  onPreview: (file: PreviewedFile) => void;
}

export function Files({ profileId, name, onPreview }: FilesProps) {
  const { t } = useTranslation('profiles');
  const resumes = useQuery(resumesQuery(profileId));
  const attach = useAttachFile(profileId);
  const remove = useRemoveFile(profileId);
  const user = useCurrentUser();
  const mayEnrich = mayAccess('search', asActor(user)) && user.permissions.personal_info;
  const enrich = (fileId: number, filename: string | null) => openEnrich({ profileId, fileId, name }, filename ?? t('enrich.title'));
  const upload = (file: File | null) => {
    if (!file) return;
    attach.mutate(file, {
      onError: showError,
      onSuccess: (name) => showSnackbar({ message: t('attached', { name }), tone: 'success' }),
    });
  };
  const button = (
    <FileButton accept={accepted} onChange={upload}>
      {(props) => (
        <Tooltip label={t('attach')}>
          <ActionIcon {...props} aria-label={t('attach')} loading={attach.isPending}>
            <IconPaperclip size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
  const list = resumes.data?.resumes ?? [];
  return (
    <Section title={t('files')} count={list.length} action={button}>
      {resumes.isSuccess && list.length === 0 && <p className={classes.quiet}>{t('noFiles')}</p>}
      <ul className={classes.list} style={{ gap: 4 }}>
        {list.map((resume) => (
          <li key={resume.resume_id} className={classes.contact}>
            <IconFile size={16} stroke={1.5} className={classes.icon} aria-hidden />
            <span className={classes.contactValue}>
              {resume.url === null ? (
                <span title={t('resumeClosed')}>{resume.filename ?? resume.type}</span>
              ) : (
                <FileLink id={resume.resume_id} name={resume.filename ?? resume.type} url={resume.url} onPreview={onPreview} />
              )}
              <span className={classes.quiet}> {resume.url === null ? t('resumeClosed') : formatDate(resume.date, currentLanguage())}</span>
            </span>
            {mayEnrich && resume.enrichable && resume.file_id !== null && (
              <Tooltip label={t('enrich.title')}>
                <ActionIcon
                  size="sm"
                  aria-label={t('enrich.button', { name: resume.filename ?? '' })}
                  onClick={() => enrich(resume.file_id ?? 0, resume.filename)}
                >
                  <IconFileImport size={14} />
                </ActionIcon>
              </Tooltip>
            )}
            {resume.file_id !== null && resume.is_own && (
              <ActionIcon
                size="sm"
                aria-label={t('removeFile', { name: resume.filename ?? '' })}
                onClick={() => remove.mutate(resume.file_id ?? 0, { onError: showError })}
              >
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
