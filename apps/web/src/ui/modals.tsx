/**
 * The stack of dialogs (SHELL-022 to SHELL-025). Any screen opens one and waits for what the person decided:
 *   const name = await openModal<string>({ title: t('rename'), content: (close) => <RenameForm onDone={close} /> });
 *   if (await confirm({ title, text, confirm: t('delete'), danger: true })) ...
 *   await openMessage({ title, text });
 * Opening one hides the dialog below, with what was typed in it; closing shows that one again. Escape closes the top one only.
 * Content may be lazy: the dialog is there at once, and what is typed meanwhile goes to its first field. Where even the title must be loaded:
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
  /** Draws the body; `close` ends the dialog with a result. */
  content: (close: (result?: T) => void) => ReactNode;
  /** Width: sm 400, md 520, lg 720, xl 960 px; on a phone always the full width. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Asked before Escape, the cross or a click outside closes it; false keeps it open. */
  mayClose?: () => boolean | Promise<boolean>;
}

interface Dialogs {
  stack: readonly OpenModal[];
  /** How many are on their way whose code was not there yet when they were asked for. */
  loading: number;
}

let shown: Dialogs = { stack: [], loading: 0 };
let lastId = 0;
/** Escape was pressed while a dialog was on its way: it does not open any more. */
let refused = false;
const listeners = new Set<() => void>();

function change(next: Partial<Dialogs>): void {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

/** Waits for what a dialog is made of: at once it is seen to come, and the keys are kept for it. */
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
    // The dialog opens in the same task, if it opens.
    setTimeout(() => (refused = false));
  }
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
      giveFocusBack(opener);
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

/** Fetches the code of dialogs ahead of the first one; one that fails is fetched again by that. */
export const warmDialogs = Host.preload;

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

/** Where the screen broke with a dialog on its way: the keys are the page's again. */
function giveUp(): void {
  releaseKeys();
  change({ stack: [], loading: 0 });
}

/** Once no dialog is open: what comes by itself waits until then. */
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

/** Put once into the providers. Its code is loaded with the first dialog. */
export function Modals() {
  const { stack, loading } = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => giveUp, []);
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
