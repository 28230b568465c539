import { mergeAttributes, Node, nodeInputRule, nodePasteRule } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type NodeView } from '@tiptap/pm/view';
import { variableName } from '@headwater/domain/outreach/variables';

/** '' if unknown, undefined without a recipient. */
export type ValueOf = (name: string) => string | undefined;

interface ChipOptions {
  isKnown: (name: string) => boolean;
  valueOf: ValueOf;
}

export const valuesChanged = 'variableValues';

const valueIn = (decorations: readonly Decoration[]) =>
  decorations.map(({ spec }) => (spec as { value?: string }).value).find((value) => value !== undefined);

/** EDIT-034, EDIT-035 */
export const VariableChip = Node.create<ChipOptions>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ isKnown: () => false, valueOf: () => undefined }),
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
    return ({ node, decorations }): NodeView => {
      const name = String(node.attrs['name']);
      const dom = document.createElement('span');
      dom.dataset['variable'] = name;
      const draw = (value: string | undefined) => {
        dom.textContent = value || name;
        dom.title = value ? name : '';
        dom.toggleAttribute('data-empty', value === '');
      };
      draw(valueIn(decorations));
      return {
        dom,
        ignoreMutation: () => true,
        update: (next, shown) => {
          if (next.type !== node.type || next.attrs['name'] !== name) return false;
          draw(valueIn(shown));
          return true;
        },
      };
    };
  },
  addProseMirrorPlugins() {
    const { options, type } = this;
    const decorations: Decoration[] = [];
    return [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            decorations.length = 0;
            doc.descendants((node, at) => {
              const value = node.type === type ? options.valueOf(String(node.attrs['name'])) : undefined;
              if (value !== undefined) decorations.push(Decoration.node(at, at + node.nodeSize, {}, { value }));
            });
            return DecorationSet.create(doc, [...decorations]);
          },
        },
      }),
    ];
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
