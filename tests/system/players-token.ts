import { createHash, randomBytes } from 'node:crypto';
import { Player } from './player.js';

const CALLBACK = 'http://127.0.0.1/callback';

/** The addresses that a client needs for `playersToken`. */
export const REDIRECT_URIS = CALLBACK;

/**
 * What a partner's program and a player's browser do together, up to a token by which the client acts for the player.
 * @param url of the product
 */
export async function playersToken(
  url: string,
  player: Player,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const authorization = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'discoveries:write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const screen = await redirectOf(player, `/oidc/auth?${authorization.toString()}`);
  const document =
    'mutation ($interaction: String!) { it: decideAppAuthorization(interaction: $interaction, isAllowed: true) }';
  const response = await player.send('POST', '/graphql', {
    query: document,
    variables: { interaction: new URL(screen, url).searchParams.get('interaction') },
  });
  const { data } = (await response.json()) as { data: { it: string } };
  const code = new URL(await redirectOf(player, data.it)).searchParams.get('code')!;
  const granted = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }),
  });
  const { access_token: token, error_description: why } = (await granted.json()) as {
    access_token?: string;
    error_description?: string;
  };
  if (!token) throw new Error(`The issuer gave no token: ${why}`);
  return token;
}

async function redirectOf(player: Player, path: string): Promise<string> {
  const response = await player.send('GET', path);
  await response.body?.cancel();
  const to = response.headers.get('location');
  if (!to) throw new Error(`${path.split('?', 1)[0]} returned ${response.status}`);
  return to;
}
