import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FitNoteView } from '@headwater/contract/fit-notes';
import { useTranslation } from '#lib/use-translation.ts';
import { confirm, openModal } from '#ui/modals.tsx';
import { ProfilePart } from '#ui/ProfilePart.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { type FitNoteValues, fitNotesQuery, useFitNoteActions } from '../api/fit-notes.ts';
import { FitNoteForm } from './FitNoteForm.tsx';
import classes from './fit-notes.module.css';

interface OpenForm {
  title: string;
  note?: FitNoteView;
  submit: (values: FitNoteValues) => Promise<void>;
  onSaved?: () => void;
}

const openForm = ({ title, ...form }: OpenForm) =>
  void openModal({ title, content: (close) => <FitNoteForm {...form} onDone={() => close()} /> });

function NoteMenu({ note }: { note: FitNoteView }) {
  const { t } = useTranslation('fit-notes');
  const { change, remove } = useFitNoteActions();
  const edit = () => openForm({ title: t('editTitle'), note, submit: (values) => change(note.id, values) });
  const take = async () => {
    if (!(await confirm({ title: t('deleteTitle'), text: t('deleteText'), confirm: t('delete'), danger: true }))) return;
    await remove(note.id).then(() => showSnackbar({ message: t('deleted') }), showError);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { name: note.created_by.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {note.permissions.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={edit}>
            {t('edit')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void take()}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Note({ note }: { note: FitNoteView }) {
  const { t } = useTranslation('fit-notes');
  const { created_by: author, folder, updated_at: updatedAt, permissions } = note;
  return (
    <li className={classes.note}>
      <div className={classes.words}>
        <span className={classes.verdict} data-verdict={note.verdict}>
          {t(`verdicts.${note.verdict}`)}
        </span>
        <p className={classes.text}>{note.text}</p>
        <span className={classes.facts}>
          <span>{author.name}</span>
          <RelativeTime value={updatedAt} />
          {folder && (
            <Link to="/folders/$folderId" params={{ folderId: String(folder.id) }}>
              {folder.name}
            </Link>
          )}
        </span>
      </div>
      {(permissions.edit || permissions.remove) && <NoteMenu note={note} />}
    </li>
  );
}

/** More notes would push tasks and comments off the screen. */
const shownNotes = 3;

interface ProfileFitNotesProps {
  profileId: number;
  /** The note is written in the vacancy of this candidate. */
  candidateId?: number | undefined;
}

/** PPL-002 */
export function ProfileFitNotes({ profileId, candidateId }: ProfileFitNotesProps) {
  const { t } = useTranslation('fit-notes');
  const { data, isSuccess } = useQuery(fitNotesQuery(profileId));
  const { add } = useFitNoteActions();
  const [showsAll, setShowsAll] = useState(false);
  const notes = data?.fit_notes ?? [];
  const create = () =>
    openForm({
      title: t('addTitle'),
      submit: (values) => add(profileId, values, candidateId),
      onSaved: () => showSnackbar({ message: t('added'), tone: 'success' }),
    });
  return (
    <ProfilePart
      title={t('title')}
      count={notes.length}
      addLabel={t('add')}
      onAdd={create}
      none={isSuccess && notes.length === 0 && t('none')}
    >
      <ul className={classes.list}>
        {(showsAll ? notes : notes.slice(0, shownNotes)).map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {notes.length > shownNotes && !showsAll && (
        <Button variant="subtle" size="compact-xs" ml={-8} mt={8} onClick={() => setShowsAll(true)}>
          {t('showAll', { total: notes.length })}
        </Button>
      )}
    </ProfilePart>
  );
}
