import type { ReactNode } from 'react';

export interface OpenModal {
  id: number;
  title: string;
  size: 'sm' | 'md' | 'lg' | 'xl';
  content: ReactNode;
  dismiss: () => void;
  onReady: () => void;
}

export interface ConfirmOptions {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
}
