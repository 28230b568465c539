import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { bodyExtensions } from '../model/extensions.ts';
import { useLive } from '../model/live.ts';
import { withChips } from '../model/message-html.ts';
import { valuesChanged } from '../model/variable-chip.ts';
import { type DraftVariable, isKnownAmong, type KnownValues, valueAmong } from '../model/variables.ts';
import classes from './content.module.css';
import frame from './editor.module.css';

const builtIn: readonly DraftVariable[] = [];

interface RichTextProps {
  html: string;
  label: string;
  values?: KnownValues | undefined;
  variables?: readonly DraftVariable[] | undefined;
  hasVariables?: boolean;
}

const knowsNoVariable = () => false;

export function RichText({ html, label, values, variables = builtIn, hasVariables = true }: RichTextProps) {
  const isKnown = hasVariables ? isKnownAmong(variables) : knowsNoVariable;
  const live = useLive({ isKnown, valueOf: valueAmong(values, variables) });
  const [extensions] = useState(() => bodyExtensions({ isKnown: (name) => live().isKnown(name), valueOf: (name) => live().valueOf(name) }));
  const editor = useEditor(
    {
      extensions,
      content: withChips(html, isKnown),
      editable: false,
      editorProps: { attributes: { role: 'group', 'aria-label': label } },
    },
    [html],
  );
  useEffect(() => void editor?.view.dispatch(editor.state.tr.setMeta(valuesChanged, { values })), [editor, values]);
  return <EditorContent editor={editor} className={`${frame.editor} ${classes.read} ${classes.content}`} />;
}
