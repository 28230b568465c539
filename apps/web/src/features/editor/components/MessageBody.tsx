import { type Editor, useEditor } from '@tiptap/react';
import { type ChangeEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { imageTypes } from '@headwater/domain/outreach/attachments';
import { keysOf } from '#lib/shortcuts.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { attach, refusal } from '../api/attach.ts';
import { passesEscape } from '../model/escape.ts';
import { bodyExtensions } from '../model/extensions.ts';
import { useLive } from '../model/live.ts';
import { withChips, withDirections, withoutChips } from '../model/message-html.ts';
import { cleanPasted } from '../model/paste.ts';
import { valuesChanged } from '../model/variable-chip.ts';
import { type DraftVariable, isKnownAmong, type KnownValues, valueAmong } from '../model/variables.ts';
import classes from './content.module.css';
import { EditorFrame } from './EditorFrame.tsx';
import { LinkPanel, type LinkState } from './LinkPanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type KeyTaker, VariableCompletion } from './VariableCompletion.tsx';
import { VariablePicker } from './VariablePicker.tsx';

interface MessageBodyProps {
  /** Read initially, and again if it differs from the last `onChange` value. */
  html: string;
  onChange: (html: string) => void;
  label: string;
  variables: readonly DraftVariable[];
  onAddVariable?: ((name: string) => void) | undefined;
  unsubscribe?: boolean | undefined;
  errors?: string | undefined;
  errorAction?: ReactNode;
  disabled?: boolean | undefined;
  values?: KnownValues | undefined;
  /** False: the text has no recipient, so braces stay text (notifications). */
  hasVariables?: boolean | undefined;
  images?: boolean | undefined;
  short?: boolean | undefined;
}

async function ownSize(src: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

async function insertImage(editor: Editor, file: File): Promise<void> {
  const refused = refusal(file, { image: true });
  if (refused) {
    showSnackbar({ message: refused, tone: 'danger' });
    return;
  }
  try {
    const { src, id, name, size } = await attach(file, true);
    const own = await ownSize(src);
    const width = Math.min(own.width, editor.view.dom.clientWidth);
    const height = Math.max(1, Math.round((own.height * width) / own.width));
    editor
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { src, id: String(id), alt: name, size: String(size), width, height } })
      .run();
  } catch (error) {
    showError(error);
  }
}

const knowsNoVariable = () => false;

function useBody(
  { html, onChange, label, variables, values, disabled = false, hasVariables = true }: MessageBodyProps,
  takesKey: KeyTaker,
): Editor | null {
  const isKnown = hasVariables ? isKnownAmong(variables) : knowsNoVariable;
  const live = useLive({ onChange, isKnown, valueOf: valueAmong(values, variables), takesKey });
  const [first] = useState(html);
  const reported = useRef(html);
  const [extensions] = useState(() => bodyExtensions({ isKnown: (name) => live().isKnown(name), valueOf: (name) => live().valueOf(name) }));
  const editor = useEditor({
    extensions,
    content: withChips(first, isKnown),
    editable: !disabled,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handleKeyDown: (_view, event) => live().takesKey(event),
      handleDOMEvents: { keydown: (_view, event) => passesEscape(event, live().takesKey) },
      // A paste rule would move chips out of the surrounding link or bold text.
      transformPastedHTML: (pasted) => withChips(cleanPasted(pasted), (name) => live().isKnown(name)),
    },
    onUpdate: ({ editor: current }) => {
      reported.current = current.isEmpty ? '' : withDirections(withoutChips(current.getHTML()));
      live().onChange(reported.current);
    },
  });
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => void editor?.view.dispatch(editor.state.tr.setMeta(valuesChanged, { values, variables })), [editor, values, variables]);
  useEffect(() => {
    if (!editor || html === reported.current) return;
    reported.current = html;
    editor.commands.setContent(withChips(html, live().isKnown), { emitUpdate: false });
  }, [editor, html, live]);
  return editor;
}

/** Import this lazily: tiptap is large. */
export function MessageBody(props: MessageBodyProps) {
  const { label, variables, onAddVariable, unsubscribe, errors, errorAction, disabled = false, images = true, short = false } = props;
  const { hasVariables = true } = props;
  const { t } = useTranslation('editor');
  const [link, setLink] = useState<LinkState>('closed');
  const keys = useRef<KeyTaker>(() => false);
  const onKeys = useCallback((taker: KeyTaker) => void (keys.current = taker), []);
  const editor = useBody(props, (event) => {
    if (keys.current(event)) return true;
    const isLink = keysOf(event) === 'mod+k';
    // Inside a link, the panel shows the form of that link.
    if (isLink) setLink('insert');
    return isLink;
  });
  const picker = useRef<HTMLInputElement>(null);
  const insertVariable = (name: string) => editor?.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run();
  const pickImage = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (editor && file) void insertImage(editor, file);
  };
  return (
    <EditorFrame
      editor={editor}
      label={label}
      error={errors}
      errorAction={errorAction}
      className={`${classes.content} ${short ? classes.short : ''}`}
    >
      {editor && (
        <Toolbar
          editor={editor}
          disabled={disabled}
          onLink={() => setLink('insert')}
          onImage={images ? () => picker.current?.click() : undefined}
        >
          {hasVariables && (
            <VariablePicker
              variables={variables}
              unsubscribe={unsubscribe}
              disabled={disabled}
              onPick={insertVariable}
              onAdd={
                onAddVariable &&
                ((name) => {
                  onAddVariable(name);
                  insertVariable(name);
                })
              }
            />
          )}
        </Toolbar>
      )}
      {editor && !disabled && hasVariables && (
        <VariableCompletion editor={editor} onKeys={onKeys} variables={variables} unsubscribe={unsubscribe} />
      )}
      {editor && !disabled && <LinkPanel editor={editor} state={link} onState={setLink} />}
      <input
        ref={picker}
        type="file"
        hidden
        accept={imageTypes.map((type) => `.${type}`).join(',')}
        aria-label={t('image')}
        onChange={pickImage}
      />
    </EditorFrame>
  );
}
