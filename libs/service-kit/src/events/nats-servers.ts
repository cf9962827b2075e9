export interface NatsAddress {
  /** One or several addresses by commas, `nats://` or `tls://`; the first may carry a name and a password. */
  url: string;
  /** Instead of those in the address. */
  user?: string;
  password?: string;
}

/** The client takes names and passwords beside the addresses, people write them into the first one. */
export function natsServers({ url, user, password }: NatsAddress): { servers: string[]; user?: string; pass?: string } {
  const servers = url.split(',').map((one) => new URL(one.includes('://') ? one : `nats://${one}`));
  const [first] = servers as [URL];
  const name = user ?? decodeURIComponent(first.username);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(name && { user: name, pass: password ?? decodeURIComponent(first.password) }),
  };
}
