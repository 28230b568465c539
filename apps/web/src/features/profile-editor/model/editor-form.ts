import type { UseFormReturnType } from '@mantine/form';
import { createContext, useContext } from 'react';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import type { EditorField, EditorValues } from './form.ts';

export interface Editor {
  form: UseFormReturnType<EditorValues>;
  /** What stood there when the editor opened. */
  before: EditorValues;
  /** Of a profile that is there: what was found and what was saved of it. */
  editing?: ProfileEditing | undefined;
  /** Brings a field back to what was found. */
  restore?: ((field: EditorField) => void) | undefined;
  /** Takes what a colleague saved meanwhile. */
  takeTheirs?: ((field: EditorField) => void) | undefined;
}

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** The form that the parts of the editor share. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('parts of the editor stand inside of it');
  return editor;
}

/** The message at a place of the form, such as 'positions.0.end'. */
export const errorAt = (form: Editor['form'], path: string): string | undefined => {
  const error = form.errors[path];
  return typeof error === 'string' ? error : undefined;
};
