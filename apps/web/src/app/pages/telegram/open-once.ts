import { opening } from '#ui/modals.tsx';
import { showError } from '#ui/snackbar.tsx';

let isOpening = false;

/** Waits for what writing to somebody needs, and opens it. Whoever presses again meanwhile, here or to try again, gets no second one. */
export function openOnce(prepare: () => Promise<() => void>): void {
  if (isOpening) return;
  isOpening = true;
  void opening(prepare)
    .then((open) => open(), showError)
    .finally(() => {
      isOpening = false;
    });
}
