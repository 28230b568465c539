import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconList, IconListNumbers } from '@tabler/icons-react';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openModal } from '#ui/modals.tsx';
import { LinkForm } from './LinkForm.tsx';
import classes from './outreach.module.css';
import { VariableMenu } from './VariableMenu.tsx';

interface ToolProps {
  label: string;
  active?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, active = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} aria-pressed={active} variant={active ? 'light' : 'subtle'} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const askForLink = (title: string, href: string) =>
  openModal<string>({ title, content: (close) => <LinkForm href={href} onDone={close} /> });

function Toolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation('outreach');
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      link: current.isActive('link'),
    }),
  });
  const run = () => editor.chain().focus();
  const link = async () => {
    const known = editor.getAttributes('link')['href'] as string | undefined;
    const href = await askForLink(t('link'), known ?? '');
    if (href === undefined) return;
    if (href === '') run().extendMarkRange('link').unsetLink().run();
    else if (editor.state.selection.empty && !known)
      run()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else run().extendMarkRange('link').setLink({ href }).run();
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('formatting')}>
      <Tool label={t('bold')} active={on.bold} onClick={() => run().toggleBold().run()}>
        <IconBold size={14} />
      </Tool>
      <Tool label={t('italic')} active={on.italic} onClick={() => run().toggleItalic().run()}>
        <IconItalic size={14} />
      </Tool>
      <Tool label={t('bullets')} active={on.bullets} onClick={() => run().toggleBulletList().run()}>
        <IconList size={14} />
      </Tool>
      <Tool label={t('numbers')} active={on.numbers} onClick={() => run().toggleOrderedList().run()}>
        <IconListNumbers size={14} />
      </Tool>
      <Tool label={t('link')} active={on.link} onClick={() => void link()}>
        <IconLink size={14} />
      </Tool>
      <div style={{ marginLeft: 'auto' }}>
        <VariableMenu onPick={(name) => run().insertContent(`{{${name}}}`).run()} />
      </div>
    </div>
  );
}

interface MessageEditorProps {
  initialHtml: string;
  onChange: (html: string) => void;
  label: string;
  error?: string | undefined;
}

/** The body of a message. Loaded only where a message is written (tiptap is heavy). */
export function MessageEditor({ initialHtml, onChange, label, error }: MessageEditorProps) {
  const [first] = useState(initialHtml);
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: false, codeBlock: false, code: false, link: { openOnClick: false } })],
    content: first,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <div className={classes.editor} data-error={error ? true : undefined}>
        {editor && <Toolbar editor={editor} />}
        <EditorContent editor={editor} className={classes.content} />
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
