import { Outlet } from '@tanstack/react-router';
import { Modals } from '#ui/modals.tsx';

export function RootFrame() {
  return (
    <>
      <Outlet />
      <Modals />
    </>
  );
}
