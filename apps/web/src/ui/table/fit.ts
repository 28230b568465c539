import { useLayoutEffect, useState } from 'react';

interface Measured {
  id: string;
  width?: number;
  minWidth?: number;
  optional?: number;
  edge?: boolean;
}

const edge = 40;

export const widthOf = (columns: readonly Measured[]): number =>
  columns.reduce((sum, column) => sum + (column.edge ? (column.width ?? edge) - edge : (column.width ?? column.minWidth ?? 160)), 2 * edge);

/** Columns that fit. `pinned`: chosen by the user. */
export function fitting<C extends Measured>(columns: readonly C[], { room, pinned }: { room: number; pinned: ReadonlySet<string> }): C[] {
  const shown = [...columns];
  const optional = columns
    .filter((column) => column.optional !== undefined && !pinned.has(column.id))
    .toSorted((one, other) => (other.optional ?? 0) - (one.optional ?? 0));
  for (const column of optional) {
    if (widthOf(shown) <= room) break;
    shown.splice(shown.indexOf(column), 1);
  }
  return shown;
}

export function useWidth(element: HTMLElement | null): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
