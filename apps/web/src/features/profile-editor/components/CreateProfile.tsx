import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileMatch } from '@headwater/contract/profile-creation';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { sendEvent } from '#lib/usage-events.ts';
import { newRequestKey } from '#lib/request-key.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm } from '#ui/modals.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { matchesQuery } from '../api/creation.ts';
import { useForgetProfiles } from '../api/editing.ts';
import { writeDraft } from '../model/draft.ts';
import { contactsOf, type EditorValues, toForm, wholeOf } from '../model/form.ts';
import { showRefusal } from '../model/show-refusal.ts';
import { useProfileForm } from '../model/use-profile-form.ts';
import { EditorFrame } from './EditorFrame.tsx';
import { Matches, MatchList } from './Matches.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { useSource } from './use-source.ts';

const identityOf = (values: EditorValues) => ({
  name: `${values.first_name} ${values.last_name}`.trim(),
  contacts: contactsOf(values).filter(({ value }) => value.trim().length > 4 && value.length <= 255),
  links: values.links.map(({ url }) => url.trim()).filter((url) => url.includes('/')),
});

const draftKeyOf = (userId: number) => `${userId}.new`;

/** DEC-13: undo works after the form is closed. The next form starts with the same input. */
function useUndoCreation(onUndone: (id: number) => void) {
  const user = useCurrentUser();
  const { t } = useTranslation('ui');
  const forget = useForgetProfiles();
  return async (id: number, values: EditorValues) => {
    try {
      await api.profileCreation.undo({ id });
      writeDraft(draftKeyOf(user.id), { values, at: new Date().toISOString(), after: 0 });
      onUndone(id);
      showSnackbar({ message: t('jobUndone'), tone: 'success' });
      await forget();
    } catch (error) {
      showError(error);
    }
  };
}

interface CreateProfileProps {
  onCreated: (id: number) => void;
  onUndone: (id: number) => void;
  onCancel: () => void;
}

/** PEDT-001, PEDT-005 */
export function CreateProfile({ onCreated, onUndone, onCancel }: CreateProfileProps) {
  const { t } = useTranslation(['profile-editor', 'ui']);
  const user = useCurrentUser();
  const client = useQueryClient();
  const [start] = useState(() => toForm({}, []));
  const [requestKey] = useState(newRequestKey);
  const state = useProfileForm({ start, draftKey: draftKeyOf(user.id), after: 0 });
  const source = useSource(state);
  const [saving, setSaving] = useState(false);
  const forget = useForgetProfiles();
  const [settled] = useDebouncedValue(identityOf(state.form.values), 400);
  const { data } = useQuery(matchesQuery(settled));
  const shown = settled.contacts.length + settled.links.length > 0 ? data : undefined;

  /** Duplicates are shown and never merged automatically. The user must confirm the creation. */
  const mayCreate = async (values: EditorValues): Promise<boolean> => {
    const known = identityOf(values);
    const found: ProfileMatch[] =
      known.contacts.length + known.links.length > 0 ? (await client.fetchQuery(matchesQuery(known))).matches : [];
    if (found.length === 0) return true;
    return confirm({ title: t('matchTitle'), text: <MatchList matches={found} />, confirm: t('createAnyway') });
  };
  const takeBack = useUndoCreation(onUndone);
  const create = async () => {
    if (saving) return;
    setSaving(true);
    const values = state.form.getValues();
    try {
      if (!(await mayCreate(values))) return;
      const file = source.fileId === undefined ? {} : { file_id: source.fileId };
      const { first_name: first = '', last_name: last = '', ...form } = wholeOf(values);
      // The server reports a missing name at its field, also with a file.
      const made = await api.profileCreation.create({
        first_name: first,
        last_name: last,
        ...form,
        contacts: contactsOf(values),
        ...file,
        request_key: requestKey,
      });
      sendEvent('Profile: Create', { Profile_Create_Type: source.fileId === undefined ? 'Form' : `File ${source.fileUpload ?? 'Click'}` });
      state.markAllSaved();
      await forget();
      const undo = { label: t('undo', { ns: 'ui' }), act: () => void takeBack(made.id, values) };
      showSnackbar({
        message: t(made.created ? 'created' : 'createdBefore'),
        tone: 'success',
        ...(made.created ? { action: undo } : {}),
      });
      onCreated(made.id);
    } catch (error) {
      showRefusal(error, {
        form: state.form,
        words: { failed: t('notSaved'), whole: t('notCreated'), offline: t('offline', { ns: 'ui' }) },
      });
    } finally {
      setSaving(false);
    }
  };
  return (
    <EditorFrame
      title={t('createTitle')}
      state={state}
      editor={{}}
      submitLabel={t('create')}
      saving={saving}
      onSubmit={() => void create()}
      onCancel={onCancel}
      aside={
        <>
          <SourcePanel source={source} />
          <Matches matches={shown?.matches ?? []} notice={shown?.notice} />
        </>
      }
    />
  );
}
