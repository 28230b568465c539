/**
 * The stack of dialogs (SHELL-022 to SHELL-025). Any screen opens one and waits for what the person decided:
 *   const name = await openModal<string>({ title: t('rename'), content: (close) => <RenameForm onDone={close} /> });
 *   if (await confirm({ title, text, confirm: t('delete'), danger: true })) ...
 *   await openMessage({ title, text });
 * Opening one hides the dialog below, with what was typed in it; closing shows that one again. Escape closes the top one only.
 */
import type { ConfirmOptions, OpenModal } from './modal-types.ts';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';

export interface ModalOptions<T> {
  title: string;
  /** Draws the body; `close` ends the dialog with a result. */
  content: (close: (result?: T) => void) => ReactNode;
  /** Width: sm 400, md 520, lg 720, xl 960 px; on a phone always the full width. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Asked before Escape, the cross or a click outside closes it; false keeps it open. */
  mayClose?: () => boolean | Promise<boolean>;
}

let stack: readonly OpenModal[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly OpenModal[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

/** To where the keys were before the dialog, once it is gone and unless they have found another place. */
function giveFocusBack(opener: Element | null): void {
  requestAnimationFrame(() => {
    const free = document.activeElement === null || document.activeElement === document.body;
    if (free && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  });
}

/** Opens a dialog over everything; resolves with its result, or undefined where it was dismissed. */
export function openModal<T = void>({ title, content, size = 'sm', mayClose }: ModalOptions<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const id = ++lastId;
    const opener = document.activeElement;
    const close = (result?: T) => {
      change(stack.filter((modal) => modal.id !== id));
      giveFocusBack(opener);
      resolve(result);
    };
    const dismiss = async () => {
      if (!mayClose || (await mayClose())) close();
    };
    change([...stack, { id, title, size, content: content(close), dismiss: () => void dismiss() }]);
  });
}

const dialogs = () => import('./ModalHost.tsx');
const ConfirmBody = lazy(async () => ({ default: (await dialogs()).ConfirmBody }));
const Host = lazy(async () => ({ default: (await dialogs()).ModalHost }));

/** Asks before something that matters; true where the person agreed. */
export async function confirm(options: ConfirmOptions): Promise<boolean> {
  const agreed = await openModal<boolean>({ title: options.title, content: (close) => <ConfirmBody options={options} close={close} /> });
  return agreed === true;
}

/**
 * Says something that must be read before going on (SHELL-025).
 * @public
 */
export async function openMessage({ title, text }: { title: string; text: ReactNode }): Promise<void> {
  await openModal({ title, content: (close) => <ConfirmBody options={{ title, text, confirm: '' }} close={() => close()} /> });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Put once into the providers. Its code is loaded with the first dialog. */
export function Modals() {
  const modals = useSyncExternalStore(subscribe, () => stack);
  if (lastId === 0) return null;
  return (
    <Suspense>
      <Host modals={modals} />
    </Suspense>
  );
}
