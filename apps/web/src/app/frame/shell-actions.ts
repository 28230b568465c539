import { createContext, useContext } from 'react';

interface Actions {
  openPalette: () => void;
  warmPalette: () => void;
  openShortcuts: () => void;
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
