/**
 * Content with an optional resizable pane on the right; the browser remembers its width. On a phone
 * the pane covers the screen.
 *   <SplitPane id="search" pane={open && <Profile />} label={name} onClose={close}>list</SplitPane>
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useBodyWidth } from '#lib/body-size.ts';
import { useStoredState } from '#lib/stored-state.ts';
import { usePhone } from '#lib/use-phone.ts';
import { useTranslation } from '#lib/use-translation.ts';
import classes from './SplitPane.module.css';

interface SplitPaneProps {
  id: string;
  children: ReactNode;
  pane: ReactNode;
  label: string;
  onClose?: () => void;
  defaultWidth?: number;
}

const least = 320;
/** A width stored in a wide window must leave space for the list in a narrow one. */
const within = (body: number) => (width: number) => Math.round(Math.min(Math.max(width, least), body * 0.65));

export function SplitPane({ id, children, pane, label, onClose, defaultWidth = 440 }: SplitPaneProps) {
  const { t } = useTranslation('ui');
  const phone = usePhone();
  const [stored, keep] = useStoredState(`pane.${id}`, defaultWidth);
  const [dragged, setDragged] = useState<number>();
  const start = useRef({ x: 0, width: 0 });
  const bound = within(useBodyWidth());
  const width = bound(dragged ?? stored);
  const shown = Boolean(pane);

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
    setDragged(width);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (dragged !== undefined) setDragged(bound(start.current.width + start.current.x - event.clientX));
  };
  const drop = () => {
    if (dragged !== undefined) keep(dragged);
    setDragged(undefined);
  };
  const byKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: 16, ArrowRight: -16 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    keep(bound(width + step));
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onClose) return;
    event.stopPropagation();
    onClose();
  };

  return (
    <div className={classes.split} data-dragging={dragged !== undefined || undefined}>
      <div className={classes.content} inert={phone && shown}>
        {children}
      </div>
      {shown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape of the focused element inside
        <section
          aria-label={label}
          className={phone ? classes.cover : classes.pane}
          style={phone ? undefined : { width }}
          onKeyDown={escape}
        >
          {!phone && (
            <div
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input cannot look like the border of the pane
              role="slider"
              aria-orientation="horizontal"
              aria-label={t('resizePane')}
              aria-valuenow={width}
              aria-valuemin={least}
              aria-valuemax={bound(Infinity)}
              tabIndex={0}
              className={classes.grip}
              onPointerDown={grab}
              onPointerMove={drag}
              onPointerUp={drop}
              onPointerCancel={drop}
              onDoubleClick={() => keep(defaultWidth)}
              onKeyDown={byKey}
            />
          )}
          {pane}
        </section>
      )}
    </div>
  );
}
