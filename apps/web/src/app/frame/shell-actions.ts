import { createContext, useContext } from 'react';

/** Actions that parts of the shell trigger in each other. */
interface Actions {
  openPalette: () => void;
  warmPalette: () => void;
  openShortcuts: () => void;
  /** Opens the list of recent bulk actions, with undo. */
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
