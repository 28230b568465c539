import { Portal } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { type CSSProperties, useEffect, useId, useState } from 'react';
import { type BuiltInVariable, isBuiltIn } from '@headwater/domain/outreach/variables';
import { useTranslation } from '#lib/use-translation.ts';
import { partialName, completions } from '../model/completion.ts';
import { type DraftVariable, namesToOffer } from '../model/variables.ts';
import classes from './variables.module.css';

const maxShown = 8;
const width = 280;

function findPartialName(editor: Editor) {
  if (editor.isDestroyed || !editor.isFocused || !editor.isEditable) return null;
  const { selection } = editor.state;
  if (!selection.empty) return null;
  const { $from } = selection;
  const typed = partialName($from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'));
  return typed === undefined ? null : { typed, from: $from.pos - typed.length - 2, to: $from.pos };
}

function positionOf(editor: Editor, at: number): CSSProperties {
  const { left, top, bottom } = editor.view.coordsAtPos(at);
  const { innerHeight, innerWidth } = globalThis;
  const side = bottom + 300 > innerHeight && top > innerHeight / 2 ? { bottom: innerHeight - top + 4 } : { top: bottom + 4 };
  return { left: Math.max(8, Math.min(left, innerWidth - width - 8)), width, ...side };
}

/** Handles a key before the editor does. Returns true if the key is used. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

interface CompletionProps {
  editor: Editor;
  onKeys: (taker: KeyTaker) => void;
  variables: readonly DraftVariable[];
  unsubscribe?: boolean | undefined;
}

export function VariableCompletion({ editor, onKeys, variables, unsubscribe = false }: CompletionProps) {
  const { t } = useTranslation('editor');
  const id = useId();
  const partial = useEditorState({ editor, selector: ({ editor: now }) => findPartialName(now) });
  const [place, setPlace] = useState({ typed: '', index: 0 });
  const [closedAt, setClosedAt] = useState<number>();
  const { builtIn, own } = namesToOffer(variables, { unsubscribe });
  const choices = [...own, ...builtIn].map((name) => ({ name, label: isBuiltIn(name) ? t(`variables.${name as BuiltInVariable}`) : name }));
  const found = partial && partial.from !== closedAt ? completions(choices, partial.typed).slice(0, maxShown) : [];
  const isOpen = partial !== null && found.length > 0;
  const index = place.typed === partial?.typed ? Math.min(place.index, found.length - 1) : 0;
  const active = isOpen ? `${id}-${index}` : undefined;
  useEffect(() => {
    // In a slow render the editor may be destroyed and replaced before this effect runs.
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    if (active === undefined) {
      dom.removeAttribute('aria-activedescendant');
      dom.removeAttribute('aria-controls');
      return;
    }
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', active);
  }, [editor, active, id]);
  const pick = (name: string) => {
    if (partial)
      editor.chain().focus().insertContentAt({ from: partial.from, to: partial.to }, { type: 'variable', attrs: { name } }).run();
  };
  const step = (by: number) => setPlace({ typed: partial?.typed ?? '', index: (index + by + found.length) % found.length });
  const takeKey = ({ key }: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const chosen = found[index];
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if ((key === 'Enter' || key === 'Tab') && chosen) pick(chosen.name);
    else if (key === 'Escape') setClosedAt(partial.from);
    else return false;
    return true;
  };
  useEffect(() => {
    onKeys(takeKey);
  });
  if (!isOpen) return null;
  return (
    <Portal>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- WAI-ARIA combobox pattern: the text refers to this list */}
      <div id={id} className={classes.completions} style={positionOf(editor, partial.from)} role="listbox" aria-label={t('variable')}>
        {found.map(({ name, label }, at) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text handles the keys
          <div
            key={name}
            id={`${id}-${at}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of that list
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(name)}
          >
            {label}
            {label !== name && <code className={classes.code}>{name}</code>}
          </div>
        ))}
      </div>
    </Portal>
  );
}
