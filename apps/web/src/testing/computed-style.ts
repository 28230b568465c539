const computedBy = getComputedStyle;
const defaults = new Map<string, CSSStyleDeclaration>();

/** Computed style of a tag without classes and attributes. */
function defaultsOf(tag: string): CSSStyleDeclaration {
  const known = defaults.get(tag) ?? computedBy(document.createElement(tag));
  defaults.set(tag, known);
  return known;
}

const dashed = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Inline style over the defaults of the tag, as tests load no style sheets. jsdom matches all its
 * rules on each call, which takes half the time of a test.
 */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  const inline = pseudo ? undefined : (element as HTMLElement).style;
  const isHidden = element.hasAttribute('hidden');
  const valueOf = (property: string): string => {
    const value = inline?.getPropertyValue(property);
    if (value) return value;
    if (pseudo) return '';
    return isHidden && property === 'display' ? 'none' : defaultsOf(element.localName).getPropertyValue(property);
  };
  const style = { getPropertyValue: valueOf } as CSSStyleDeclaration;
  return new Proxy(style, {
    get: (target, property) =>
      property === 'getPropertyValue' || typeof property === 'symbol' ? Reflect.get(target, property) : valueOf(dashed(property)),
  });
}
