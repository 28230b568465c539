import { Outlet } from '@tanstack/react-router';
import { Modals } from '#ui/modals.tsx';

/** Around every screen. Dialogs live inside the router, as they hold links and guard what was typed. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <Modals />
    </>
  );
}
