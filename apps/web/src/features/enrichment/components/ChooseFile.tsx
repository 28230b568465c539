import { Button, FileButton } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { enrichmentBounds } from '@headwater/domain/profiles/enrichment';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './enrichment.module.css';

interface ChooseFileProps {
  onChoose: (file: File) => void;
  problem: string | undefined;
}

/** ENR-007 */
export function ChooseFile({ onChoose, problem }: ChooseFileProps) {
  const { t } = useTranslation('enrichment');
  const [isOver, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const max = enrichmentBounds.megabytes;
  const choose = (file: File | null | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > max * 1024 * 1024;
    setTooLarge(isTooLarge);
    if (!isTooLarge) onChoose(file);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    choose(event.dataTransfer.files[0]);
  };
  const shown = tooLarge ? t('tooLarge', { max }) : problem;
  return (
    <div className={classes.drop} data-over={isOver || undefined} onDragOver={drag(true)} onDragLeave={drag(false)} onDrop={drop}>
      <IconFileTypeCsv size={32} stroke={1.4} className={classes.icon} aria-hidden />
      <p className={classes.dropTitle}>{t('dropTitle')}</p>
      <p className={classes.dropText}>{t('dropText', { max })}</p>
      <FileButton accept=".csv,text/csv" onChange={choose}>
        {(props) => (
          <Button {...props} variant="default" data-autofocus>
            {t('chooseFile')}
          </Button>
        )}
      </FileButton>
      {shown && (
        <output role="alert" className={classes.bad}>
          {shown}
        </output>
      )}
    </div>
  );
}
