import { useRouter } from '@tanstack/react-router';

const lookEvery = 50;
const pause = () => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** Waits for the pending navigation, or for a moment if there is none. */
export function useNavigationEnd(): () => Promise<void> {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  return async () => {
    // The leave confirmation comes first.
    do await pause();
    while (router?.state.isLoading);
  };
}
