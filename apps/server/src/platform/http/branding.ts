import { domainToASCII } from 'node:url';

/** What the product is called and how it looks at some of its addresses (I18N-002, I18N-007). */
export interface Branding {
  name: string;
  /** Hosts that show it; `*.ru` stands for every host below. */
  hosts: readonly string[];
  /** Files of pictures, SVG, PNG or WebP; where there is none, the product's own mark. */
  logo: string | undefined;
  /** From 20 December to 10 January (I18N-006). */
  festiveLogo: string | undefined;
  /** Addresses outside, of the menu (SHELL-058 to SHELL-060). */
  links: { extension: string | null; help: string | null };
  /** Apps that can be connected (I18N-009); undefined: all. */
  apps: readonly string[] | undefined;
}

/** The first is that of every host which no other one names. */
export type Brandings = readonly [Branding, ...Branding[]];

// Browsers send names of other alphabets in this form, and the dot at the end where it was typed.
const plain = (host: string) => (domainToASCII(host) || host.toLowerCase()).replace(/\.$/, '');

function covers(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(`.${plain(pattern.slice(2))}`) : host === plain(pattern);
}

/** `host`: as the request named it, without a port. */
export function brandingOf(brandings: Brandings, host: string): Branding {
  const lookup = plain(host);
  return brandings.find(({ hosts }) => hosts.some((pattern) => covers(pattern, lookup))) ?? brandings[0];
}
