import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
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

interface Line {
  key: string;
  words: string;
}

interface Part {
  title: string;
  lines: readonly Line[];
}

function usePartsOf(): (preview: EnrichmentPreview) => readonly Part[] {
  const { t } = useTranslation('profiles');
  const wordsOf = useEntryWords();
  return ({ added, contacts }) =>
    [
      ...added.map(({ field, entries, keys }) => ({
        title: t(`field.${field}`),
        lines: entries.map((entry, index) => ({ key: keys[index] ?? '', words: wordsOf(entry) })),
      })),
      { title: t('contacts'), lines: contacts.map(({ key, value }) => ({ key, words: value })) },
    ].filter(({ lines }) => lines.length > 0);
}

interface PickProps {
  picked: ReadonlySet<string>;
  onPick: (keys: readonly string[], isPicked: boolean) => void;
}

function PartChoice({ part: { title, lines }, picked, onPick }: PickProps & { part: Part }) {
  const keys = lines.map(({ key }) => key);
  const count = keys.filter((key) => picked.has(key)).length;
  return (
    <fieldset className={classes.choice}>
      <legend>
        <Checkbox
          size="sm"
          fw={500}
          label={title}
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          onChange={(event) => onPick(keys, event.currentTarget.checked)}
        />
      </legend>
      {lines.map(({ key, words }) => (
        <Checkbox
          key={key}
          size="sm"
          label={words}
          checked={picked.has(key)}
          onChange={(event) => onPick([key], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  preview: EnrichmentPreview;
  name: string | null;
  onCancel: () => void;
  onAdd: (leftOut: readonly string[]) => Promise<void>;
}

/** Nothing is selected at first if the file names another person. */
function Choice({ preview, name, onCancel, onAdd }: ChoiceProps) {
  const { t } = useTranslation(['profiles', 'ui']);
  const parts = usePartsOf()(preview);
  const all = parts.flatMap(({ lines }) => lines.map(({ key }) => key));
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(preview.is_other_person ? [] : all));
  const [isSaving, setSaving] = useState(false);
  const pick = (keys: readonly string[], isPicked: boolean) =>
    setPicked((before) => new Set(isPicked ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  const add = async () => {
    setSaving(true);
    await onAdd(all.filter((key) => !picked.has(key)));
    setSaving(false);
  };
  return (
    <>
      {preview.is_other_person && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('enrich.otherTitle')}>
          {t('enrich.otherName', { name: preview.name, own: name ?? t('hiddenName') })}
        </Alert>
      )}
      <p className={classes.quiet}>{t('enrich.text')}</p>
      {parts.map((part) => (
        <PartChoice key={part.title} part={part} picked={picked} onPick={pick} />
      ))}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button data-autofocus disabled={picked.size === 0} loading={isSaving} onClick={() => void add()}>
          {t('enrich.add')}
        </Button>
      </Group>
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
  const messageOf = (failure: unknown) => (isAboutFile(failure) ? (failure as ApiError).message : t('enrich.failed'));
  const tell = (failure: unknown) => showSnackbar({ message: messageOf(failure), tone: 'danger' });
  const add = async (leftOut: readonly string[]) => {
    try {
      const fragmentId = await enrich(fileId, leftOut);
      const takeBack = () => void undo(fragmentId).then(() => showSnackbar({ message: t('enrich.undone') }), tell);
      showSnackbar({ message: t('enrich.done'), tone: 'success', action: { label: t('undo', { ns: 'ui' }), act: takeBack } });
      onDone();
    } catch (failure) {
      tell(failure);
    }
  };
  return (
    <Stack gap="md" aria-busy={isPending}>
      {isPending && <SkeletonText lines={6} />}
      {error && <Alert color="red">{messageOf(error)}</Alert>}
      {data && !error ? (
        <Choice preview={data} name={name} onCancel={onDone} onAdd={add} />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {error ? t('close') : t('cancel', { ns: 'ui' })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
