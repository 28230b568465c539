/** May sign in by SMTP and IMAP. Other mailboxes are readable on the page only. */
export type SandboxUser = { address: string; password: string };

export function findUser(users: SandboxUser[], name: string, password: string): SandboxUser | null {
  const found = users.find(({ address }) => address.toLowerCase() === name.toLowerCase());
  return found && found.password === password ? found : null;
}

export function aliasOf({ address }: SandboxUser): { name: string; address: string } {
  const [local, domain] = address.toLowerCase().split('@');
  return { name: 'Hiring team', address: `hiring.${local}@${domain}` };
}
