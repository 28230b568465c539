/**
 * Stack of dialogs (SHELL-022 to SHELL-025). A new dialog hides the one below and keeps its input;
 * Escape closes only the top one.
 *   const name = await openModal<string>({ title: t('rename'), content: (close) => <RenameForm onDone={close} /> });
 *   if (await confirm({ title, text, confirm: t('delete'), danger: true })) ...
 * Content may be lazy: the dialog opens immediately, and typed keys go to its first field.
 * `opening` also loads the title:
 *   const { openThing } = await opening(() => import('./Thing.tsx'));
 *   openThing();
 */
import type { ConfirmOptions, OpenModal } from './modal-types.ts';
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyWithTexts } from '#lib/lazy-with-texts.ts';
import { LoadingDialog } from './LoadingDialog.tsx';
import { holdKeys, releaseKeys } from './typed-ahead.ts';

export interface ModalOptions<T> {
  title: string;
  content: (close: (result?: T) => void) => ReactNode;
  /** Width: sm 400, md 520, lg 720, xl 960 px; full width on a phone. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Called before Escape, the cross or an outside click closes it; false keeps it open. */
  mayClose?: () => boolean | Promise<boolean>;
}

interface Dialogs {
  stack: readonly OpenModal[];
  loading: number;
}

let shown: Dialogs = { stack: [], loading: 0 };
let lastId = 0;
let refused = false;
const listeners = new Set<() => void>();

function change(next: Partial<Dialogs>): void {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

/** Loads the code of a dialog. Shows a placeholder immediately and captures keys for the dialog. */
export async function opening<T>(load: () => Promise<T>): Promise<T> {
  lastId += 1;
  change({ loading: shown.loading + 1 });
  const release = holdKeys(() => {
    refused = true;
    end();
  });
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    change({ loading: shown.loading - 1 });
    release();
  }
  try {
    return await load();
  } finally {
    end();
    // The dialog opens in the same task, or not at all.
    setTimeout(() => (refused = false));
  }
}

function restoreFocus(opener: Element | null): void {
  requestAnimationFrame(() => {
    const free = document.activeElement === null || document.activeElement === document.body;
    if (free && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  });
}

export function openModal<T = void>({ title, content, size = 'sm', mayClose }: ModalOptions<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    if (refused) {
      refused = false;
      resolve(undefined);
      return;
    }
    const id = ++lastId;
    const opener = document.activeElement;
    const close = (result?: T) => {
      onReady();
      change({ stack: shown.stack.filter((modal) => modal.id !== id) });
      restoreFocus(opener);
      resolve(result);
    };
    const dismiss = async () => {
      if (!mayClose || (await mayClose())) close();
    };
    const onReady = holdKeys(() => void dismiss());
    change({ stack: [...shown.stack, { id, title, size, content: content(close), dismiss: () => void dismiss(), onReady }] });
  });
}

const ConfirmBody = lazyWithTexts(() => import('./ModalHost.tsx'), 'ConfirmBody');
const Host = lazyWithTexts(() => import('./ModalHost.tsx'), 'ModalHost');

export const warmDialogs = Host.preload;

export async function confirm(options: ConfirmOptions): Promise<boolean> {
  const agreed = await openModal<boolean>({ title: options.title, content: (close) => <ConfirmBody options={options} close={close} /> });
  return agreed === true;
}

/** Shows a message that the user must confirm (SHELL-025). */
export async function openMessage({ title, text }: { title: string; text: ReactNode }): Promise<void> {
  await openModal({ title, content: (close) => <ConfirmBody options={{ title, text, confirm: '' }} close={() => close()} /> });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The screen crashed while a dialog was loading: release the captured keys. */
function closeAll(): void {
  releaseKeys();
  change({ stack: [], loading: 0 });
}

/** Resolves when no dialog is open; automatic dialogs wait for it. */
export function whenNoDialog(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (shown.stack.length > 0 || shown.loading > 0) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
}

/** Render once in the providers. The first dialog loads the code. */
export function Modals() {
  const { stack, loading } = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => closeAll, []);
  if (lastId === 0) return null;
  return (
    <>
      <Suspense fallback={stack.length > 0 && <LoadingDialog title={stack.at(-1)?.title} />}>
        <Host modals={stack} />
      </Suspense>
      {loading > 0 && <LoadingDialog />}
    </>
  );
}
