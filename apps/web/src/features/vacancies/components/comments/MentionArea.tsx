import { Popover, Textarea, VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import type { CommentPlace } from '../../api/comments.ts';
import { MentionList } from './MentionList.tsx';
import { useMentions } from './use-mentions.ts';
import classes from './Mentions.module.css';

interface MentionAreaProps {
  label: string;
  name: string;
  text: string;
  onText: (text: string) => void;
  error?: ReactNode;
  area: RefObject<HTMLTextAreaElement | null>;
  place: CommentPlace;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Arrows select, Enter or Tab insert, Escape closes the list. */
export function MentionArea({ label, name, text, onText, error, area, place, onKeyDown }: MentionAreaProps) {
  const { t } = useTranslation('vacancies');
  const { list, nobody, attributes, look, leave, typed, pressed } = useMentions({ text, onText, area, place });
  const count = list.people.length;
  const reason = nobody && t(place.candidateId === undefined ? 'comment.nobodyHere' : 'comment.nobody', { text: nobody });
  return (
    <Popover
      opened={count > 0 || Boolean(reason)}
      position="bottom-start"
      offset={4}
      shadow="md"
      withRoles={false}
      closeOnEscape={false}
      trapFocus={false}
    >
      <Popover.Target>
        <div>
          <Textarea
            ref={area}
            name={name}
            aria-label={label}
            placeholder={label}
            aria-autocomplete="list"
            autosize
            minRows={1}
            maxRows={12}
            maxLength={5000}
            value={text}
            error={error}
            onChange={(event) => typed(event.currentTarget.value)}
            onSelect={look}
            onBlur={leave}
            onKeyDown={(event) => {
              if (!pressed(event)) onKeyDown(event);
            }}
            {...attributes}
          />
          <VisuallyHidden component="output">{count > 0 ? t('comment.found', { count }) : reason}</VisuallyHidden>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={4} maw="min(420px, calc(100vw - 32px))">
        {reason ? <p className={classes.nobody}>{reason}</p> : <MentionList {...list} />}
      </Popover.Dropdown>
    </Popover>
  );
}
