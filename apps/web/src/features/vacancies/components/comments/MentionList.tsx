import { useCallback } from 'react';
import type { Mentionable } from '@headwater/contract/comments';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import classes from './Mentions.module.css';

interface MentionListProps {
  id: string;
  people: readonly Mentionable[];
  active: number;
  onActive: (index: number) => void;
  onPick: (person: Mentionable) => void;
}

export const optionId = (list: string, { id }: Mentionable) => `${list}-${id}`;

export function MentionList({ id, people, active, onActive, onPick }: MentionListProps) {
  const { t } = useTranslation('vacancies');
  // The ref moves to the selected option, which scrolls into view.
  const show = useCallback((element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' }), []);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- listbox of a combobox, as in the WAI-ARIA pattern
    <div id={id} role="listbox" aria-label={t('comment.people')} className={classes.list}>
      {people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the focus and handles the keys
        <div
          key={person.id}
          ref={index === active ? show : undefined}
          id={optionId(id, person)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option of the listbox
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onActive(index)}
          onClick={() => onPick(person)}
        >
          <Avatar name={person.name} size={24} />
          <span className={classes.name}>{person.name}</span>
          <span className={classes.email}>{person.email}</span>
        </div>
      ))}
    </div>
  );
}
