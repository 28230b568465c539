import { useEffect, useSyncExternalStore } from 'react';
import { isComposing } from './is-composing.ts';

export interface Shortcut {
  /** One key ('j', '/', '?', '['), 'mod+k' for Ctrl / Cmd with a key, or 'alt+ArrowUp'. */
  keys: string;
  /** What it does, in the person's language; shown in the list of shortcuts. */
  label: string;
  /** Heading it is listed under. */
  group: string;
  act: (event: KeyboardEvent) => void;
  /** Not listed and not heard. */
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

/** The key of an event as shortcuts are written. Letters go by their place, so that they work in the Russian layout too. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const physical = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const places: Record<string, string> = { BracketLeft: '[', BracketRight: ']' };
  const latin = event.key.length === 1 && event.key.charCodeAt(0) < 128;
  const key = latin ? event.key.toLowerCase() : (physical ?? places[event.code] ?? event.key);
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

/** True while a dialog, a menu or a list of choices is open: only keys with a modifier get through then. */
const menus = '[role="menu"], [role="presentation"][data-position]';
const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((layer) => layer.getClientRects().length > 0);
const layerOpen = () => isShown(`[role="dialog"], ${menus}`);

/** As it was before anybody heard the key: the Escape that closes a menu is over once the menu is, and closes nothing below it. */
let covered = false;
let menuOpen = false;
if (typeof window !== 'undefined') {
  const look = () => {
    covered = layerOpen();
    menuOpen = isShown(menus);
  };
  window.addEventListener('keydown', look, true);
}

/** Escape for a dialog: whatever lies over it, or is being typed in it, has the key first and leaves nothing of it. */
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

/** Nobody types with these: they are heard in a field as well, unless they move or select within lines of it. */
const movesBetween = (keys: string, { shiftKey, target }: KeyboardEvent) =>
  keys.startsWith('alt+Arrow') && !shiftKey && !(target instanceof HTMLTextAreaElement && target.value.includes('\n'));

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const keys = keysOf(event);
  if (!keys.startsWith('mod+') && (covered || (isTyping(event.target) && !movesBetween(keys, event)))) return;
  // The one that was registered last belongs to the innermost screen and wins.
  const shortcut = shortcuts.findLast((candidate) => candidate.keys === keys && !candidate.disabled);
  if (!shortcut) return;
  event.preventDefault();
  // A key that stays down goes on from row to row. What opens, closes or chooses happens once.
  if (!event.repeat || /^([jk]$|alt)/.test(keys)) shortcut.act(event);
}

/** Registers keys while the component is mounted. Pass a memoised list. */
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

/** Everything that the keys do right now, for the list of shortcuts. */
export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => shortcuts);
