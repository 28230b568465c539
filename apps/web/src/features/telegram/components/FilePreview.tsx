import { IconFile } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { isPicture } from '../model/files.ts';
import classes from './attachment.module.css';

export function FilePreview({ file }: { file: File }) {
  const [broken, setBroken] = useState(false);
  const show = useCallback(
    (node: HTMLImageElement | null) => {
      if (!node) return undefined;
      const address = URL.createObjectURL(file);
      node.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  if (isPicture(file.name) && !broken) return <img ref={show} alt="" onError={() => setBroken(true)} />;
  return (
    <span className={classes.fileIcon} aria-hidden>
      <IconFile size={18} stroke={1.6} />
    </span>
  );
}
