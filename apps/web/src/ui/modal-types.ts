import type { ReactNode } from 'react';

export interface OpenModal {
  id: number;
  title: string;
  size: 'sm' | 'md' | 'lg' | 'xl';
  content: ReactNode;
  /** Closes without a result, if the dialog allows it. */
  dismiss: () => void;
  /** Called when the content is mounted and focused. */
  onReady: () => void;
}

export interface ConfirmOptions {
  title: string;
  /** Consequence, in one sentence. */
  text: ReactNode;
  /** A verb: 'Delete', 'Leave'. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
}
