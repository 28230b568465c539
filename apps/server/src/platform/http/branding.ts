import { domainToASCII } from 'node:url';

export interface Branding {
  name: string;
  hosts: readonly string[];
  logo: string | undefined;
  /** From 20 December to 10 January (I18N-006). */
  festiveLogo: string | undefined;
  /** External links of the menu (SHELL-058 to SHELL-060). */
  links: { extension: string | null; help: string | null };
  /** Link of the sign-in page. */
  requestDemo: string | null;
  /** Apps that users can connect (I18N-009); undefined: all. */
  apps: readonly string[] | undefined;
}

/** The first is the default for unlisted hosts. */
export type Brandings = readonly [Branding, ...Branding[]];

// Browsers send IDNs in ASCII form, and keep a typed trailing dot.
export const normalizeHost = (host: string) => (domainToASCII(host) || host.toLowerCase()).replace(/\.$/, '');

function covers(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(`.${normalizeHost(pattern.slice(2))}`) : host === normalizeHost(pattern);
}

export function brandingOf(brandings: Brandings, host: string): Branding {
  const lookup = normalizeHost(host);
  return brandings.find(({ hosts }) => hosts.some((pattern) => covers(pattern, lookup))) ?? brandings[0];
}
