/** What the product is called here, and the pictures that stand for it; null: its own mark (I18N-002). */
export interface Brand {
  name: string;
  logo: string | null;
  festiveLogo: string | null;
}

/** The server writes it into the page by the host, so that nothing is drawn under another name first. */
function readBrand(): Brand {
  const content = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="headwater-brand"]')?.content;
  // Without it where the page was not served by the product: in development and unit tests.
  return content ? (JSON.parse(content) as Brand) : { name: 'Headwater', logo: null, festiveLogo: null };
}

export const brand = readBrand();
