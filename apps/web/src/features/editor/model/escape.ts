import { isComposing } from '#lib/is-composing.ts';

/**
 * Whether an editor is done with a key before ProseMirror hears it. Escape is left to the dialog around the editor, unless `takes` has used it:
 * ProseMirror itself would claim every Escape and do nothing with it.
 */
export function leavesEscape(event: KeyboardEvent, takes: (event: KeyboardEvent) => boolean): boolean {
  if (event.key !== 'Escape' || isComposing(event)) return false;
  if (takes(event)) event.preventDefault();
  return true;
}
