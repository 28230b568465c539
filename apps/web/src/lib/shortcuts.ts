import { useEffect, useSyncExternalStore } from 'react';
import { isComposing } from './is-composing.ts';

export interface Shortcut {
  keys: string;
  label: string;
  group: string;
  act: (event: KeyboardEvent) => void;
  disabled?: boolean;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const changed = (next: readonly Shortcut[]) => {
  shortcuts = next;
  for (const listener of listeners) listener();
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && !isToggle(target);
const isToggle = (target: HTMLElement) => target instanceof HTMLInputElement && /^(?:checkbox|button)$/.test(target.type);

/** Uses physical key positions, so that shortcuts work in the Russian layout. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const physical = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const places: Record<string, string> = { BracketLeft: '[', BracketRight: ']' };
  const latin = event.key.length === 1 && event.key.charCodeAt(0) < 128;
  const key = latin ? event.key.toLowerCase() : (physical ?? places[event.code] ?? event.key);
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

/** True while a dialog, menu or list of choices is open: only keys with a modifier work then. */
const menus = '[role="menu"], [role="presentation"][data-position]';
const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((layer) => layer.getClientRects().length > 0);
const isLayerOpen = () => isShown(`[role="dialog"], ${menus}`);

/** State before other handlers: an Escape that closes a menu must not close the dialog below. */
let covered = false;
let menuOpen = false;
if (typeof window !== 'undefined') {
  const look = () => {
    covered = isLayerOpen();
    menuOpen = isShown(menus);
  };
  window.addEventListener('keydown', look, true);
}

/** Closes a dialog on Escape, unless a layer above it or an input method uses the key. */
export function useEscape(act: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event) && !menuOpen) act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [act, enabled]);
}

/** Keys that also work inside a field, unless they move or select within its lines. */
const movesBetween = (keys: string, { shiftKey, target }: KeyboardEvent) =>
  keys.startsWith('alt+Arrow') && !shiftKey && !(target instanceof HTMLTextAreaElement && target.value.includes('\n'));

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const keys = keysOf(event);
  if (!keys.startsWith('mod+') && (covered || (isTyping(event.target) && !movesBetween(keys, event)))) return;
  // The last registered shortcut belongs to the innermost screen.
  const shortcut = shortcuts.findLast((candidate) => candidate.keys === keys && !candidate.disabled);
  if (!shortcut) return;
  event.preventDefault();
  // Only keys that move between rows repeat while held.
  if (!event.repeat || /^([jk]$|alt)/.test(keys)) shortcut.act(event);
}

/** Registers keys while mounted. Pass a memoised list. */
export function useShortcuts(list: readonly Shortcut[]): void {
  useEffect(() => {
    if (shortcuts.length === 0) document.addEventListener('keydown', runShortcut);
    changed([...shortcuts, ...list]);
    return () => changed(shortcuts.filter((shortcut) => !list.includes(shortcut)));
  }, [list]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => shortcuts);
