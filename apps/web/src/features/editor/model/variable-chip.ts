import { mergeAttributes, Node, nodeInputRule, nodePasteRule } from '@tiptap/core';
import { variableName } from '@headwater/domain/outreach/variables';

interface ChipOptions {
  /** Asked at the moment of typing: variables are added while a text is written. */
  isKnown: (name: string) => boolean;
}

/** EDIT-034: a variable in a text, moved and deleted as one letter. Typing or pasting its braces makes one, if its name is known (EDIT-035). */
export const VariableChip = Node.create<ChipOptions>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ isKnown: () => false }),
  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: (element) => element.dataset['variable'] ?? '',
      renderHTML: ({ name }) => ({ 'data-variable': String(name) }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-variable]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), `{{${String(node.attrs['name'])}}}`],
  renderText: ({ node }) => `{{${String(node.attrs['name'])}}}`,
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span');
      dom.dataset['variable'] = String(node.attrs['name']);
      dom.textContent = String(node.attrs['name']);
      return { dom };
    };
  },
  addInputRules() {
    const { isKnown } = this.options;
    return [
      nodeInputRule({
        find: (text) => {
          const match = /\{\{([^{}]{1,60})\}\}$/.exec(text);
          if (!match || !isKnown(variableName(match[1] ?? ''))) return null;
          return { index: match.index, text: match[0], data: { name: variableName(match[1] ?? '') } };
        },
        type: this.type,
        getAttributes: (match) => match.data as Record<string, unknown>,
      }),
    ];
  },
  addPasteRules() {
    const { isKnown } = this.options;
    return [
      nodePasteRule({
        find: /\{\{([^{}]{1,60})\}\}/g,
        type: this.type,
        getAttributes: (match) => (isKnown(variableName(match[1] ?? '')) ? { name: variableName(match[1] ?? '') } : false),
      }),
    ];
  },
});
