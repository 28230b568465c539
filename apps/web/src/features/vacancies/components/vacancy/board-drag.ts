import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CandidateView } from '@headwater/contract/candidates';

const kind = 'candidate';

export function useDraggableCard(card: RefObject<HTMLElement | null>, candidate: CandidateView, enabled: boolean): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(candidate);
  useEffect(() => {
    latest.current = candidate;
  });
  useEffect(() => {
    if (!card.current || !enabled) return undefined;
    return draggable({
      element: card.current,
      getInitialData: () => ({ kind, candidate: latest.current }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [card, enabled]);
  return dragging;
}

export function useDropColumn(
  column: RefObject<HTMLElement | null>,
  onDrop: (candidate: CandidateView) => void,
  enabled: boolean,
): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    if (!column.current || !enabled) return undefined;
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => source.data['kind'] === kind,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        latest.current(source.data['candidate'] as CandidateView);
      },
    });
  }, [column, enabled]);
  return over;
}
