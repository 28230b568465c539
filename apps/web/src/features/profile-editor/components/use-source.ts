import { useState } from 'react';
import type { ReadPerson } from '@headwater/contract/profile-creation';
import { isSameValue } from '@headwater/domain/profiles/fragments';
import type { PropertyValue } from '@headwater/domain/usage-events/properties';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { isRefused, uploadForProfile } from '../api/creation.ts';
import { type EditorValues, newKey, toForm } from '../model/form.ts';
import type { ProfileFormState } from '../model/use-profile-form.ts';

export type FileUpload = PropertyValue<'File_Upload_Type'>;

export interface SourceReader {
  busy: boolean;
  problem: string | undefined;
  note: string | undefined;
  /** The existing profile of the same file. */
  knownId: number | null;
  fileId: number | undefined;
  /** How the user chose the file. */
  fileUpload: FileUpload | undefined;
  readFile: (file: File, how: FileUpload) => Promise<void>;
  readText: (text: string) => Promise<void>;
  lookUp: (link: string) => Promise<void>;
}

const isFilled = (value: unknown) =>
  value !== '' && value !== false && !(Array.isArray(value) && value.length === 0) && !isSameValue(value, { amount: '', currency: '' });

/** Overwrites only the fields that were read. */
function fillIn({ form }: ProfileFormState, { values, contacts }: Pick<ReadPerson, 'values' | 'contacts'>): void {
  const read = toForm(values, contacts);
  const readFields = Object.entries(read).filter(([, value]) => isFilled(value));
  form.setValues({ ...form.getValues(), ...(Object.fromEntries(readFields) as Partial<EditorValues>) });
  form.clearErrors();
}

interface Outcome {
  problem?: string;
  note?: string;
  knownId?: number | null;
}

/** Undefined if the upload failed without a reason. */
async function uploaded(file: File): Promise<number | undefined> {
  try {
    return await uploadForProfile(file);
  } catch (error) {
    if (isRefused(error) || (error instanceof ApiError && error.status === 401)) throw error;
    return undefined;
  }
}

export function useSource(state: ProfileFormState): SourceReader {
  const { t } = useTranslation(['profile-editor', 'ui']);
  const [busy, setBusy] = useState(false);
  const [fileId, setFileId] = useState<number>();
  const [fileUpload, setFileUpload] = useState<FileUpload>();
  const [outcome, setOutcome] = useState<Outcome>({});
  const run = async (work: () => Promise<Outcome>) => {
    if (busy) return;
    setBusy(true);
    setOutcome({});
    try {
      setOutcome(await work());
    } catch (error) {
      if (isAbort(error) || (error instanceof ApiError && error.status === 401)) return;
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ problem: error.status === 0 ? t('offline', { ns: 'ui' }) : error.message });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    problem: outcome.problem,
    note: outcome.note,
    knownId: outcome.knownId ?? null,
    fileId,
    fileUpload,
    readFile: (file, how) =>
      run(async () => {
        setFileId(undefined);
        const id = await uploaded(file);
        // PEDT-011
        if (id === undefined) return { problem: t('uploadFailed') };
        sendEvent('File: Upload', { File_Upload_Type: how, Attachments_Count: 1 });
        const read = await api.profileCreation.read({ file_id: id });
        fillIn(state, read);
        setFileId(id);
        setFileUpload(how);
        return { note: t(read.known_id === null ? 'filledFrom' : 'fileKnown', { name: file.name }), knownId: read.known_id };
      }),
    readText: (text) =>
      run(async () => {
        fillIn(state, await api.profileCreation.read({ text }));
        return { note: t('filledFromText') };
      }),
    lookUp: (link) =>
      run(async () => {
        const { matches } = await api.profileCreation.matches({ links: [link] });
        const [match] = matches;
        if (match) return { note: t('linkKnown', { name: match.name ?? t('hiddenName') }), knownId: match.id };
        const { links } = state.form.getValues();
        if (!links.some(({ url }) => url === link)) state.form.insertListItem('links', { url: link, key: newKey() });
        return { note: t('linkNew') };
      }),
  };
}
