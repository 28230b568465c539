import { isComposing } from '#lib/is-composing.ts';

/** ProseMirror would consume each Escape. The dialog receives it unless `takes` uses it. */
export function passesEscape(event: KeyboardEvent, takes: (event: KeyboardEvent) => boolean): boolean {
  if (event.key !== 'Escape' || isComposing(event)) return false;
  if (takes(event)) event.preventDefault();
  return true;
}
