import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './conversation.module.css';

export type TakeFiles = (files: Iterable<File>) => void;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

function useDrop(take: RefObject<TakeFiles | null>) {
  const [isOver, setOver] = useState(false);
  // Entering a child fires before leaving the previous one, so count.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = take.current ? 'copy' : 'none';
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      take.current?.(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}

interface DropZoneProps {
  /** Null while the dialog is read-only. */
  take: RefObject<TakeFiles | null>;
  label: string;
  isOpen: boolean;
  children: ReactNode;
}

export function DropZone({ take, label, isOpen, children }: DropZoneProps) {
  const { t } = useTranslation('telegram');
  const { isOver, handlers } = useDrop(take);
  return (
    <section className={classes.open} aria-label={label} {...handlers}>
      {children}
      {isOver && isOpen && (
        <div className={classes.drop}>
          <div>
            <IconFileUpload size={36} stroke={1.3} aria-hidden />
            <strong>{t('drop')}</strong>
            <span>{t('attachHint')}</span>
          </div>
        </div>
      )}
    </section>
  );
}
