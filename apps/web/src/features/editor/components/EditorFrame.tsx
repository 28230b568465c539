import { type Editor, EditorContent } from '@tiptap/react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './editor.module.css';

interface EditorFrameProps {
  editor: Editor | null;
  label: string;
  error?: string | undefined;
  errorAction?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
  after?: ReactNode;
}

/** Only the first invalid field of a form scrolls into view. */
function focusError(editor: Editor, frame: HTMLElement): void {
  const form = frame.closest('form');
  if (form?.querySelector('[data-error]') !== frame) return;
  const empty = frame.querySelector('[data-variable][data-empty]');
  if (empty) editor.commands.setNodeSelection(editor.view.posAtDOM(empty, 0));
  editor.commands.focus(empty ? null : 'end', { scrollIntoView: false });
  frame.scrollIntoView({ block: 'center' });
}

export function EditorFrame({ editor, label, error, errorAction, className, children, after }: EditorFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error && editor && frame.current) focusError(editor, frame.current);
  }, [error, editor]);
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <div ref={frame} className={classes.editor} data-error={error ? true : undefined}>
        {children}
        <EditorContent editor={editor} className={className} />
        {after}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error} {errorAction}
        </p>
      )}
    </div>
  );
}
