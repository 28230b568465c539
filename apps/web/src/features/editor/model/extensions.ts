import { Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { linkAddress } from '@headwater/domain/outreach/links';
import { Alignment, TextSize } from './formats.ts';
import { InlineImage } from './inline-image.ts';
import { VariableChip } from './variable-chip.ts';

type IsKnown = (name: string) => boolean;

// What mail clients draw differently, or the product does not offer.
const without = { heading: false, codeBlock: false, code: false, strike: false, underline: false, horizontalRule: false } as const;

/** Of the body of a message. */
export const bodyExtensions = (isKnown: IsKnown) => [
  StarterKit.configure({
    ...without,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (url) => linkAddress(url) !== undefined,
    },
  }),
  TextSize,
  Alignment,
  InlineImage,
  VariableChip.configure({ isKnown }),
];

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });

/** Of a subject: one line of text and variables (EDIT-005, EDIT-006). */
export const subjectExtensions = (isKnown: IsKnown) => [
  StarterKit.configure({
    ...without,
    document: false,
    blockquote: false,
    bold: false,
    italic: false,
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
  VariableChip.configure({ isKnown }),
];
