import { Button } from '@mantine/core';
import { IconPencil, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { ProfileView } from '@headwater/contract/profiles';
import { mayAccess } from '@headwater/domain/access';
import { asActor } from '#lib/actor.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { tagsQuery, useSaveTags } from '../api/tags.ts';
import classes from './Tags.module.css';
import { TagField } from './TagField.tsx';

/** CTP-008 to CTP-010. */
export function Tags({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('profiles');
  const user = useCurrentUser();
  const mayEdit = mayAccess('search', asActor(user)) && user.permissions.tags;
  const [isEditing, setEditing] = useState(false);
  const focus = useFirstFocus<HTMLInputElement>();
  const button = useRef<HTMLButtonElement>(null);
  const query = useQuery({ ...tagsQuery(profile.doc_id), initialData: { tags: profile.display_profile_tags } });
  const save = useSaveTags(profile.doc_id);
  const names = query.data.tags.map(({ name }) => name);
  const shortcuts = useMemo(
    () => [
      {
        keys: 't',
        label: t('tags.add'),
        group: t('profile'),
        act: (event: globalThis.KeyboardEvent) => {
          event.preventDefault();
          setEditing(true);
        },
        disabled: !mayEdit,
      },
    ],
    [t, mayEdit],
  );
  useShortcuts(shortcuts);
  if (!user.permissions.tags || (!mayEdit && names.length === 0)) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setEditing(false);
    // Leaving the field by keyboard returns the focus to the button.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isEditing)
    return (
      <div className={classes.field}>
        <TagField
          aria-label={t('tags.title')}
          placeholder={t('tags.placeholder')}
          size="xs"
          ref={focus}
          value={names}
          onChange={(next) => save.mutate(next, { onError: () => showSnackbar({ message: t('tags.failed'), tone: 'danger' }) })}
          onBlur={() => setEditing(false)}
          onKeyDown={onKeyDown}
        />
      </div>
    );
  return (
    <div className={classes.tags}>
      {names.length > 0 && (
        <ul className={classes.list} aria-label={t('tags.title')}>
          {names.map((name) => (
            <li key={name} className={classes.tag}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <Button
          ref={button}
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={names.length > 0 ? <IconPencil size={14} stroke={1.6} /> : <IconTag size={14} stroke={1.6} />}
          onClick={() => setEditing(true)}
        >
          {names.length > 0 ? t('tags.edit') : t('tags.add')}
        </Button>
      )}
    </div>
  );
}
