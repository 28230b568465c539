import { type Editor, mergeAttributes, Node } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import { alignments } from './formats.ts';
import { resized } from './image-size.ts';

const corners = ['nw', 'ne', 'sw', 'se'] as const;

const numberOf = (value: string | null) => (value && Number(value) > 0 ? Number(value) : null);
const attribute = (name: string, read: (value: string | null) => unknown = (value) => value) => ({
  default: null,
  parseHTML: (element: HTMLElement) => read(element.getAttribute(name)),
  renderHTML: (attributes: Record<string, unknown>) => {
    const value = attributes[name.replace('data-', '')];
    return value === null || value === undefined ? {} : { [name]: String(value) };
  },
});

interface Drag {
  image: HTMLImageElement;
  editor: Editor;
  keep: (size: { width: number; height: number }) => void;
}

/** EDIT-021, EDIT-024: dragging a left corner to the left enlarges the image. */
function startDrag(event: PointerEvent, handle: HTMLElement, { image, editor, keep }: Drag): void {
  if (event.button !== 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  // Displayed sizes are rounded to whole pixels, so their proportion drifts with each drag.
  const start = { width: image.offsetWidth, height: (image.offsetWidth * image.naturalHeight) / image.naturalWidth };
  const sign = handle.dataset['corner']?.endsWith('w') ? -1 : 1;
  const sizeAt = (x: number) => resized(start, (x - event.clientX) * sign, editor.view.dom.clientWidth);
  const show = (move: PointerEvent) => {
    const { width, height } = sizeAt(move.clientX);
    image.style.width = `${width}px`;
    image.style.height = `${height}px`;
  };
  const stop = (end: PointerEvent) => {
    handle.removeEventListener('pointermove', show);
    keep(sizeAt(end.clientX));
  };
  handle.addEventListener('pointermove', show);
  handle.addEventListener('pointerup', stop, { once: true });
}

/** EDIT-014 to EDIT-024 */
export const InlineImage = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    src: attribute('src'),
    alt: attribute('alt'),
    id: attribute('data-id'),
    size: attribute('data-size'),
    width: attribute('width', numberOf),
    height: attribute('height', numberOf),
    align: {
      default: 'left',
      parseHTML: (element: HTMLElement) => alignments.find((name) => name === element.dataset['align']) ?? 'left',
      renderHTML: ({ align }) => ({ 'data-align': String(align) }),
    },
  }),
  parseHTML: () => [{ tag: 'img[data-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
  addNodeView() {
    return ({ node, editor, getPos }): NodeView => {
      const figure = document.createElement('div');
      const frame = document.createElement('span');
      const image = document.createElement('img');
      figure.dataset['figure'] = '';
      frame.append(image);
      figure.append(frame);
      const keep = (size: { width: number; height: number }) => {
        const at = getPos();
        if (at === undefined) return;
        const { tr, doc } = editor.state;
        const now = doc.nodeAt(at);
        if (now) editor.view.dispatch(tr.setNodeMarkup(at, undefined, { ...now.attrs, ...size }));
        editor.commands.setNodeSelection(at);
      };
      const draw = (attrs: Record<string, unknown>) => {
        figure.dataset['align'] = String(attrs['align']);
        image.src = String(attrs['src']);
        image.alt = String(attrs['alt'] ?? '');
        image.style.width = attrs['width'] ? `${Number(attrs['width'])}px` : '';
        image.style.height = attrs['height'] ? `${Number(attrs['height'])}px` : '';
      };
      for (const corner of corners) {
        const handle = document.createElement('span');
        handle.dataset['corner'] = corner;
        // Otherwise the browser drags the image as a file.
        handle.addEventListener('mousedown', (event) => event.preventDefault());
        handle.addEventListener('pointerdown', (event) => startDrag(event, handle, { image, editor, keep }));
        frame.append(handle);
      }
      draw(node.attrs);
      return {
        dom: figure,
        update: (next) => {
          if (next.type.name !== 'image') return false;
          draw(next.attrs);
          return true;
        },
        selectNode: () => figure.setAttribute('data-focused', ''),
        deselectNode: () => figure.removeAttribute('data-focused'),
        stopEvent: (event) => event.target instanceof HTMLElement && event.target.dataset['corner'] !== undefined,
        ignoreMutation: () => true,
      };
    };
  },
});
