import { DOMParser } from '@tiptap/pm/model';
import { useEditor } from '@tiptap/react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { passesEscape } from '../model/escape.ts';
import { subjectExtensions } from '../model/extensions.ts';
import { useLive } from '../model/live.ts';
import { subjectHtml } from '../model/message-html.ts';
import { valuesChanged } from '../model/variable-chip.ts';
import { type DraftVariable, isKnownAmong, type KnownValues, valueAmong } from '../model/variables.ts';
import { EditorFrame } from './EditorFrame.tsx';
import classes from './editor.module.css';
import { type KeyTaker, VariableCompletion } from './VariableCompletion.tsx';
import { VariablePicker } from './VariablePicker.tsx';

interface SubjectFieldProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  variables: readonly DraftVariable[];
  onAddVariable?: ((name: string) => void) | undefined;
  errors?: string | undefined;
  errorAction?: ReactNode;
  values?: KnownValues | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
}

const oneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** EDIT-005, EDIT-006: pasted line ends become spaces, and Enter has no effect. */
export function SubjectField(props: SubjectFieldProps) {
  const { value, onChange, label, variables, onAddVariable, errors, errorAction, values, disabled = false, required = true } = props;
  const keys = useRef<KeyTaker>(() => false);
  const onKeys = useCallback((taker: KeyTaker) => void (keys.current = taker), []);
  const live = useLive({ onChange, isKnown: isKnownAmong(variables), valueOf: valueAmong(values, variables) });
  const [first] = useState(value);
  const reported = useRef(value);
  const [extensions] = useState(() =>
    subjectExtensions({ isKnown: (name) => live().isKnown(name), valueOf: (name) => live().valueOf(name) }),
  );
  const editor = useEditor({
    extensions,
    content: subjectHtml(first, isKnownAmong(variables)),
    editable: !disabled,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'false', 'aria-required': String(required) },
      handleKeyDown: (_view, event) => keys.current(event) || event.key === 'Enter',
      handleDOMEvents: { keydown: (_view, event) => passesEscape(event, keys.current) },
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
      reported.current = now.getText();
      live().onChange(reported.current);
    },
  });
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => void editor?.view.dispatch(editor.state.tr.setMeta(valuesChanged, { values, variables })), [editor, values, variables]);
  useEffect(() => {
    if (!editor || value === reported.current) return;
    reported.current = value;
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
      errorAction={errorAction}
      className={classes.subject}
      after={<span className={classes.subjectEnd}>{picker}</span>}
    >
      {editor && !disabled && <VariableCompletion editor={editor} onKeys={onKeys} variables={variables} />}
    </EditorFrame>
  );
}
