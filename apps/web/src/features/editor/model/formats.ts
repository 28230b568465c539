import { Extension, Mark } from '@tiptap/core';
import { textColor } from './colors.ts';

/** EDIT-001, in pixels. Null keeps the message's own size. */
export const textSizes = { small: '12px', normal: null, large: '18px', huge: '24px' } as const;
export type TextSizeName = keyof typeof textSizes;
const known: readonly (string | null)[] = Object.values(textSizes);

export const TextSize = Mark.create({
  name: 'textSize',
  addAttributes() {
    return {
      size: {
        default: null,
        parseHTML: (element) => element.style.fontSize || null,
        renderHTML: ({ size }) => (size ? { style: `font-size: ${String(size)}` } : {}),
      },
    };
  },
  parseHTML() {
    return [
      {
        tag: 'span',
        consuming: false,
        getAttrs: (element) => (known.includes(element.style.fontSize || null) && element.style.fontSize ? {} : false),
      },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['span', HTMLAttributes, 0];
  },
});

export const TextColor = Mark.create({
  name: 'textColor',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => textColor(element.style.color) ?? null,
      renderHTML: ({ color }: Record<string, unknown>) => (color ? { style: `color: ${String(color)}` } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'span', consuming: false, getAttrs: (element: HTMLElement) => (textColor(element.style.color) ? {} : false) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** EDIT-002: left is the default and is not stored. */
export const alignments = ['left', 'center', 'right'] as const;
export type AlignmentName = (typeof alignments)[number];

export const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph'],
        attributes: {
          align: {
            default: 'left',
            parseHTML: ({ style }) => alignments.find((name) => name === style.textAlign) ?? 'left',
            renderHTML: ({ align }) => (align === 'left' ? {} : { style: `text-align: ${String(align)}` }),
          },
        },
      },
    ];
  },
});
