import { ActionIcon } from '@mantine/core';
import { IconPhotoDown, IconTableDown } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { useTranslation } from '#lib/use-translation.ts';
import { showError } from '../snackbar.tsx';
import { type CsvCell, saveCsv } from './csv.ts';
import { savePng } from './png.ts';
import classes from './charts.module.css';

interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** `rows` with plain numbers, for the file. */
  values: readonly (readonly CsvCell[])[];
}

interface FrameProps {
  title: string;
  table: ChartTable;
  svg: RefObject<SVGSVGElement | null>;
  legend?: ReactNode;
  /** Names of the shown series by colour, for the picture. */
  names?: readonly { color: number; name: string }[];
  isEmpty: boolean;
  empty: string | undefined;
  children: ReactNode;
}

function ReadTable({ title, table: { head, rows } }: Pick<FrameProps, 'title' | 'table'>) {
  return (
    <div className="hw-visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ChartFrame({ title, table, svg, legend, names = [], isEmpty, empty, children }: FrameProps) {
  const { t } = useTranslation('charts');
  const id = useId();
  const savePicture = () => {
    if (svg.current) savePng(svg.current, { title, names }).catch(showError);
  };
  const saveTable = () => void saveCsv(title, [table.head, ...table.values]).catch(showError);
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        {!isEmpty && (
          <div className={classes.actions}>
            <ActionIcon aria-label={`${t('downloadPng')}: ${title}`} title={t('downloadPng')} onClick={savePicture}>
              <IconPhotoDown size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon aria-label={`${t('downloadCsv')}: ${title}`} title={t('downloadCsv')} onClick={saveTable}>
              <IconTableDown size={16} stroke={1.5} />
            </ActionIcon>
          </div>
        )}
      </div>
      {isEmpty ? (
        <p className={classes.none}>{empty ?? t('none')}</p>
      ) : (
        <>
          {legend}
          {children}
          <ReadTable title={title} table={table} />
        </>
      )}
    </figure>
  );
}
