import type { UseFormReturnType } from '@mantine/form';
import { ApiError, isAbort } from '#lib/api-error.ts';
import { showError, showSnackbar } from '#ui/snackbar.tsx';
import type { EditorValues } from './form.ts';

interface Words {
  /** PROF-078: 'Not saved', or the text for a new profile. */
  failed: string;
  /** Text for errors without a field. Default: `failed` followed by the reason. */
  whole?: string;
  offline: string;
}

/** `placeOf` maps field names to the form. */
export function showRefusal(
  error: unknown,
  { form, words, placeOf = (name) => name }: { form: UseFormReturnType<EditorValues>; words: Words; placeOf?: (name: string) => string },
): void {
  if (isAbort(error) || (error instanceof ApiError && error.status === 401)) return showError(error);
  if (!(error instanceof ApiError)) throw error;
  const errors = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [placeOf(name), text]));
  form.setErrors(errors);
  const isShown = Object.keys(errors).some((name) => name.split('.')[0] !== undefined && (name.split('.')[0] ?? '') in form.getValues());
  const reason = error.status === 0 ? words.offline : error.message;
  const whole = error.status === 0 ? `${words.failed}: ${reason}` : (words.whole ?? `${words.failed}: ${reason}`);
  showSnackbar({ message: isShown ? words.failed : whole, tone: 'danger', key: 'profile-not-saved' });
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-profile-form] [aria-invalid="true"]')?.focus());
}
