import { useEffect } from 'react';
import { api } from '#lib/api.ts';
import { showError } from '#ui/snackbar.tsx';

/** ACC-013: only for links inside the app; the server answers /logout/. */
export function LogoutPage() {
  useEffect(() => {
    api.accounts.signOut({}, { context: { visitor: true } }).then(() => location.replace('/login'), showError);
  }, []);
  return null;
}
