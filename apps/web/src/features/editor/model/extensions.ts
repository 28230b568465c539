import { Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { linkAddress } from '@headwater/domain/outreach/links';
import { Alignment, TextColor, TextSize } from './formats.ts';
import { InlineImage } from './inline-image.ts';
import { type ValueOf, VariableChip } from './variable-chip.ts';

type IsKnown = (name: string) => boolean;

// Mail clients render these differently, or the product does not offer them.
const without = { heading: false, codeBlock: false, code: false, horizontalRule: false } as const;

/** `Node.js` and `ASP.NET` are words, not URLs. */
const typedAddress = /^(?:https?:\/\/|mailto:|www\.)|^[^\s@/]+@[^\s@/]+$|^[^\s@/]+\.[^\s@/]+\//i;

interface BodyOptions {
  isKnown: IsKnown;
  valueOf: ValueOf;
}

export const bodyExtensions = ({ isKnown, valueOf }: BodyOptions) => [
  StarterKit.configure({
    ...without,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      shouldAutoLink: (url) => typedAddress.test(url),
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (url) => linkAddress(url) !== undefined,
    },
  }),
  TextSize,
  TextColor,
  Alignment,
  InlineImage,
  VariableChip.configure({ isKnown, valueOf }),
];

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });

/** EDIT-005, EDIT-006 */
export const subjectExtensions = ({ isKnown, valueOf }: BodyOptions) => [
  StarterKit.configure({
    ...without,
    document: false,
    blockquote: false,
    bold: false,
    italic: false,
    strike: false,
    underline: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    hardBreak: false,
    link: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
  }),
  OneLine,
  VariableChip.configure({ isKnown, valueOf }),
];
