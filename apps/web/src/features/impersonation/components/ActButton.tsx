import { Button } from '@mantine/core';
import { useState } from 'react';
import { showError } from '#ui/snackbar.tsx';

interface ActButtonProps {
  label: string;
  /** For the ears, where many stand below each other. */
  name?: string;
  isCompact?: boolean;
  act: () => Promise<void>;
}

/** Becomes somebody else, or oneself again; the page is left then. */
export function ActButton({ label, name, isCompact = false, act }: ActButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    act().catch((error: unknown) => {
      setBusy(false);
      showError(error);
    });
  };
  return (
    <Button size={isCompact ? 'compact-xs' : 'sm'} variant="default" loading={busy} aria-label={name} onClick={start}>
      {label}
    </Button>
  );
}
