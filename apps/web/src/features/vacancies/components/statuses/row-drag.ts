import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface RowDragOptions {
  row: RefObject<HTMLElement | null>;
  grip: RefObject<HTMLElement | null>;
  id: number;
  /** Rows move only within their level. */
  level: string;
  onDrop: (dragged: number, edge: 'above' | 'below') => void;
}

const edgeAt = (element: Element, y: number): 'above' | 'below' => {
  const box = element.getBoundingClientRect();
  return y < box.top + box.height / 2 ? 'above' : 'below';
};

export function useRowDrag({ row, grip, id, level, onDrop }: RowDragOptions): { dragging: boolean; edge: 'above' | 'below' | undefined } {
  const [dragging, setDragging] = useState(false);
  const [edge, setEdge] = useState<'above' | 'below'>();
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const [element, dragHandle] = [row.current, grip.current];
    if (!element || !dragHandle) return undefined;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ level, id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['level'] === level && source.data['id'] !== id,
        onDrag: ({ location }) => setEdge(edgeAt(element, location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          setEdge(undefined);
          latest.current(Number(source.data['id']), edgeAt(element, location.current.input.clientY));
        },
      }),
    );
  }, [row, grip, id, level]);
  return { dragging, edge };
}
