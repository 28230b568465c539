import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EnrichmentPreview } from '@headwater/contract/profile-enrichment';
import { ApiError } from '#lib/api-error.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { SkeletonText } from '#ui/skeletons.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { enrichmentPreviewQuery, useEnrichment } from '../api/enrichment.ts';
import classes from './profile.module.css';
import { useEntryWords } from './use-entry-words.ts';

interface EnrichDialogProps {
  profileId: number;
  fileId: number;
  name: string | null;
  onDone: () => void;
}

const mostLines = 12;

function Added({ title, lines }: { title: string; lines: readonly string[] }) {
  const { t } = useTranslation('profiles');
  const hidden = lines.length - mostLines;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {lines.slice(0, mostLines).map((line) => (
          <div key={line}>{line}</div>
        ))}
        {hidden > 0 && <div className={classes.quiet}>{t('more', { count: hidden })}</div>}
      </dd>
    </>
  );
}

function Preview({ preview, name }: { preview: EnrichmentPreview; name: string | null }) {
  const { t } = useTranslation('profiles');
  const wordsOf = useEntryWords();
  const isOther = preview.name !== '' && name !== null && preview.name.toLowerCase() !== name.toLowerCase();
  return (
    <>
      {isOther && <Alert color="yellow">{t('enrich.otherName', { name: preview.name })}</Alert>}
      <p className={classes.quiet}>{t('enrich.text')}</p>
      <dl className={classes.facts}>
        {preview.added.map(({ field, entries }) => (
          <Added key={field} title={t(`field.${field}`)} lines={[...new Set(entries.map(wordsOf))]} />
        ))}
        {preview.contacts.length > 0 && <Added title={t('contacts')} lines={preview.contacts.map(({ value }) => value)} />}
      </dl>
    </>
  );
}

/** FILE-011 and FILE-012 are errors of the file; FILE-013 covers all others. */
const isAboutFile = (error: unknown) => error instanceof ApiError && [404, 409, 422].includes(error.status);

/** FILE-009 to FILE-013. */
export function EnrichDialog({ profileId, fileId, name, onDone }: EnrichDialogProps) {
  const { t } = useTranslation(['profiles', 'ui']);
  const { data, error, isPending } = useQuery(enrichmentPreviewQuery(profileId, fileId));
  const { enrich, undo } = useEnrichment(profileId);
  const [isSaving, setSaving] = useState(false);
  const messageOf = (failure: unknown) => (isAboutFile(failure) ? (failure as ApiError).message : t('enrich.failed'));
  const tell = (failure: unknown) => showSnackbar({ message: messageOf(failure), tone: 'danger' });
  const save = async () => {
    setSaving(true);
    try {
      const fragmentId = await enrich(fileId);
      const takeBack = () => void undo(fragmentId).then(() => showSnackbar({ message: t('enrich.undone') }), tell);
      showSnackbar({ message: t('enrich.done'), tone: 'success', action: { label: t('undo', { ns: 'ui' }), act: takeBack } });
      onDone();
    } catch (failure) {
      setSaving(false);
      tell(failure);
    }
  };
  return (
    <Stack gap="md" aria-busy={isPending}>
      {isPending && <SkeletonText lines={6} />}
      {error && <Alert color="red">{messageOf(error)}</Alert>}
      {data && <Preview preview={data} name={name} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {error ? t('close') : t('cancel', { ns: 'ui' })}
        </Button>
        {!error && (
          <Button data-autofocus disabled={!data} loading={isSaving} onClick={() => void save()}>
            {t('enrich.add')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
