import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import type { ShownContact } from '@headwater/contract/profiles';
import { api } from '#lib/api.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { editingQuery, restoreField, useForgetProfiles } from '../api/editing.ts';
import { changeOf, contactChangeOf, type EditorField, type EditorValues, toForm } from '../model/form.ts';
import { showRefusal } from '../model/show-refusal.ts';
import { useProfileForm } from '../model/use-profile-form.ts';
import { ChangeList } from './ChangeList.tsx';
import { EditorFrame } from './EditorFrame.tsx';

interface EditProfileProps {
  editing: ProfileEditing;
  contacts: ShownContact[];
  name: string;
  onLeave: () => void;
}

const newestOf = ({ fragments }: Pick<ProfileEditing, 'fragments'>) => fragments.at(-1)?.id ?? 0;
const contactValues = (contacts: readonly ShownContact[]) =>
  contacts.map(({ id, type, value, kind }) => ({ id, type, value: value ?? '', kind }));

function useUndo(profileId: number) {
  const { t } = useTranslation('ui');
  const forget = useForgetProfiles();
  return async (fragmentId: number | undefined, contacts: { add: ReturnType<typeof contactChangeOf>['gone']; remove: number[] }) => {
    try {
      if (fragmentId !== undefined) await api.profileFragments.remove({ id: fragmentId });
      if (contacts.add.length + contacts.remove.length > 0) {
        const add = contacts.add.map(({ type, value, kind }) => ({ type, value, kind }));
        await api.profileFragments.add({ id: profileId, contacts: { add, remove: contacts.remove } });
      }
      showSnackbar({ message: t('jobUndone'), tone: 'success' });
    } catch (error) {
      showError(error);
    }
    await forget();
  };
}

/** PEDT-002, PEDT-007: the original data stays. */
export function EditProfile({ editing: opened, contacts, name, onLeave }: EditProfileProps) {
  const { t } = useTranslation(['profile-editor', 'ui']);
  const user = useCurrentUser();
  const id = opened.profile_id;
  const { data, refetch } = useQuery(editingQuery(id));
  const latest = data ?? opened;
  const [start] = useState(() => toForm(opened.seen, contactValues(contacts)));
  const state = useProfileForm({ start, draftKey: `${user.id}.${id}`, after: newestOf(opened) });
  const [saving, setSaving] = useState(false);
  const forget = useForgetProfiles();
  const undo = useUndo(id);
  const { form, before } = state;

  const reload = async () => (await refetch()).data;

  const save = async () => {
    if (saving || !state.isDirty) return;
    setSaving(true);
    const now = form.getValues();
    const { add, remove, gone, places } = contactChangeOf(now, before);
    try {
      const saved = await api.profileFragments.add({ id, ...changeOf(now, before), contacts: { add, remove }, after: state.after });
      state.markAllSaved();
      await forget();
      showSnackbar({
        message: t('saved', { ns: 'ui' }),
        tone: 'success',
        action: {
          label: t('undo', { ns: 'ui' }),
          act: () => void undo(saved.fragment?.id, { add: gone, remove: saved.contacts_added }),
        },
      });
      onLeave();
    } catch (error) {
      const placeOf = (field: string) =>
        field.replace(/^contacts\.add\.(\d+)/, (_, place: string) => `contacts.${places[Number(place)] ?? place}`);
      showRefusal(error, { form, words: { failed: t('notSaved'), offline: t('offline', { ns: 'ui' }) }, placeOf });
      // After the error, the user knows the colleague's save and may overwrite it.
      await forget();
      state.markSeen(newestOf((await reload()) ?? opened));
    } finally {
      setSaving(false);
    }
  };
  const markSaved = (field: EditorField, values: ProfileEditing['seen']) => state.markSaved(field, toForm(values, []) as EditorValues);
  const reread = async (fields: readonly EditorField[]) => {
    await forget();
    const fresh = await reload();
    if (!fresh) return;
    for (const field of fields) markSaved(field, fresh.seen);
    state.markSeen(newestOf(fresh));
  };
  const restore = (field: EditorField) => void restoreField(id, field).then(() => reread([field]), showError);
  const undoSave = async (fragmentId: number) => {
    const fields = latest.fragments.find((one) => one.id === fragmentId)?.fields ?? [];
    await undo(fragmentId, { add: [], remove: [] });
    await reread(fields.filter((field): field is EditorField => field in before));
  };
  return (
    <EditorFrame
      title={t('editTitle')}
      note={name}
      state={state}
      editor={{ editing: latest, restore, acceptTheirs: (field) => markSaved(field, latest.seen) }}
      contactsNote={t('ownContacts')}
      submitLabel={t('save', { ns: 'ui' })}
      saving={saving}
      idle={!state.isDirty}
      onSubmit={() => void save()}
      onCancel={onLeave}
      asideLast
      aside={<ChangeList fragments={latest.fragments} onUndo={(fragmentId) => void undoSave(fragmentId)} />}
    />
  );
}
