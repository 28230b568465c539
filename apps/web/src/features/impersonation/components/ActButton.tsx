import { Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { showError } from '#ui/snackbar.tsx';

interface ActButtonProps {
  label: string;
  /** Accessible name that distinguishes the button from others in a list. */
  name?: string;
  isCompact?: boolean;
  closed?: string | undefined;
  act: () => Promise<void>;
}

export function ActButton({ label, name, isCompact = false, closed, act }: ActButtonProps) {
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    act().catch((error: unknown) => {
      setBusy(false);
      showError(error);
    });
  };
  if (closed !== undefined) {
    return (
      <Tooltip label={closed} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Button variant="default" aria-disabled data-disabled aria-description={closed} onClick={(event) => event.preventDefault()}>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button size={isCompact ? 'compact-xs' : 'sm'} variant="default" loading={busy} aria-label={name} onClick={start}>
      {label}
    </Button>
  );
}
