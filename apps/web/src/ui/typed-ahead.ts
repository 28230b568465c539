/**
 * Captures keys while a dialog loads and inserts them into its first field. Only for modals.tsx.
 */

/** More is no blind typing but a stuck key. */
const most = 500;

let holders = 0;
let era = 0;
let typed: string[] = [];
let onEscape: () => void = () => {};

function keep(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (event.key === 'Escape') {
    typed = [];
    onEscape();
  } else if (event.key === 'Backspace') typed.pop();
  else if ((event.key.length === 1 || event.key === 'Enter') && typed.length < most) typed.push(event.key);
}

/** Firefox presses a button on keyup of the space bar. */
function keepUp(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** Returns the function that stops it; `insertKeys` works until the current task ends. */
export function holdKeys(escape: () => void): () => void {
  onEscape = escape;
  if (holders++ === 0) {
    addEventListener('keydown', keep, true);
    addEventListener('keyup', keepUp, true);
  }
  const begun = era;
  let ended = false;
  return () => {
    if (ended || begun !== era) return;
    ended = true;
    if (--holders > 0) return;
    stop();
    setTimeout(() => {
      if (holders === 0) typed = [];
    });
  };
}

function stop(): void {
  removeEventListener('keydown', keep, true);
  removeEventListener('keyup', keepUp, true);
}

export function releaseKeys(): void {
  era += 1;
  holders = 0;
  typed = [];
  stop();
}

const fields = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, [contenteditable="true"]';

/** Autofocus field of a dialog, else the first one if keys were captured. */
export const fieldFor = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('input[data-autofocus], textarea[data-autofocus], [data-first-field] [contenteditable="true"]') ??
  (typed.length > 0 ? dialog.querySelector<HTMLElement>(fields) : null);

function type(field: HTMLElement, text: string): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
    return;
  }
  // Only the browser can type into a contenteditable editor.
  document.execCommand('insertText', false, text);
}

function pressEnter(field: HTMLElement): void {
  const pressed = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(pressed) && field instanceof HTMLInputElement) field.form?.requestSubmit();
}

export function insertKeys(field: HTMLElement): void {
  const keys = typed;
  typed = [];
  const enter = keys.indexOf('Enter');
  const text = (enter < 0 ? keys : keys.slice(0, enter)).join('');
  if (text !== '') type(field, text);
  // Waits until the field has rendered the text.
  if (enter >= 0) setTimeout(() => pressEnter(field), 30);
}
