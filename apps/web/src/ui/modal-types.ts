import type { ReactNode } from 'react';

/** A dialog on the stack of modals.tsx. */
export interface OpenModal {
  id: number;
  title: string;
  size: 'sm' | 'md' | 'lg' | 'xl';
  content: ReactNode;
  /** Closes without a result, if the dialog lets itself be closed. */
  dismiss: () => void;
  /** Once its content is there and has the focus. */
  onReady: () => void;
}

/** What `confirm` of modals.tsx asks. */
export interface ConfirmOptions {
  title: string;
  /** What will happen, in a sentence. */
  text: ReactNode;
  /** A verb: 'Delete', 'Leave'. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
}
