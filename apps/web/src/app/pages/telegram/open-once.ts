import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

let isOpening = false;

/** Opens the result of `prepare`. Ignores calls while another one is pending. */
export function openOnce(prepare: () => Promise<() => void>): void {
  if (isOpening) return;
  isOpening = true;
  void opening(prepare)
    .then((open) => open(), showError)
    .finally(() => {
      isOpening = false;
    });
}
