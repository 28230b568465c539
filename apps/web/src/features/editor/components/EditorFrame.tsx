import { type Editor, EditorContent } from '@tiptap/react';
import type { ReactNode } from 'react';
import classes from './editor.module.css';

interface EditorFrameProps {
  editor: Editor | null;
  label: string;
  error?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
  after?: ReactNode;
}

/** Label above, the text in its border, the error below: as every field of a form stands. */
export function EditorFrame({ editor, label, error, className, children, after }: EditorFrameProps) {
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <div className={classes.editor} data-error={error ? true : undefined}>
        {children}
        <EditorContent editor={editor} className={className} />
        {after}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
