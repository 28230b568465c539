import { useRouter } from '@tanstack/react-router';

const lookEvery = 50;
const pause = () => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** Waits until the screen that has been asked for just now is there; a moment where none has been. */
export function useArrival(): () => Promise<void> {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  return async () => {
    // Whether the screen is left is asked first.
    do await pause();
    while (router?.state.isLoading);
  };
}
