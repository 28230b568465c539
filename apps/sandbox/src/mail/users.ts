/** Who may sign in by SMTP and IMAP. Everyone else has a mailbox too, readable on the page alone. */
export type SandboxUser = { address: string; password: string };

export function findUser(users: SandboxUser[], name: string, password: string): SandboxUser | null {
  const found = users.find(({ address }) => address.toLowerCase() === name.toLowerCase());
  return found && found.password === password ? found : null;
}

/** A second address that each user may send from, as an administrator of the mail service would have made it. */
export function aliasOf({ address }: SandboxUser): { name: string; address: string } {
  const [local, domain] = address.toLowerCase().split('@');
  return { name: 'Hiring team', address: `hiring.${local}@${domain}` };
}
