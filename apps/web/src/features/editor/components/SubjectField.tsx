import { DOMParser } from '@tiptap/pm/model';
import { useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { subjectExtensions } from '../model/extensions.ts';
import { useLive } from '../model/live.ts';
import { subjectHtml } from '../model/message-html.ts';
import { type DraftVariable, isKnownAmong } from '../model/variables.ts';
import { EditorFrame } from './EditorFrame.tsx';
import classes from './editor.module.css';
import { VariablePicker } from './VariablePicker.tsx';

interface SubjectFieldProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  variables: readonly DraftVariable[];
  onAddVariable?: ((name: string) => void) | undefined;
  errors?: string | undefined;
  disabled?: boolean | undefined;
}

const oneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** EDIT-005, EDIT-006: one line; pasted line ends become spaces, Enter does nothing, and of pasted html only its text comes in. */
export function SubjectField({ value, onChange, label, variables, onAddVariable, errors, disabled = false }: SubjectFieldProps) {
  const live = useLive({ onChange, isKnown: isKnownAmong(variables) });
  const [first] = useState(value);
  const told = useRef(value);
  const [extensions] = useState(() => subjectExtensions((name) => live().isKnown(name)));
  const editor = useEditor({
    extensions,
    content: subjectHtml(first, isKnownAmong(variables)),
    editable: !disabled,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'false', 'aria-required': 'true' },
      handleKeyDown: (_view, event) => event.key === 'Enter',
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData('text/plain');
        if (!text) return false;
        const holder = document.createElement('div');
        holder.innerHTML = subjectHtml(oneLine(text), (name) => live().isKnown(name));
        view.dispatch(
          view.state.tr.replaceSelection(DOMParser.fromSchema(view.state.schema).parseSlice(holder, { preserveWhitespace: true })),
        );
        return true;
      },
    },
    onUpdate: ({ editor: now }) => {
      told.current = now.getText();
      live().onChange(told.current);
    },
  });
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => {
    if (!editor || value === told.current) return;
    told.current = value;
    editor.commands.setContent(subjectHtml(value, live().isKnown), { emitUpdate: false });
  }, [editor, value, live]);
  const insert = (name: string) => editor?.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run();
  const picker = (
    <VariablePicker
      variables={variables}
      disabled={disabled}
      onPick={insert}
      onAdd={
        onAddVariable &&
        ((name) => {
          onAddVariable(name);
          insert(name);
        })
      }
    />
  );
  return (
    <EditorFrame
      editor={editor}
      label={label}
      error={errors}
      className={classes.subject}
      after={<span className={classes.subjectEnd}>{picker}</span>}
    />
  );
}
