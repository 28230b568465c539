import { type Editor, useEditor } from '@tiptap/react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageTypes } from '@headwater/domain/outreach/attachments';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import { attach, refusal } from '../api/attach.ts';
import { bodyExtensions } from '../model/extensions.ts';
import { useLive } from '../model/live.ts';
import { withChips, withoutChips } from '../model/message-html.ts';
import { cleanPasted } from '../model/paste.ts';
import { type DraftVariable, isKnownAmong } from '../model/variables.ts';
import { EditorFrame } from './EditorFrame.tsx';
import classes from './editor.module.css';
import { LinkPanel, type LinkState } from './LinkPanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { VariablePicker } from './VariablePicker.tsx';

interface MessageBodyProps {
  /** Read once, and again whenever it is not what `onChange` was last told: a template was chosen. */
  html: string;
  onChange: (html: string) => void;
  label: string;
  variables: readonly DraftVariable[];
  onAddVariable?: ((name: string) => void) | undefined;
  /** Offers the way out of mailings. */
  unsubscribe?: boolean | undefined;
  errors?: string | undefined;
  disabled?: boolean | undefined;
}

async function ownSize(src: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Uploads an image and puts it where the cursor is, no wider than the editor. */
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

function useBody({ html, onChange, label, variables, disabled = false }: MessageBodyProps): Editor | null {
  const live = useLive({ onChange, isKnown: isKnownAmong(variables) });
  const [first] = useState(html);
  const told = useRef(html);
  const [extensions] = useState(() => bodyExtensions((name) => live().isKnown(name)));
  const editor = useEditor({
    extensions,
    content: withChips(first, isKnownAmong(variables)),
    editable: !disabled,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      // Chips are made here: those of a paste rule would fall out of the link or the bold words that they stand in.
      transformPastedHTML: (pasted) => withChips(cleanPasted(pasted), (name) => live().isKnown(name)),
    },
    onUpdate: ({ editor: current }) => {
      told.current = current.isEmpty ? '' : withoutChips(current.getHTML());
      live().onChange(told.current);
    },
  });
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => {
    if (!editor || html === told.current) return;
    told.current = html;
    editor.commands.setContent(withChips(html, live().isKnown), { emitUpdate: false });
  }, [editor, html, live]);
  return editor;
}

/** The body of a message with its toolbar. Loaded only where a message is written (tiptap is heavy). */
export function MessageBody(props: MessageBodyProps) {
  const { label, variables, onAddVariable, unsubscribe, errors, disabled = false } = props;
  const { t } = useTranslation('editor');
  const editor = useBody(props);
  const [link, setLink] = useState<LinkState>('closed');
  const picker = useRef<HTMLInputElement>(null);
  const insertVariable = (name: string) => editor?.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run();
  const pickImage = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (editor && file) void insertImage(editor, file);
  };
  return (
    <EditorFrame editor={editor} label={label} error={errors} className={classes.content}>
      {editor && (
        <Toolbar
          editor={editor}
          disabled={disabled}
          onLink={() => setLink(editor.isActive('link') ? 'edit' : 'insert')}
          onImage={() => picker.current?.click()}
        >
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
        </Toolbar>
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
