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

/** Whom the text may mean. The focus stays in the text. */
export function MentionList({ id, people, active, onActive, onPick }: MentionListProps) {
  const { t } = useTranslation('vacancies');
  // The element of another option is another one: it comes into sight when it becomes the chosen one.
  const show = useCallback((element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' }), []);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list that the text points to, as the WAI pattern of a combobox wants it
    <div id={id} role="listbox" aria-label={t('comment.people')} className={classes.list}>
      {people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text, which keeps the focus
        <div
          key={person.id}
          ref={index === active ? show : undefined}
          id={optionId(id, person)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one of the list that the text points to
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
