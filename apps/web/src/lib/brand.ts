/** Name and logos of this installation; null: the default logo (I18N-002). */
export interface Brand {
  name: string;
  logo: string | null;
  festiveLogo: string | null;
  /** Links of the sign-in page. */
  extension?: string | null;
  requestDemo?: string | null;
}

/** The server embeds the brand by host, so that no other name appears first. */
function readBrand(): Brand {
  const content = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="headwater-brand"]')?.content;
  // Missing in development and unit tests, where another server delivers the page.
  return content ? (JSON.parse(content) as Brand) : { name: 'Headwater', logo: null, festiveLogo: null };
}

export const brand = readBrand();

export const visitorLinks = (): Pick<Brand, 'extension' | 'requestDemo'> => readBrand();
