/**
 * Keys that are typed while a dialog is on its way are meant for it, not for the page behind: they are held back, and typed into its first
 * field once that is there. Used by modals.tsx alone.
 */

/** What one can type blind; more is a cat on the keyboard. */
const most = 500;

let holders = 0;
/** Ends of what was begun before the last time that everything was given up count no more. */
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

/** Firefox presses a button when the space bar comes up again. */
function keepUp(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** From now on keys are held back. Returns how to end that; what was typed stays for `giveKeys` until the present task is over. */
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

/** Whatever holds the keys, they are the page's again. */
export function releaseKeys(): void {
  era += 1;
  holders = 0;
  typed = [];
  stop();
}

const fields = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, [contenteditable="true"]';

/** The field that a dialog is about; where it names none, its first one takes what was typed. */
export const fieldFor = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('input[data-autofocus], textarea[data-autofocus]') ??
  (typed.length > 0 ? dialog.querySelector<HTMLElement>(fields) : null);

function type(field: HTMLElement, text: string): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
    return;
  }
  // Of an editor that keeps its own document only the browser knows how to type.
  document.execCommand('insertText', false, text);
}

/** As the browser does where nobody hears the key: it submits the form. */
function pressEnter(field: HTMLElement): void {
  const pressed = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(pressed) && field instanceof HTMLInputElement) field.form?.requestSubmit();
}

/** Types into the field what was held back. The field has the focus. */
export function giveKeys(field: HTMLElement): void {
  const keys = typed;
  typed = [];
  const enter = keys.indexOf('Enter');
  const text = (enter < 0 ? keys : keys.slice(0, enter)).join('');
  if (text !== '') type(field, text);
  // Once the field has drawn what was typed.
  if (enter >= 0) setTimeout(() => pressEnter(field), 30);
}
