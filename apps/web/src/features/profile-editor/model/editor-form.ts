import type { UseFormReturnType } from '@mantine/form';
import { createContext, useContext } from 'react';
import type { ProfileEditing } from '@headwater/contract/profile-fragments';
import type { EditorField, EditorValues } from './form.ts';

export interface Editor {
  form: UseFormReturnType<EditorValues>;
  before: EditorValues;
  /** Original data and saves. Undefined for a new profile. */
  editing?: ProfileEditing | undefined;
  restore?: ((field: EditorField) => void) | undefined;
  acceptTheirs?: ((field: EditorField) => void) | undefined;
}

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('parts of the editor stand inside of it');
  return editor;
}

/** The error at a path such as 'positions.0.end'. */
export const errorAt = (form: Editor['form'], path: string): string | undefined => {
  const error = form.errors[path];
  return typeof error === 'string' ? error : undefined;
};
