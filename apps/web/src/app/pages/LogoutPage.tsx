import { useEffect } from 'react';
import { api } from '#lib/api.ts';
import { showError } from '#ui/snackbar.tsx';

/** ACC-013: reached inside the app only (the server answers /logout/ itself): ends the session and starts clean at the sign-in screen. */
export function LogoutPage() {
  useEffect(() => {
    api.accounts.signOut({}, { context: { visitor: true } }).then(() => location.replace('/login'), showError);
  }, []);
  return null;
}
