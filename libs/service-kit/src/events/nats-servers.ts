export interface NatsAddress {
  /** One or more comma-separated addresses, `nats://` or `tls://`; the first may contain a name and a password. */
  url: string;
  /** In place of those in the address. */
  user?: string;
  password?: string;
}

/** The client takes names and passwords separately; people write them into the first address. */
export function natsServers({ url, user, password }: NatsAddress): { servers: string[]; user?: string; pass?: string } {
  const servers = url.split(',').map((one) => new URL(one.includes('://') ? one : `nats://${one}`));
  const [first] = servers as [URL];
  const name = user ?? decodeURIComponent(first.username);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(name && { user: name, pass: password ?? decodeURIComponent(first.password) }),
  };
}
