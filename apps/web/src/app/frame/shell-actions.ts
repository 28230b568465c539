import { createContext, useContext } from 'react';

/** What parts of the shell ask of each other. */
interface Actions {
  openPalette: () => void;
  /** Fetches the palette's code ahead of its first use. */
  warmPalette: () => void;
  openShortcuts: () => void;
  /** What was done in bulk lately, with its undo. */
  openRecent: () => void;
  toggleRail: () => void;
}

const nothing = () => {};
export const ShellActions = createContext<Actions>({
  openPalette: nothing,
  warmPalette: nothing,
  openShortcuts: nothing,
  openRecent: nothing,
  toggleRail: nothing,
});
export const useShellActions = (): Actions => useContext(ShellActions);
